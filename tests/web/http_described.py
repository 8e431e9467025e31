"""Requests to the JSON API, drawn by schemathesis from the OpenAPI description that the API serves.

Each goes straight into the application (ASGI, no socket) with a script's token. The checks are schemathesis':
no server error; status, content type and body as described; what the description allows is taken, what it
forbids is refused; nothing that needs a token is done without one. A failure ends with the request as a
command of curl.
"""

import logging
from collections import Counter
from collections.abc import Iterator

import hypothesis
import schemathesis
from http_fuzz import Target, blocks, in_hall
from hypothesis import strategies
from hypothesis.errors import Unsatisfiable
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.schemas import BaseSchema

#: What turns a line around (bidirectional controls).
TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
#: So many requests meet one hall.
BLOCK = 2500
#: What is in the hall, for half of the requests: other keys and ids are hardly ever any that exist.
KNOWN: dict[str, str | int] = {
    "number": 3,
    "tournament": "open",
    "event": "ms",
    "match": "open-ms-2-2-1",
    "entry": 1,
    "act": 1,
    "kind": "lists",
    "order": "00000000",
    "journal": "j1",
    "ruleset": "club",
}
#: The texts of the API's format "one-line", which schemathesis would otherwise find by trying.
ONE_LINE = strategies.text(
    strategies.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Co"), exclude_characters=TURNING)
)
schemathesis.openapi.format("one-line", ONE_LINE)


def described(target: Target) -> BaseSchema:
    """The API as the hall's application describes it."""
    logging.getLogger("schemathesis").setLevel(logging.ERROR)
    schema = schemathesis.openapi.from_asgi("/api/v1/openapi.json", target.app)
    # Every request gets the token; the checks ask again without it.
    schema.config.generation.with_security_parameters = False
    # The stream never ends: its first event says enough.
    schema.config.max_stream_events = 1
    # A body that is too large is refused before anybody reads what is wrong in it.
    schema.config.checks.negative_data_rejection.expected_statuses.append("413")
    return schema


def cases(operation: APIOperation, mode: GenerationMode) -> strategies.SearchStrategy[Case]:
    """Requests of one operation; where its path names something, half of them what is in the hall."""
    anything = operation.as_strategy(mode)
    names = [parameter.name for parameter in operation.path_parameters]
    if not names:
        return anything
    return anything | operation.as_strategy(mode, path_parameters={name: KNOWN[name] for name in names})


def runs(schema: BaseSchema) -> Iterator[tuple[APIOperation, GenerationMode]]:
    """Every operation, with what is allowed and with what is not."""
    for result in schema.get_all_operations():
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            yield result.ok(), mode


def is_told_by_format(case: Case) -> bool:
    """Whether a request is called wrong for its format alone. schemathesis cannot check a format of ours, so
    it draws texts that are right as well; those that are wrong it draws by the pattern.
    """
    data = case.meta.phase.data if case.meta is not None else None
    return "violates `format`" in (getattr(data, "description", None) or "")


def throw(operation: APIOperation, mode: GenerationMode, count: int, seed: int, bearer: str) -> Counter[int]:
    """Up to `count` requests of one operation; how often each status was answered. Fewer, where there are no
    more that differ: without any field, nothing can be wrong.
    """
    seen: Counter[int] = Counter()

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=count,
        database=None,
        deadline=None,
        # What was asked before has changed the hall, so a smaller request would meet another one.
        phases=[hypothesis.Phase.generate],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(case=cases(operation, mode))
    def ask(case: Case) -> None:
        hypothesis.assume(not is_told_by_format(case))
        answer = case.call_and_validate(headers={"Authorization": f"Bearer {bearer}"})
        seen[answer.status_code] += 1

    try:
        ask()
    except Unsatisfiable:
        return seen
    return seen


def block(seed: int, begin: int, count: int) -> Counter[int]:
    """One block, also in a process of its own. AssertionError tells the operation and how to repeat it."""
    again = f"python -m tests.chaos.fuzz api --seed {seed} --from {begin} --count {count}"
    seen: Counter[int] = Counter()
    with in_hall(again) as target:
        every = list(runs(described(target)))
        for number, (operation, mode) in enumerate(every):
            share = count * (number + 1) // len(every) - count * number // len(every)
            try:
                seen += throw(operation, mode, max(1, share), seed + begin + number, target.bearer)
            except (Exception, BaseExceptionGroup) as error:
                raise AssertionError(f"{operation.label}, {mode.value}: {error}") from error
        target.check_hall()
    return seen


def fuzz(count: int, seed: int, first: int = 0, workers: int = 1) -> dict[int, int]:
    """About `count` requests, divided among all operations; how often each status was answered."""
    return blocks(block, BLOCK, count, seed, first, workers)

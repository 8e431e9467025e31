"""Random acts of the desk are undone: the desk is as before them, or as if they had never been done."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from desk_hall import Hall, desk_of
from hypothesis import given, note
from hypothesis import strategies as st

from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.tournament.acts.draws import Decide, Draw, ShootOut, Swap, Undraw
from host_tools.tournament.acts.entries import AskForBye, Delete, Edit, Fill, KeepApart, Return, Withdraw
from host_tools.tournament.acts.events import AddEvent, DeleteEvent, SetEvent
from host_tools.tournament.acts.matches import Call, ClearResult, EnterResult, Recall, WalkOver
from host_tools.tournament.acts.tournament import NewTournament, RemoveRuleset, SaveRuleset, Set
from host_tools.tournament.desk.desk import Desk, DeskError, NewEntry, Person
from host_tools.tournament.imports.import_files import ImportFile
from host_tools.tournament.model.model import Competition, Decision, Entry, Fixture, StagePlan
from host_tools.tournament.undo import changes
from tests.sampling import examples

WHY = "a reason"
RULES = '{"base": "icf", "name": "Club", "points": 21}'
PLANS = (
    (StagePlan("knockout"),),
    (StagePlan("groups", settings={"size": 3, "advance": 1}), StagePlan("knockout")),
    (StagePlan("groups", settings={"size": 3, "advance": 2}), StagePlan("round_robin")),
    (StagePlan("swiss", settings={"rounds": 3}),),
    (StagePlan("round_robin"),),
)
#: What differs when a match is called anew, or by its table.
UNLIKE = {"command", "called_at", "report_by"}
Step = tuple[str, int, int]
#: An act with its names, to be done at any desk.
Deed = Callable[[Desk], Any]


@contextmanager
def new_hall() -> Iterator[Hall]:
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(f"sqlite:///{Path(folder) / 'hall.sqlite3'}")
        yield Hall(store)
        store.close()


def event_of(desk: Desk, key: str = "ms") -> Competition:
    return desk.competition(desk.tournament(), key)


def entry_of(desk: Desk, licence: str) -> Entry:
    return next(each for each in desk.entries(event_of(desk)) if each.players[0].licence == licence)


def place_of(match: Fixture) -> tuple[Any, ...]:
    return match.stage, match.group, match.round, match.number, match.part


def match_of(desk: Desk, place: tuple[Any, ...]) -> Fixture:
    return next(each for each in desk.fixtures(event_of(desk)) if place_of(each) == place)


def begin(desk: Desk, plan: Sequence[StagePlan]) -> None:
    owner = desk.do(NewTournament(key="open", name="Open"), None)
    event = desk.do(
        AddEvent(key="ms", name="Men", rules={"games": 1, "points": 10}, stages=plan), owner
    ).event
    people = [Person(name, licence=f"L{name}") for name in ("Asha", "Bela", "Chitra", "Dev", "Esha", "Farid")]
    desk.add_entries(event, [NewEntry((person,)) for person in people])


def of_entries(name: str, n: int, licence: str, other: str) -> Deed | None:
    entry: Callable[[Desk], Entry] = lambda desk: entry_of(desk, licence)  # noqa: E731
    deeds: dict[str, Deed] = {
        "seed": lambda desk: desk.do(Edit(seeding=n + 1), entry(desk)),
        "rename": lambda desk: desk.do(Edit(name=f"{licence} {n}"), entry(desk)),
        "delete": lambda desk: desk.do(Delete(), entry(desk)),
        "withdraw": lambda desk: desk.do(Withdraw(), entry(desk)),
        "return": lambda desk: desk.do(Return(reason=WHY), entry(desk)),
        "swap": lambda desk: (
            desk.do(Swap(a=entry(desk).id, b=entry_of(desk, other).id, reason=WHY), event_of(desk)).ids
        ),
        "fill": lambda desk: desk.do(Fill(place=str(entry(desk).id)), event_of(desk)),
        "bye": lambda desk: desk.do(AskForBye(round=1 + n % 3, cancel=n > 6), entry(desk)),
        "apart": lambda desk: desk.do(KeepApart(other=entry_of(desk, other).id, cancel=n > 6), entry(desk)),
    }
    return deeds.get(name)


def of_matches(name: str, n: int, place: tuple[Any, ...]) -> Deed | None:
    match: Callable[[Desk], Fixture] = lambda desk: match_of(desk, place)  # noqa: E731
    games = ("10-3", "3-10")[n % 2]
    deeds: dict[str, Deed] = {
        "call": lambda desk: desk.do(Call(table=1 + n % 3), match(desk)),
        "recall": lambda desk: desk.do(Recall(), match(desk)),
        "result": lambda desk: desk.do(EnterResult(games=[games], reason=WHY), match(desk)),
        "clear": lambda desk: desk.do(ClearResult(reason=WHY), match(desk)),
        "walk-over": lambda desk: desk.do(WalkOver(winner="ab"[n % 2], early=True), match(desk)),  # type: ignore[arg-type]
        "import": lambda desk: desk.import_files(
            [ImportFile("day.csv", f"match,games\n{match(desk).id},{games}\n".encode())], event="ms"
        ),
    }
    return deeds.get(name)


def tied(desk: Desk) -> Any:
    """Give those who are level an order."""
    for group, lines in desk.standings(event_of(desk)).items():
        order = [line.entry for line in lines if line.open]
        if order:
            scores = tuple((entry, len(order) - at) for at, entry in enumerate(order))
            return desk.do(Decide.of(Decision("toss", scores, group)), event_of(desk)).ids
    raise DeskError("no_shoot_out_owed", event="")


def of_event(name: str, n: int, m: int) -> Deed | None:
    deeds: dict[str, Deed] = {
        "enter": lambda desk: desk.add_entry(event_of(desk), [Person(f"New {n}{m}", licence=f"N{n}{m}")]),
        "reserve": lambda desk: desk.add_entries(
            event_of(desk), [NewEntry((Person(f"Late {n}{m}", licence=f"R{n}{m}"),))], as_reserves=True
        ),
        "draw": lambda desk: desk.do(
            Draw(seed="S" if event_of(desk).state == "entries" else None), event_of(desk)
        ),
        "undraw": lambda desk: desk.do(Undraw(), event_of(desk)).round,
        "rounds": lambda desk: desk.do(SetEvent(rounds=2 + n % 3), event_of(desk)),
        "withdrawals": lambda desk: desk.do(
            SetEvent(withdrawals=("all", "none", "usual")[n % 3]), event_of(desk)
        ),
        "event": lambda desk: desk.do(SetEvent(name=f"Men {n}"), event_of(desk)),
        "plan": lambda desk: desk.do(SetEvent(stages=PLANS[n % len(PLANS)]), event_of(desk)),
        "decide": tied,
        "shoot-out": lambda desk: desk.do(ShootOut(group=m % 3), event_of(desk)).fixtures,
        "hall": lambda desk: desk.do(Set(hall=f"Hall {n % 2}", tables=[1 + m % 3]), desk.tournament()),
        "rest": lambda desk: desk.do(Set(rest_minutes=n), desk.tournament()),
        "tournament": lambda desk: desk.do(Set(place=f"Town {n}"), desk.tournament()),
        "other": lambda desk: desk.do(AddEvent(key=f"e{n % 2}", name="Other"), desk.tournament()).event,
        "no other": lambda desk: desk.do(DeleteEvent(), event_of(desk, f"e{n % 2}")),
        "gone": lambda desk: desk.do(DeleteEvent(), event_of(desk)),
        "rules": lambda desk: desk.do(
            SaveRuleset(key="club", file=RULES.replace("21", str(20 + n)), replace=True), None
        ),
        "no rules": lambda desk: desk.do(RemoveRuleset(), desk.ruleset("club")),
    }
    return deeds.get(name)


OF_ENTRIES = ("seed", "rename", "delete", "withdraw", "return", "swap", "fill", "bye", "apart")
OF_MATCHES = ("result", "result", "result", "call", "recall", "clear", "walk-over", "import")
OF_EVENT = (
    *("draw", "draw", "enter", "reserve", "undraw", "rounds", "withdrawals", "event", "plan", "decide"),
    *("shoot-out", "hall", "rest", "tournament", "other", "no other", "gone", "rules", "no rules"),
)
STEPS = st.lists(
    st.tuples(st.sampled_from([*OF_ENTRIES, *OF_MATCHES, *OF_MATCHES, *OF_EVENT]), *[st.integers(0, 9)] * 2),
    max_size=16,
)


def named(desk: Desk, step: Step) -> Deed | None:
    """The act of a step with the names of those who are there now; None: there are none."""
    name, n, m = step
    if name in OF_EVENT:
        return of_event(name, n, m)
    if "ms" not in [each.key for each in desk.competitions(desk.tournament())]:
        return None
    if name in OF_ENTRIES:
        numbers = [each.players[0].licence for each in desk.entries(event_of(desk))]
        return of_entries(name, n, numbers[n % len(numbers)], numbers[m % len(numbers)]) if numbers else None
    states = {"recall": ("called",), "clear": ("done",)}.get(name, ("ready", "called", "done"))
    matches = [each for each in desk.fixtures(event_of(desk)) if each.state in states]
    return of_matches(name, m, place_of(matches[n % len(matches)])) if matches else None


def is_done(desk: Desk, deed: Deed) -> bool:
    try:
        deed(desk)
    except (DeskError, StopIteration):
        return False
    return True


def rows(desk: Desk) -> dict[str, Any]:
    """All rows of the desk but for the ledger of corrections."""
    with reading(desk.store.engine) as connection:
        tables = changes.seen(connection)
    del tables["corrections"]
    return {
        table: {
            key: {name: value for name, value in row.items() if name not in UNLIKE and value not in ({}, [])}
            for key, row in rows.items()
        }
        for table, rows in tables.items()
    }


def picture(desk: Desk) -> dict[str, Any]:
    """The desk with people and matches in place of their ids."""
    owner = desk.tournament()
    settings = {name: value for name, value in owner.settings.items() if value and name != "event_reserves"}
    content: dict[str, Any] = {"tournament": (owner.place, settings)}
    for event in desk.competitions(owner):
        entries, stages = desk.entries(event), desk.stages(event)
        who = {None: None, **{entry.id: entry.players[0].licence for entry in entries}}
        content[event.key] = (
            (event.name, event.plan, event.state, event.rules),
            {
                who[each.id]: (each.title, each.seeding, each.withdrawn, each.reserve, each.byes)
                for each in entries
            },
            {who[each.id]: [(who[pair.other], pair.since) for pair in each.apart] for each in entries},
            [(stage.state, stage.settings) for stage in stages],
            [(who[swap.a], who[swap.b]) for stage in stages for swap in stage.swaps],
            {
                place_of(each): (who[each.a], who[each.b], each.state, each.table, each.result, each.by_hand)
                for each in desk.fixtures(event)
            },
            [[(line.place, who[line.entry]) for line in group] for group in desk.standings(event).values()],
        )
    content["rules"] = [(each.key, each.text) for each in desk.rulesets()]
    return content


def last(desk: Desk) -> int:
    return desk.acts(1)[0].act.number


@examples(360)
@given(st.sampled_from(PLANS), STEPS)
def test_acts_are_undone_one_by_one_to_the_empty_desk(plan: Sequence[StagePlan], steps: list[Step]) -> None:
    with new_hall() as hall:
        desk = desk_of(hall)
        empty = rows(desk)
        begin(desk, plan)
        before = []
        for step in steps:
            was, deed = rows(desk), named(desk, step)
            if deed is not None and is_done(desk, deed):
                before.append((step, was))
        for step, was in reversed(before):
            note(f"undone: {step}")
            desk.take_back(last_live(desk), WHY)
            assert rows(desk) == was
        for _ in range(3):
            desk.take_back(last_live(desk), WHY)
        assert rows(desk) == empty


def last_live(desk: Desk) -> int:
    """The newest act that was not undone."""
    before: int | None = None
    while True:
        for seen in desk.acts(10, before):
            if seen.by is None:
                return seen.act.number
            before = seen.act.number


@examples(360)
@given(st.sampled_from(PLANS), STEPS, st.integers(0, 20))
def test_an_act_and_those_that_stand_on_it_are_as_if_never_done(
    plan: Sequence[StagePlan], steps: list[Step], which: int
) -> None:
    with new_hall() as hall, new_hall() as other:
        desk, without = desk_of(hall), desk_of(other)
        begin(desk, plan)
        begin(without, plan)
        deeds = {}
        for step in steps:
            was, deed = rows(desk), named(desk, step)
            if deed is not None and is_done(desk, deed) and rows(desk) != was:
                deeds[last(desk)] = step, deed
        if not deeds:
            return
        number = list(deeds)[which % len(deeds)]
        seen = desk.act(number)
        if seen.refused is not None:
            note(f"refused: {deeds[number]} {seen.refused}")
        undone = {act.number for act in desk.take_back(number, WHY, with_later=True)}
        assert undone == {number, *(act.number for act in seen.later)}
        note(f"undone: {[step for each, (step, _) in deeds.items() if each in undone]}")
        for each, (step, deed) in deeds.items():
            if each not in undone:
                note(f"done: {step}")
                deed(without)
        assert picture(desk) == picture(without)
        assert desk.settle() == []

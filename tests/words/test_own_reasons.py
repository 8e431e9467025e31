"""Areas with a closed list of reasons of their own: each reason has words, and is given with their facts."""

import ast
import string
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest

from host_tools.explain import errors as explain_words
from host_tools.explain.reasons import STROKE_REASONS
from host_tools.replay_reasons import LINE_REASONS
from host_tools.store.account_reasons import ACCOUNT_REASONS, PasswordRefused, TokenRefused
from host_tools.store.key_reasons import KEY_REASONS, KeyRefused
from host_tools.store.password_strength import Weakness
from host_tools.words import accounts, keys, replays

HOST_TOOLS = Path(__file__).resolve().parents[2] / "host_tools"


class Area(NamedTuple):
    """errors: the names of the classes with these reasons. paths: the modules that raise them."""

    reasons: Collection[str]
    words: Mapping[Any, str]
    errors: Collection[str]
    paths: Collection[str]


AREAS = {
    "explain": Area(STROKE_REASONS, explain_words.WORDS, ("BadStrokeError",), ("explain/*.py",)),
    "replay": Area(LINE_REASONS, replays.WORDS, ("BadLineError",), ("replay.py",)),
    "accounts": Area(
        ACCOUNT_REASONS,
        accounts.WORDS,
        ("PasswordRefused", "TokenRefused"),
        ("store/*.py", "password_command.py"),
    ),
    "keys": Area(KEY_REASONS, keys.WORDS, ("KeyRefused",), ("store/*.py",)),
}


def given(area: Area) -> Iterator[tuple[str, set[str]]]:
    """Every reason that is given in the sources, with the names of its facts."""
    for pattern in area.paths:
        for path in sorted(HOST_TOOLS.glob(pattern)):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in area.errors:
                    yield ast.literal_eval(node.args[0]), {word.arg or "**" for word in node.keywords}


@pytest.mark.parametrize("name", AREAS)
def test_every_reason_has_words_and_all_words_a_reason(name: str) -> None:
    area = AREAS[name]
    assert sorted(area.words) == sorted(area.reasons)
    assert len(set(area.reasons)) == len(area.reasons)


@pytest.mark.parametrize("name", AREAS)
def test_every_reason_is_given_somewhere_with_the_facts_of_its_words(name: str) -> None:
    area = AREAS[name]
    there = list(given(area))
    assert {reason for reason, _ in there} == set(area.reasons)
    for reason, facts in there:
        needed = {fact for _, fact, _, _ in string.Formatter().parse(area.words[reason])}
        assert needed - {None} == facts, reason


def test_every_weakness_of_a_password_has_words() -> None:
    assert sorted(accounts.WEAKNESSES) == sorted(get_args(Weakness))


def test_what_is_said_of_passwords_tokens_and_keys() -> None:
    easy = PasswordRefused("easy_to_guess", weakness="date")
    assert accounts.say(easy) == (
        "That password is too easy to guess: it is a date with little around it. "
        "Four words that do not belong together do well."
    )
    taken = TokenRefused("token_exists", name="a{b}")
    assert accounts.say(taken) == "There is a token 'a{b}' already: remove it first, or take another name."
    inner = KeyRefused("no_key", least=32, most=64).to_json()
    assert keys.say(KeyRefused("entry_no_key", file="keys.json", table=3, why=inner)) == (
        "keys.json holds no keys: that of table 3 is none. A key is 32 to 64 hex digits."
    )

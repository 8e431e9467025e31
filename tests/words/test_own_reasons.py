"""The closed lists of reasons: each reason has words, and is given somewhere with the facts of its words."""

import ast
import string
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest

from host_tools.backup import reasons as care
from host_tools.backup import words as care_words
from host_tools.collector import reasons as collector
from host_tools.collector import words as collector_words
from host_tools.explain import errors as explain_words
from host_tools.explain.reasons import STROKE_REASONS
from host_tools.exports import reasons as exports
from host_tools.exports import remark_words, remarks
from host_tools.exports import words as export_words
from host_tools.integrations.cmn import reasons as cmn
from host_tools.integrations.cmn import words as cmn_words
from host_tools.integrations.service import reasons as service
from host_tools.integrations.service import words as service_words
from host_tools.integrations.sol import reasons as sol
from host_tools.integrations.sol import words as sol_words
from host_tools.replay.reasons import LINE_REASONS
from host_tools.rules.reasons import RULES_FILE_REASONS
from host_tools.store import database_reasons, integration_reasons, troubles
from host_tools.store.account_reasons import ACCOUNT_REASONS
from host_tools.store.key_reasons import KEY_REASONS
from host_tools.store.password_strength import Weakness
from host_tools.verify import reasons as verify
from host_tools.verify import words as verify_words
from host_tools.words import accounts, databases, integrations, keys, replays, rules_files

HOST_TOOLS = Path(__file__).resolve().parents[2] / "host_tools"


class Area(NamedTuple):
    """A list of reasons. calls: the names of the classes and functions that are given these reasons. paths:
    the modules that do so. own: placeholders that are no facts. `always`: facts that a call adds. tables:
    reasons that stand in tables instead, with their facts.
    """

    reasons: Collection[str]
    words: Mapping[Any, str]
    calls: Collection[str]
    paths: Collection[str]
    own: Collection[str] = ()
    always: Mapping[str, set[str]] = {}
    tables: Mapping[str, set[str]] = {}


#: The tables of errors of SQLite and PostgreSQL, and what `DatabaseFile.missing` tells.
OF_DATABASES = {
    reason: {"where", "why"} if reason in troubles._QUOTING else {"where"}
    for reason in (
        *troubles._SQLITE.values(),
        *(row[2] for row in troubles._POSTGRESQL),
        *get_args(database_reasons.Missing),
    )
}
STORE_ERRORS = ("StoreError", "StoreUnavailable", "StoreLocked", "StoreDamaged", "FileLost")
AREAS = {
    "explain": Area(STROKE_REASONS, explain_words.WORDS, ("BadStrokeError",), ("explain/*.py",)),
    "replay": Area(LINE_REASONS, replays.WORDS, ("BadLineError",), ("replay/*.py",)),
    "rules files": Area(
        RULES_FILE_REASONS,
        rules_files.WORDS,
        ("RulesFileError",),
        ("rules/*.py",),
    ),
    "accounts": Area(
        ACCOUNT_REASONS,
        accounts.WORDS,
        ("PasswordRefused", "TokenRefused"),
        ("store/*.py", "access/*.py"),
    ),
    "keys": Area(KEY_REASONS, keys.WORDS, ("KeyRefused",), ("store/*.py",)),
    "databases": Area(
        database_reasons.DATABASE_REASONS,
        databases.WORDS,
        (*STORE_ERRORS, "database_cause"),
        ("store/*.py", "collector/*.py"),
        tables=OF_DATABASES,
    ),
    "collector": Area(
        collector.COLLECT_REASONS,
        collector_words.WORDS,
        ("CannotStart", "NotYet", "CannotPull", "collect_cause"),
        ("collector/*.py", "cli.py"),
    ),
    "care": Area(care.CARE_REASONS, care_words.WORDS, ("CareError",), ("backup/*.py",)),
    "verify": Area(verify.VERIFY_REASONS, verify_words.WORDS, ("CannotVerify",), ("verify/*.py",)),
    "exports": Area(
        exports.EXPORT_REASONS,
        export_words.WORDS,
        ("ExportError",),
        ("exports/*.py", "cli.py", "web/pages/static_site.py"),
    ),
    "remarks": Area(remarks.REMARK_REASONS, remark_words.WORDS, ("remark",), ("exports/*.py",)),
    "companions": Area(
        integration_reasons.COMPANION_REASONS,
        integrations.WORDS,
        ("companion_cause",),
        ("integrations/mqtt/*.py", "integrations/sol/*.py"),
        tables={"mqtt_no_certificates": {"files"}, "mqtt_no_certificate": {"files"}},
    ),
    "sol": Area(
        sol.SOL_REASONS,
        sol_words.WORDS,
        ("SolError",),
        ("integrations/sol/*.py",),
        own=sol_words.OWN,
    ),
    "cmn": Area(
        cmn.CMN_REASONS,
        cmn_words.WORDS,
        ("CmnError", "note"),
        ("integrations/cmn/*.py",),
        always={"note": {"at"}},
    ),
    "service": Area(
        service.SERVICE_REASONS, service_words.WORDS, ("ServiceError",), ("integrations/service/*.py",)
    ),
}


def reasons_of(node: ast.expr) -> list[str]:
    """The reasons that an argument can be: a name, or one of two."""
    if isinstance(node, ast.IfExp):
        return reasons_of(node.body) + reasons_of(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) else []


def given(area: Area) -> Iterator[tuple[str, set[str]]]:
    """Every reason that is given in the sources, with the names of its facts. What passes on the reason and
    facts of another error gives none.
    """
    yield from area.tables.items()
    for pattern in area.paths:
        for path in sorted(HOST_TOOLS.glob(pattern)):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Call) or not node.args:
                    continue
                call = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if call in area.calls:
                    facts = {word.arg or "**" for word in node.keywords} | area.always.get(call, set())
                    yield from ((reason, facts) for reason in reasons_of(node.args[0]))


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
        assert needed - {None} - set(area.own) == facts, reason


def test_every_weakness_of_a_password_has_words() -> None:
    assert sorted(accounts.WEAKNESSES) == sorted(get_args(Weakness))

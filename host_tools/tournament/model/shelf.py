"""The shelf of own rulesets, which events can choose as they choose one that comes with Boardside."""

from typing import NamedTuple

from host_tools.live_values import Rules
from host_tools.orders import RULESETS
from host_tools.rules import files
from host_tools.rules.files import OwnRules
from host_tools.rules.reasons import RulesFileError
from host_tools.store.meta_values import SavedRuleset, put_ruleset, remove_ruleset, ruleset_row, ruleset_rows
from host_tools.tournament.model import checks
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError


class Shelved(NamedTuple):
    """A saved ruleset. text: the file, as it was saved. by, at: who saved it, and when (UTC ms)."""

    key: str
    own: OwnRules
    text: str
    by: str
    at: int


def saved(book: Book, key: str) -> Shelved:
    """A saved ruleset by its key. DeskError."""
    return _shelved(_saved_as(book, key))


def readable(book: Book) -> list[Shelved]:
    """The saved rulesets, by key. One that this version cannot read is left out; `saved` says why."""
    return [row for row in map(_readable, ruleset_rows(book.connection)) if row is not None]


def own_rules(book: Book, ruleset: str, rules: Rules | None = None) -> OwnRules | None:
    """The saved ruleset that an event chooses; None for one that comes with Boardside. The event keeps its
    rules: nothing that is saved or removed later changes it. rules: changes asked for besides. DeskError.
    """
    if ruleset in RULESETS:
        return None
    own = saved(book, ruleset).own
    if rules is not None:
        raise DeskError("own_rules_twice", ruleset=ruleset)
    return own


def save(book: Book, key: str, text: str, actor: str, at: int, *, replace: bool) -> Shelved:
    """Save a file of own rules, by which matches can be played. key: 1 to 20 of a-z, 0-9 and -. DeskError: no
    matches can be played by it, or the key has a ruleset already and `replace` is false.
    """
    checks.checked_key(key)
    _checked(key, text)
    if key in RULESETS:
        raise DeskError("ruleset_of_boardside", key=key)
    before = ruleset_row(book.connection, key)
    if before is not None and not replace:
        raise DeskError("ruleset_exists", key=key, name=_name_of(before))
    row = SavedRuleset(key, text, actor, at)
    put_ruleset(book.connection, row)
    return _shelved(row)


def remove(book: Book, key: str) -> None:
    """Remove a saved ruleset. DeskError when there is none."""
    _saved_as(book, key)
    remove_ruleset(book.connection, key)


def laid_over(rules: Rules, changes: Rules) -> Rules:
    """`rules` with these changes to them; entries for other stages, categories or clocks stay."""
    both = dict(rules)
    for name, value in changes.items():
        before = both.get(name)
        if isinstance(before, dict) and isinstance(value, dict):
            value = {**before, **value}
        both[name] = value
    return both


def _saved_as(book: Book, key: str) -> SavedRuleset:
    row = ruleset_row(book.connection, key)
    if row is None:
        keys = [saved.key for saved in ruleset_rows(book.connection)]
        raise DeskError("unknown_ruleset", ruleset=key, rulesets=[*RULESETS, *keys])
    return row


def _name_of(row: SavedRuleset) -> str:
    saved = _readable(row)
    return row.key if saved is None else saved.own.name


def _readable(row: SavedRuleset) -> Shelved | None:
    try:
        return _shelved(row)
    except DeskError:
        return None


def _shelved(row: SavedRuleset) -> Shelved:
    try:
        own = files.parse(row.text, row.key)
    except RulesFileError as error:
        raise DeskError("rules_file", why=error.to_json()) from error
    return Shelved(row.key, own, row.text, row.by, row.at)


def _checked(key: str, text: str) -> OwnRules:
    try:
        own = files.parse(text, key)
        files.check(own, key)
    except RulesFileError as error:
        raise DeskError("rules_file", why=error.to_json()) from error
    return own

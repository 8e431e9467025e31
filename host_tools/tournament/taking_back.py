"""Takes acts of the desk back: each by its own way, on record as an act with who and why.

An act on which a later one stands is taken back with it, or not at all. What taking an act back needs is kept
in its record (`Act.undo`); acts of before have none.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from host_tools.reasons import Cause, Reason
from host_tools.store import saved_rulesets
from host_tools.store.saved_rulesets import SavedRuleset
from host_tools.tournament import (
    advancing,
    calling,
    clearing,
    correcting,
    drawing,
    end_orders,
    entering,
    finding,
    reserves,
    stage_standings,
    swapping,
    swiss_rounds,
    taking_back_imports,
    withdrawals,
)
from host_tools.tournament import taking_back_entries as entries
from host_tools.tournament.book import Book
from host_tools.tournament.clearing import Change, Standing
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import BEGUN, Act, Competition, Fixture, Place, Result, Side, Stage
from host_tools.tournament.taking_back_entries import event_of as _event

TAKEN_BACK = "act taken back"
Json = dict[str, Any]

#: What to do instead, of acts that stay, and of those that an earlier Boardside recorded without what taking
#: them back needs.
STAYS: Mapping[str, Reason] = {
    TAKEN_BACK: "act_of_taking_back",
    "report taken": "act_of_report",
    "report left": "act_of_report",
    "protest ruled": "act_of_protest",
    "entries add": "act_of_entries",
    "entry change": "act_of_exchange",
    "entry edit": "act_of_editing",
    "event edit": "act_of_editing",
    "tournament edit": "act_of_editing",
    "entry delete": "act_of_deleting",
    "event delete": "act_of_deleting",
    "place filled": "act_of_place",
    "import": "act_of_import",
    "tournament new": "act_stays",
    "tournament close": "act_of_closing",
    "event add": "act_stays",
    "round": "act_of_round",
    "results from CMN": "act_of_cmn",
}


@dataclass(frozen=True, slots=True)
class Effects:
    """An act, and what taking it back would do. by: the act that took it back. later: the acts that stand on
    it and would be taken back with it, the newest first. refused: why it cannot be taken back. changes,
    standings, stages: as of a cleared result; begun: stages whose draw would be made.
    """

    act: Act
    by: int | None = None
    later: tuple[Act, ...] = ()
    refused: Cause | None = None
    changes: tuple[Change, ...] = ()
    standings: tuple[Standing, ...] = ()
    stages: tuple[Stage, ...] = ()
    begun: tuple[Stage, ...] = ()
    competition: Competition | None = None


class _Stands(Exception):  # noqa: N818
    """A later act stands on the one that is to be taken back."""

    def __init__(self, later: Act) -> None:
        super().__init__(later.number)
        self.later = later


# What an act keeps


def of_line_up(fixture: Fixture, side: Side) -> Json:
    """What taking back a line-up needs."""
    return {"match": fixture.id, "side": side, "players": (fixture.line_up or {}).get(side)}


def of_result(book: Book, fixture: Fixture) -> Json:
    """What taking back a change of the match's result needs: the result before, and whose it was."""
    how = ""
    if fixture.corrected:
        how = "hand"
    elif fixture.taken:
        how = "report"
    elif fixture.state == "done" and not advancing.is_automatic(fixture):
        is_here = end_orders.is_here(fixture, book.reported([fixture.id]).get(fixture.id))
        how = "walk_over" if is_here else ""
    was = None if fixture.result is None else fixture.result.to_json()
    return {"match": fixture.id, "how": how, "result": was}


def of_draw(book: Book, competition: Competition) -> Json:
    """What taking back the undoing of a draw needs, of a Swiss that of its last round."""
    stages = book.stages(competition.id)
    swiss = swiss_rounds.in_play(book, competition)
    number = 1 if swiss is None else swiss_rounds.last_round(book, competition, swiss)
    if swiss is not None and number > 1:
        stages = [swiss]
    swaps = [[each.a, each.b] for stage in stages for each in stage.swaps if each.round == number]
    seed = next((stage.seed for stage in stages if stage.seed), None)
    pairs = _pairs(book, competition, number)
    return {"competition": competition.id, "seed": seed, "round": number, "pairs": pairs, "swaps": swaps}


def _pairs(book: Book, competition: Competition, number: int) -> list[list[int | None]]:
    return [[each.a, each.b] for each in book.fixtures(competition.id) if each.round == number]


# The acts


def act_of(book: Book, number: int) -> Act:
    """The act with this number. DeskError."""
    there = [act for act in book.acts_since(number)[:1] if act.number == number and is_of_desk(act)]
    if not there:
        raise DeskError("no_act", number=number)
    return there[0]


def last(book: Book, limit: int, before: int | None) -> list[Act]:
    """The last acts of the desk, the newest first; those that took one back are told with it."""
    return book.last_acts(limit, before, [*_WAYS, *(name for name in STAYS if name != TAKEN_BACK)])


def is_of_desk(act: Act) -> bool:
    """Whether the act is one of the tournament's desk."""
    return act.name in STAYS or act.name in _WAYS


def taken_by(acts: Sequence[Act]) -> dict[int, int]:
    """The numbers of the acts that were taken back, each with that of the act that did."""
    return {act.detail["act"]: act.number for act in acts if act.name == TAKEN_BACK}


def take_back(book: Book, act: Act, reason: str, actor: str, at: int, with_later: bool = False) -> list[Act]:
    """Take an act back, with the later ones that stand on it if asked; returns the acts that were taken back,
    in this order. Raises DeskError: then nothing has changed.
    """
    if not reason.strip():
        raise DeskError("undo_needs_reason")
    taken: list[Act] = []
    while True:
        try:
            with book.connection.begin_nested():
                _take_single(book, act, reason.strip(), actor, at)
            return [*taken, act]
        except _Stands as stands:
            if not with_later:
                raise DeskError("later_act_stands", number=act.number, later=[_named(stands.later)]) from None
            taken += take_back(book, stands.later, reason, actor, at, with_later)


def _named(act: Act) -> Json:
    return {"number": act.number, "act": act.name, "match": act.match, "who": act.actor, "at": act.at}


def effects(book: Book, act: Act, at: int) -> Effects:
    """What taking an act back would do, with the acts that stand on it. Nothing changes."""
    later = book.acts_since(act.number)
    by = taken_by(later).get(act.number)
    if by is not None:
        return Effects(act, by=by)
    try:
        competition = _competition_of(book, act)
        trial = book.connection.begin_nested()
        try:
            taken = take_back(book, act, "-", "-", at, with_later=True)
            after = _seen(book, competition)
        finally:
            trial.rollback()
    except DeskError as error:
        return Effects(act, refused=error.cause)
    before = _seen(book, competition)
    fixtures_before, standings_before, stages_before = before
    fixtures, standings, stages = after
    drawn = {stage.position: stage.state != "waiting" for stage in stages}
    return Effects(
        act,
        later=tuple(each for each in taken if each.number != act.number),
        changes=tuple(clearing.changes(fixtures_before, {each.id: each for each in fixtures})),
        standings=tuple(
            Standing(*key)
            for key, places in standings_before.items()
            if key in standings and standings[key] != places
        ),
        stages=tuple(
            each for each in stages_before if each.state != "waiting" and not drawn.get(each.position)
        ),
        begun=tuple(each for each in stages_before if each.state == "waiting" and drawn.get(each.position)),
        competition=competition,
    )


_Seen = tuple[list[Fixture], dict[tuple[int, int], list[Place]], list[Stage]]


def _seen(book: Book, competition: Competition | None) -> _Seen:
    if competition is None:
        return [], {}, []
    fixtures, stages = book.fixtures(competition.id), book.stages(competition.id)
    return fixtures, clearing.standings(book, competition, stages, fixtures), stages


def _competition_of(book: Book, act: Act) -> Competition | None:
    if act.match is not None:
        return finding.competition_of(book, finding.fixture(book, act.match))
    number = act.undo.get("competition")
    return None if number is None else book.competition(number)


def _take_single(book: Book, act: Act, reason: str, actor: str, at: int) -> None:
    """Take one act back, and put it on record. Raises _Stands, and DeskError."""
    since = book.acts_since(act.number)
    gone = taken_by(since)
    if act.number in gone:
        raise DeskError("act_taken_back", number=act.number, by=gone[act.number])
    if not act.undo:
        if act.name in STAYS:
            raise DeskError(STAYS[act.name], number=act.number, act=act.name)
        raise DeskError("act_of_before", number=act.number, act=act.name)
    later = [each for each in since[1:] if each.number not in gone and each.undo]
    gives = _gives(act)
    standing = [each for each in later if _needs(each) & gives or _deletes_event_of(each, act)]
    if standing:
        raise _Stands(standing[-1])
    try:
        undo = {"event": act.detail.get("event", ""), **act.undo}
        _WAYS[act.name](book, undo, reason, actor, at)
    except DeskError as error:
        blocking = _blocking(book, act, error)
        standing = [each for each in later if blocking(each)]
        if not standing:
            raise
        raise _Stands(standing[-1]) from error
    if act.match is not None:
        end_orders.tell(book, act.match)
    detail: Json = {"act": act.number, "what": act.name}
    if act.match is not None:
        detail["match"] = act.match
    book.note(actor, TAKEN_BACK, {**detail, "reason": reason}, at)


# Which act stands on which


def _gives(act: Act) -> set[str]:
    """What later acts may stand on."""
    undo, event = act.undo, act.undo.get("competition")
    match act.name:
        case "draw" | "draw undo":
            return {f"draw {event}"}
        case "draw swap":
            return {f"swap {event} {undo['a']}", f"swap {event} {undo['b']}", f"swaps {event}"}
        case "entry withdraw" | "entry return" | "entry delete" | "entry change":
            return {f"entry {undo['entry']}"}
        case "entry edit":
            return {f"entry {undo['entry']}", *(f"player {number}" for number in undo["people"])}
        case "entries add":
            return {f"entry {each}" for each in undo["entries"]}
        case "import":
            there = {f"entry {each}" for each in undo["entries"]}
            return {*there, *(f"match {each}" for each in undo["results"])}
        case "place filled":
            there = {f"entry {each}" for each in (undo["entry"], undo["place"]) if each is not None}
            matches = {f"match {row['id']}" for _, row in undo["matches"]}
            return {f"draw {event}", *there, *matches, *(f"match {each}" for each in undo["added"])}
        case "event add" | "event edit" | "event delete":
            return {f"event {event} {act.detail['event']}"}  # a later event may have its id
        case "tournament new" | "tournament edit" | "tournament close":
            return {f"tournament {undo['tournament']}"}
        case "withdrawals":
            return {f"withdrawals {event}"}
        case "rounds":
            return {f"rounds {event}"}
        case "tournament settings":
            return {f"setting {undo['tournament']} {name}" for name in undo["settings"]}
        case "ruleset saved" | "ruleset removed":
            return {f"ruleset {undo['ruleset']}"}
        case "decide":
            return {f"decision {undo['stage']} {undo['group']}"}
    return {f"match {act.match}"}


def _needs(act: Act) -> set[str]:
    """What an act stands on."""
    event = act.undo.get("competition")
    match act.name:
        case "draw swap":
            return {f"draw {event}", *_gives(act)} - {f"swaps {event}"}
        case "draw" | "draw undo":
            return {f"draw {event}", f"swaps {event}"}
        case "event add":
            return {*_gives(act), f"tournament {act.undo['tournament']}"}
    return _gives(act)


def _deletes_event_of(later: Act, act: Act) -> bool:
    """Whether a later act has deleted the event that this one was about."""
    event = act.undo.get("competition"), act.detail.get("event")
    return later.name == "event delete" and event == (later.undo["competition"], later.detail["event"])


def _blocking(book: Book, act: Act, error: DeskError) -> Callable[[Act], bool]:
    """Which acts a refusal is due to."""
    event = act.undo.get("competition")
    if error.reason == "entry_in_draw" and event is None:  # of an import
        key = error.facts["key"]
        return lambda other: other.name == "draw" and other.detail.get("event") == key
    if error.reason in ("returned_not_drawn", "entry_in_draw", *_BY_DRAW):
        return lambda other: other.name == "draw" and other.undo.get("competition") == event
    if error.reason == "event_entered":
        return lambda other: other.name == "entries add" and other.undo.get("competition") == event
    matches: set[str | None] = set()
    for why in error.facts.get("later", ()):
        if why["reason"] == "later_match":
            matches.add(why["facts"]["match"])
        elif why["reason"] == "later_stage_begun":
            matches |= _begun(book, _competition_of(book, act), why["facts"]["position"])
    if error.reason in ("played_draw_stands", "called_draw_stands", "round_begun"):
        matches |= _begun(book, _competition_of(book, act), None)
    reasons = {error.reason, *(why["reason"] for why in error.facts.get("later", ()))}
    if reasons & {"later_round_drawn", "round_drawn_since"}:
        owner = _competition_of(book, act)
        own = None if owner is None else owner.id
        return lambda other: other.name == "draw" and other.undo.get("competition") == own
    if error.reason == "swap_round_begun":
        matches |= _begun(book, _competition_of(book, act), act.undo.get("stage"))
    return lambda other: other.match is not None and other.match in matches


def _begun(book: Book, competition: Competition | None, position: int | None) -> set[str | None]:
    return {
        each.id
        for each in book.fixtures(None if competition is None else competition.id)
        if each.state in BEGUN and not advancing.is_automatic(each) and position in (None, each.stage)
    }


# How each is taken back


#: Why a value of an entry or an event stays while the event is drawn.
_BY_DRAW = (
    "drawn_with_value",
    "begun_with_value",
    "drawn_by_rules",
    "begun_by_rules",
    "stage_drawn",
    "stage_begun",
)


def _match(book: Book, undo: Json) -> tuple[Fixture, Competition]:
    fixture = finding.fixture(book, undo["match"])
    competition = finding.competition_of(book, fixture)
    entering.tournament_of(book, competition)
    return fixture, competition


def _call(book: Book, undo: Json, reason: str, actor: str, at: int) -> None:
    fixture, _ = _match(book, undo)
    if fixture.state == "done":
        clearing.check(book, fixture)  # a table's own result says so
    calling.recall(book, fixture, False)


def _recall(book: Book, undo: Json, reason: str, actor: str, at: int) -> None:
    fixture, _ = _match(book, undo)
    calling.call(book, fixture, undo["table"], undo["umpire"], None, at)


def _line_up(book: Book, undo: Json, reason: str, actor: str, at: int) -> None:
    fixture, _ = _match(book, undo)
    if fixture.state not in ("waiting", "ready"):
        raise DeskError("players_were_named", match=fixture.id, state=fixture.state)
    named = {side: people for side, people in (fixture.line_up or {}).items() if side != undo["side"]}
    if undo["players"]:
        named[undo["side"]] = undo["players"]
    book.put_fixture(replace(fixture, line_up=named or None))


def _result(book: Book, undo: Json, reason: str, actor: str, at: int) -> None:
    """Take a result by hand or a walk-over away; what the desk had given before it counts again."""
    fixture, competition = _match(book, undo)
    if undo["how"] == "report":
        raise DeskError("act_of_report_before", match=fixture.id)
    if undo["how"] == "hand":
        _give(book, competition, fixture, undo, reason, actor, at)
        return
    cleared = clearing.clear(book, competition, fixture, reason, actor, at)
    if undo["how"] == "walk_over":
        _give(book, competition, finding.fixture(book, fixture.id), undo, reason, actor, at)
        return
    clearing.require_nothing_later(cleared)


def _cleared(book: Book, undo: Json, reason: str, actor: str, at: int) -> None:
    fixture, competition = _match(book, undo)
    _give(book, competition, fixture, undo, reason, actor, at)


def _give(
    book: Book, competition: Competition, fixture: Fixture, undo: Json, reason: str, actor: str, at: int
) -> None:
    """Give the match the result that the desk had given before."""
    result = Result.from_json(undo["result"])
    if undo["how"] == "hand":
        correcting.enter(book, fixture, result, reason, actor, at, False)
        return
    calling.walk_over(book, fixture, result.winner, at, early=True)
    correcting.follow_up(book, competition, fixture.id, at, False)


def _draw(book: Book, undo: Json, reason: str, actor: str, at: int) -> None:
    competition = _event(book, undo)
    swiss_rounds.require_not_at_table(book, competition)
    drawing.undraw(book, competition)


def _draw_undo(book: Book, undo: Json, reason: str, actor: str, at: int) -> None:
    """Draw with the same seed; the same swaps are made again, by who takes this back."""
    competition = _event(book, undo)
    drawing.draw(book, competition, undo["seed"])
    competition = _event(book, undo)
    advancing.advance(book, competition, at)
    for a, b in undo["swaps"]:
        swapping.swap(book, competition, a, b, reason, actor, at)
    if _pairs(book, competition, undo.get("round", 1)) != undo["pairs"]:
        raise DeskError("draw_not_as_before", event=competition.name, seed=undo["seed"])


def _swap(book: Book, undo: Json, reason: str, actor: str, at: int) -> None:
    swapping.swap_back(book, _event(book, undo), undo["a"], undo["b"], undo["stage"], at)


def _withdraw(book: Book, undo: Json, reason: str, actor: str, at: int) -> None:
    competition = _event(book, undo)
    entry = finding.entry(book, competition, undo["entry"])
    if undo.get("reserve"):
        reserves.put(book, competition, entry, undo["reserve"])
        return
    entering.take_in(book, competition, entry)
    _require_nothing_later(book, competition, entry.title, 1, at)


def _require_nothing_later(book: Book, competition: Competition, title: str, stage: int, at: int) -> None:
    _, later = clearing.follow(book, competition, stage, at)
    if later:
        raise DeskError("return_changes_later", entry=title, later=[why.to_json() for why in later])


def _return(book: Book, undo: Json, reason: str, actor: str, at: int) -> None:
    competition = _event(book, undo)
    entering.withdraw(book, competition, finding.entry(book, competition, undo["entry"]))
    if undo.get("reserve"):
        entry = finding.entry(book, competition, undo["entry"])
        reserves.put(book, competition, entry, undo["reserve"])
    correcting.follow_all(book, competition, at, False)


def _withdrawals(book: Book, undo: Json, reason: str, actor: str, at: int) -> None:
    competition = _event(book, undo)
    owner = entering.tournament_of(book, competition)
    withdrawals.choose(book, owner, competition.key, undo["count"])
    correcting.follow_all(book, competition, at, False)


def _rounds(book: Book, undo: Json, reason: str, actor: str, at: int) -> None:
    competition = _event(book, undo)
    swiss_rounds.set_rounds(book, competition, undo["count"])
    advancing.advance(book, _event(book, undo), at)


def _settings(book: Book, undo: Json, reason: str, actor: str, at: int) -> None:
    owner = finding.tournament(book, undo["tournament"])
    both = {**owner.settings, **undo["settings"]}
    book.set_tournament(owner.id, settings={name: each for name, each in both.items() if each is not None})


def _ruleset(book: Book, undo: Json, reason: str, actor: str, at: int) -> None:
    saved_rulesets.remove(book.connection, undo["ruleset"])
    if undo["before"] is not None:
        saved_rulesets.put(book.connection, SavedRuleset(**undo["before"]))


def _decide(book: Book, undo: Json, reason: str, actor: str, at: int) -> None:
    competition = _event(book, undo)
    book.remove_last_decision(undo["stage"], undo["group"])
    stage = stage_standings.stage_of(book, competition, undo["position"])
    _, later = clearing.follow(book, competition, stage.position, at)
    if later:
        raise DeskError("later_match_called", later=[why.to_json() for why in later])


def _event_deleted(book: Book, undo: Json, reason: str, actor: str, at: int) -> None:
    """Bring the event back, and draw it as it was, if its entries have the ids by which their lots were
    drawn, and the same seed gives the same draw.
    """
    made = entries.bring_back(book, undo, at)
    ids = {entry.id for entry in book.entries(made.id)}
    if not undo["draw"] or ids != {kept["entry"] for kept in undo["entries"]}:
        return
    trial = book.connection.begin_nested()
    try:
        _draw_undo(book, {**undo["draw"], "competition": made.id}, reason, actor, at)
        trial.commit()
    except DeskError:
        trial.rollback()


def _of_entries(name: str) -> Callable[[Book, Json, str, str, int], None]:
    """How an act of taking_back_entries.py is taken back."""
    return lambda book, undo, reason, actor, at: entries.WAYS[name](book, undo, at)


_WAYS: Mapping[str, Callable[[Book, Json, str, str, int], None]] = {
    **{name: _of_entries(name) for name in entries.WAYS},
    "event delete": _event_deleted,
    "import": taking_back_imports.take_back,
    "call": _call,
    "call next": _call,
    "recall": _recall,
    "line-up": _line_up,
    "walk-over": _result,
    "result": _result,
    "result cleared": _cleared,
    "draw": _draw,
    "draw undo": _draw_undo,
    "draw swap": _swap,
    "entry withdraw": _withdraw,
    "entry return": _return,
    "withdrawals": _withdrawals,
    "rounds": _rounds,
    "tournament settings": _settings,
    "ruleset saved": _ruleset,
    "ruleset removed": _ruleset,
    "decide": _decide,
}

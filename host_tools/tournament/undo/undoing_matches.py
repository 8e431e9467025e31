"""Takes back what was done to matches, draws and settings: calls, results, swaps, withdrawals. Each act keeps
what that needs; `taking_back_order` knows which acts stand on which.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from host_tools.store import saved_rulesets
from host_tools.store.saved_rulesets import SavedRuleset
from host_tools.tournament.entries import entering, reserves
from host_tools.tournament.matches import calling, clearing, correcting, end_orders, swapping
from host_tools.tournament.model import finding
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Decision, Fixture, Result, Side
from host_tools.tournament.rounds import advancing, drawing, shoot_out_matches, swiss_rounds
from host_tools.tournament.standings import stage_standings, withdrawals
from host_tools.tournament.undo import undoing_entries as entries
from host_tools.tournament.undo.undoing_entries import event_of as _event

Json = dict[str, Any]


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


# How each is taken back


def _match(book: Book, undo: Json) -> tuple[Fixture, Competition]:
    fixture = finding.fixture(book, undo["match"])
    competition = finding.competition_of(book, fixture)
    finding.tournament_of(book, competition)
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
    owner = finding.tournament_of(book, competition)
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
    if "replaced" in undo:
        order = tuple((entry, score) for entry, score in undo["replaced"]["order"])
        again = Decision(undo["replaced"]["kind"], order, undo["group"])
        book.add_decision(undo["stage"], again, at, actor)
    stage = stage_standings.stage_of(book, competition, undo["position"])
    _, later = clearing.follow(book, competition, stage.position, at)
    if later:
        raise DeskError("later_match_called", later=[why.to_json() for why in later])


def _shoot_out(book: Book, undo: Json, reason: str, actor: str, at: int) -> None:
    competition = _event(book, undo)
    shoot_out_matches.remove(book, undo["matches"])
    advancing.advance(book, competition, at)


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


#: How each act is taken back, with the reason for it, by whom and when.
WAYS: Mapping[str, Callable[[Book, Json, str, str, int], None]] = {
    "event delete": _event_deleted,
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
    "shoot-out": _shoot_out,
}

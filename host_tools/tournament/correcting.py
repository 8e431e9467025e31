"""Results by the organiser's word: typed in where no table reported, or put in the place of another one."""

from dataclasses import replace

from host_tools.tournament import advancing, finding, judging
from host_tools.tournament.book import Book
from host_tools.tournament.errors import DeskError
from host_tools.tournament.model import Correction, Decision, Fixture, Place, Result, Stage
from host_tools.tournament.results import Typed


def enter(
    book: Book, one: Fixture, told: Result | Typed, reason: str, who: str, at: int, force: bool
) -> list[str]:
    """The result of a match, by hand: typed in, then judged by the match's rules, or one that is known. The
    ids of the matches that changed: none when the same was entered last. It is marked, and stands against
    whatever a table reports.

    Refused when a later match was called with a side that it would change, unless `force`: then those matches
    are marked. DeskError.
    """
    of = finding.competition_of(book, one)
    if one.state in ("waiting", "bye", "off"):
        words = {"waiting": "waits for its players", "bye": "is a bye", "off": "is not needed"}
        raise DeskError(f"Match {one.id} {words[one.state]}: it can have no result.")
    if not reason.strip():
        raise DeskError("A result that is entered by hand needs a reason (--reason).")
    result = judging.judge(of, one, told) if isinstance(told, Typed) else told
    if one.by_hand and one.result == result and _last_reason(book, of.id, one.id) == reason.strip():
        return []  # said twice
    book.add_correction(Correction(one.id, at, who, reason.strip(), one.result, result))
    # A correction does not make the match end later.
    ended = at if one.result is None else one.decided_at
    put = replace(one, state="done", result=result, decided_at=ended, note="")
    book.put_fixture(put)
    book.set_fixture(one.id, journal=None, first_seq=None)
    changed = [one.id, *advancing.advance(book, of, at)]
    wrong = advancing.contradictions(book, of)
    if wrong and not force:
        later = "; ".join(f"match {match}: {note}" for match, note in wrong.items())
        raise DeskError(
            f"This would change who plays in a match that has been called. {later} Recall or decide that "
            "match first, or use --force: then it stays as it is and is marked."
        )
    return list(dict.fromkeys([*changed, *advancing.note_contradictions(book, of)]))


def _last_reason(book: Book, competition_id: int, match: str) -> str | None:
    found = [each.reason for each in book.corrections(competition_id) if each.fixture == match]
    return found[-1] if found else None


def check_decision(stage: Stage, lines: list[Place], decision: Decision) -> None:
    """Raises DeskError unless the decision orders entries of this group, each once."""
    there = {line.entry for line in lines}
    named = [entry for entry, _ in decision.order]
    if not named or len(set(named)) != len(named) or not set(named) <= there:
        raise DeskError(f"A decision names entries of {stage.name or stage.kind}, each once, the best first.")

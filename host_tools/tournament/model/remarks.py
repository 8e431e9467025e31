"""What is remarked in a tournament, beside its words: notes of matches, corrections of results, reports of
tables that do not count by themselves, and why an entry has its place.

Organiser's pages, API and command line have these in English, paper has places in the current language. The
public pages have separate words for the step of a place and its figures (web/pages/fixtures.py).
"""

from collections.abc import Callable, Mapping
from typing import Any

from host_tools.laws.refusals import TOLD, of_answer
from host_tools.reasons import Reasons, Translate, untranslated
from host_tools.tournament.model.model import (
    Correction,
    Place,
)
from host_tools.tournament.reasons import FORMS

#: The note of a match. other_result: the organiser's counts. called_with: with another side than the results
#: before it now give. withdrawn: a walk-over, since an entry has withdrawn; with `entries` (ids): these
#: withdrew before the match was decided, by whom and however it is.
NOTES = Reasons(
    {
        "refused": "Table {table} refuses it: {answer:answer}. Recall it, or call it to another table.",
        "other_result": "The table reports another result: {score} (table {table}).",
        "called_with": "It was called with {called:entry}; by the results before it: {instead:entry}.",
        "withdrawn": "withdrawn",
    },
    forms=FORMS,
    tables=TOLD,
)

#: Why Boardside itself recorded a correction. cmn: the match's id there, when it was played, and the file's
#: name.
CORRECTIONS: Mapping[str, str] = {
    "as_played": "confirmed at the table after the result by hand, which stands",
    "cmn": "CMN {cmn}, played {played}, from {file}",
    "imported": "imported from {file}",
}


def note(code: str | None, facts: Mapping[str, Any]) -> str:
    """The note of a match (Fixture.note_code, note_facts); "" when there is none."""
    return "" if code is None else NOTES.cause(code, **facts).say()


def note_facts(code: str | None, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a note for scripts: an `answer` also has its words, as `why`."""
    return {**facts, "why": of_answer(**facts["answer"])} if code == "refused" else dict(facts)


def correction(correction: Correction) -> str:
    """Why a result was corrected: the reason that a person gave, or the words of the code that Boardside
    recorded.
    """
    return (
        correction.reason
        if correction.code is None
        else CORRECTIONS[correction.code].format_map(correction.facts)
    )


def of_report(reason: str, table: int, facts: Mapping[str, Any], is_confirmed: bool) -> str:
    """ "Table 6 reports a result; it was called to table 5." is_confirmed: it has a result."""
    subject = "a result" if is_confirmed else "a match in play"
    words = REPORTS[reason](table, facts)
    again = facts.get("again")
    if again:
        words += f" It was {again} before; the table has come to another result since."
    return f"Table {table} reports {subject}; {words}"


def _called(facts: Mapping[str, Any]) -> str:
    called = facts.get("called")
    return "it is called to none" if called is None else f"it is called to table {called}"


def _recalled(table: int, facts: Mapping[str, Any]) -> str:
    if facts.get("called") == table:
        return "it was confirmed before the match was called there once more."
    return f"it was called there once, and that call was taken back: {_called(facts)}."


def _other_names(_table: int, facts: Mapping[str, Any]) -> str:
    called, reported = _sides(facts.get("sent")), _sides(facts.get("names"))
    return f"it was called with other names: {called}, there {reported}."


def _sides(names: Mapping[str, list[str]] | None) -> str:
    return " - ".join(" / ".join((names or {}).get(side) or []) or "?" for side in "ab")


#: Why a match at a table that has a planned match's id does not count by itself
#: (docs/organiser/tournament.md). recalled: that call was taken back or replaced. other_names: its players
#: are not those that the desk sent. twice: another match of the same call counts or may count.
REPORTS: Mapping[str, Callable[[int, Mapping[str, Any]], str]] = {
    "other_table": lambda _, facts: f"{_called(facts)}.",
    "not_called": lambda *_: "the match is not called to any table.",
    "recalled": _recalled,
    "other_call": lambda *_: "the match there was not begun by the call.",
    "other_names": _other_names,
    "broken_seal": lambda *_: "its seal does not fit its events: `boardside verify` says where.",
    "twice": lambda *_: "this table has started the same match twice.",
    "exchanged": lambda _, facts: f"its device was exchanged, the match went on at table {facts.get('to')}.",
}


#: What a step of a tie-break counts.
COUNTED: Mapping[str, str] = {
    "points": "points",
    "wins": "matches won",
    "buchholz": "Buchholz",
    "net": "net points",
    "scored": "points scored",
    "twenties": "20s",
    "points_tied": "points among those level",
    "twenties_tied": "20s in games among those level",
    "twenties_all": "20s in all games",
    "shoot_out": "shoot-out",
    "toss": "toss",
    "organiser": "the organiser's decision",
}
#: Why an entry has its place. `by_step` has `counted`, `level_with_others` has `count`; a round of a knockout
#: has `stage` (as in the Laws) and `round`, and `withdrawn` where the entry has left. {where}: that round.
PLACES: Mapping[str, str] = {
    "by_step": "{counted} {figure} against {against}",
    "only_entry": "the only entry",
    "level_with_one": "level with one other",
    "level_with_others": "level with {count} others",
    "withdrawn": "withdrawn",
    "no_match": "has no match",
    "not_played": "has not played yet",
    "still_in": "still in: {where}",
    "won": "won {where}",
    "nobody_in_final": "nobody to play in the final",
    "through": "through {where}",
    "lost": "lost {where}",
    "lost_by_walk_over": "lost {where} by walk-over",
    "third_open": "still in: the match for third place",
    "third_won": "won the match for third place",
    "third_nobody": "nobody to play for third place",
    "third_lost": "lost the match for third place",
}
#: Why an external stage has no standing here.
UNRANKED: Mapping[str, str] = {
    "rounds_missing": "not all its rounds are in Boardside: import SoL's export again",
    "other_results": "SoL has other results of rounds that it has ranked: make them agree, and import again",
    "best_of_three": "SoL ranks matches of three games by what its cards have",
    "knockout": "SoL ranks a knockout by its rounds",
    "retirements": "SoL estimates points for who has dropped out",
}
_ROUNDS = {
    "final": "the final",
    "semi_final": "the semi-final",
    "quarter_final": "the quarter-final",
    "pre_quarter_final": "the pre-quarter-final",
}
_ROUND = "round {round}"


OPEN, WITHDRAWN, AND = "{why}; a shoot-out decides", "{why} (withdrawn)", "{one} and {other}"
CONTEXT = "place"


def why(place: Place, translate: Translate = untranslated) -> str:
    """The reason with its figures, and what is still open."""

    def words(text: str, **facts: object) -> str:
        return translate(CONTEXT, text).format_map(facts)

    facts = dict(place.facts)
    if "counted" in facts:
        against, *others = map(str, place.against)
        for other in others:
            against = words(AND, one=against, other=other)
        facts |= {"counted": words(COUNTED[facts["counted"]]), "figure": place.figure, "against": against}
    if "stage" in facts:
        facts["where"] = words(_ROUNDS.get(facts["stage"], _ROUND), round=facts["round"])
    text = words(PLACES[place.reason], **facts)
    if place.open:
        text = words(OPEN, why=text)
    return words(WITHDRAWN, why=text) if facts.get("withdrawn") else text


def marked() -> list[tuple[str | None, str]]:
    """(context, English text) of everything that needs a translation."""
    texts = (*COUNTED.values(), *PLACES.values(), *_ROUNDS.values(), _ROUND, OPEN, WITHDRAWN, AND)
    own = [(CONTEXT, text) for text in texts]
    return own + [(None, text) for text in CORRECTIONS.values()]

"""Puts score cards on paper, to be signed: the texts of a card and its form, in the current language.

The form is the ICF's (Laws XIX): its header, columns 1 to 7, remarks, signatures; a column for remarks on a
board is added. Crokinole's has 20s, discs and points, and after each game the room in which the opponent
writes ID number and initials (WCC, Scorecards). `templates/card.typ` draws it.
"""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from host_tools.exports.card import CORRECTED, NIL, OVERRIDE, Card, GameCard, Half, Line
from host_tools.exports.typesetting import Part, Progress, typeset
from host_tools.i18n import gettext as _
from host_tools.i18n import pgettext
from host_tools.i18n.labels import Words

MARKS = {OVERRIDE: "*", CORRECTED: "\u2020"}


def render(
    cards: Sequence[Card],
    moment: datetime,
    fonts: Sequence[Path] | None = None,
    progress: Progress = lambda done, total: None,
) -> tuple[bytes, str]:
    """The PDF of these cards, and one line about letters that no font has ("": none). The same cards and
    moment give the same bytes. fonts, progress: as for `typeset`. Raises ExportError.
    """
    return typeset(
        _("Score cards"), parts(cards), moment, fonts=fonts, spellings=spellings(cards), progress=progress
    )


def parts(cards: Sequence[Card]) -> list[Part]:
    """The cards as parts of a document."""
    return [{"kind": "card", "card": _data(card)} for card in cards]


def spellings(cards: Sequence[Card]) -> dict[str, str]:
    """The Latin spellings of the players' names."""
    return {name: latin for card in cards for name, latin in card.latin.items()}


def _data(card: Card) -> dict[str, Any]:
    header = asdict(card.header)
    return {
        "words": _form(card) | _words(card),
        "header": header | {"number": card.header.number or card.header.match},
        "names": [list(names) for names in card.names],
        "teams": list(card.teams),
        "winner": card.winner,
        "won_by": _side(card, "ab".index(card.winner)) if card.winner else "",
        "result": card.result,
        "standing": card.standing,
        "decided": _decided(card),
        "has_banner": bool(card.decided or card.table_had),
        "table_had": card.table_had,
        "toss_won_by": card.toss_won_by,
        "choice": card.choice,
        "started": card.started,
        "finished": card.finished,
        "games": [_game(game) for game in card.games],
        "remarks": [*card.remarks, *_legend(card)],
        "foot": _foot(card),
    }


def _decided(card: Card) -> str:
    if not card.decided:
        return Words().get("phase", "nothing")
    return _("Official result: {how}", how=card.decided[:1].lower() + card.decided[1:])


def _form(card: Card) -> dict[str, Any]:
    """The names of the columns and fields of one sport, and whether its columns are numbered, as in the ICF's
    form, and its games checked by both opponents.
    """
    if card.sport == "crokinole":
        return {
            "title": _("Scorecard"),
            "number": pgettext("card", "Round"),
            "breaker": pgettext("card", "First shot"),
            "first": pgettext("card", "20s"),
            "second": pgettext("card", "Discs"),
            "total": pgettext("card", "Points"),
            "table": _("Table No."),
            "remarks": _("Remarks of referee"),
            "officials": [_("Referee"), _("Tournament director")],
            "numbered": False,
            "checks": True,
        }
    return {
        "title": _("Score card"),
        "number": pgettext("card", "Board"),
        "breaker": pgettext("card", "Break by"),
        "first": pgettext("card", "Queen"),
        "second": _("No. of c/m"),
        "total": _("Grand total"),
        "table": _("C/B No."),
        "remarks": _("Remarks of Umpire"),
        "officials": [pgettext("match", "Umpire"), _("Chief Referee")],
        "numbered": True,
        "checks": False,
    }


def _words(card: Card) -> dict[str, Any]:
    """The other words of a form."""
    officials = _form(card)["officials"]
    return {
        "tournament": _("Championship / Tournament"),
        "event": _("Event"),
        "round": pgettext("match", "Round"),
        "date": _("Date"),
        "time": _("Time"),
        "match": _("Match No."),
        "umpire": pgettext("match", "Umpire"),
        "toss": _("Toss won by"),
        "choice": _("Choice of toss winner"),
        "started": _("Starting time"),
        "finished": _("Finishing time"),
        "sides": [_label(card, index) for index in (0, 1)],
        "heads": [_side(card, index) for index in (0, 1)],
        "winner": _("Winner"),
        "remark": _("Remarks"),
        "game": pgettext("card", "Game"),
        "checked": [_("ID No., initials {side}", side=side) for side in "AB"],
        "won_by": _("Match won by"),
        "table_had": _("The table had, as written below"),
        "signatures": [
            *(_signature(card, index) for index in (0, 1)),
            _("{official}'s signature", official=officials[0]),
            officials[1],
        ],
        "page": _("Page {page} of {pages}", page="{page}", pages="{pages}"),
    }


def _side(card: Card, index: int) -> str:
    return " / ".join(card.names[index]) or _("Player/s {side}", side="AB"[index])


def _label(card: Card, index: int) -> str:
    label = _("Player/s {side}", side="AB"[index])
    return f"{label}, {_('No. {number}', number=card.ids[index])}" if card.ids[index] else label


def _signature(card: Card, index: int) -> str:
    if card.winner and card.winner != "ab"[index]:
        return _("Loser's signature: {players}", players=_side(card, index))
    return _("Signature: {players}", players=_side(card, index))


def _game(game: GameCard) -> dict[str, Any]:
    return {
        "title": _("Game No. {number}", number=game.number),
        "lines": [_line(line) for line in game.lines],
        "score": [str(points) for points in game.score] or ["", ""],
        "twenties": [str(count) for count in game.twenties] or ["", ""],
        "how": game.how,
    }


def _line(line: Line) -> dict[str, Any]:
    return asdict(line) | {"mark": MARKS.get(line.mark, ""), "a": _half(line.a), "b": _half(line.b)}


def _half(half: Half) -> dict[str, Any]:
    nil = pgettext("card", "Nil")
    return {key: nil if value == NIL else value for key, value in asdict(half).items()}


def _legend(card: Card) -> list[str]:
    """What the marks of boards mean, as a line of the remarks."""
    legend = {OVERRIDE: _("* set by the umpire"), CORRECTED: _("\u2020 corrected against the strokes")}
    marks = {line.mark for game in card.games for line in game.lines if line.mark}
    return [f"{'; '.join(legend[mark] for mark in sorted(marks))}."] if marks else []


def _foot(card: Card) -> list[str]:
    """The small print at the foot: two lines at most."""
    match = _("Match {match}", match=card.header.match) if card.header.number else ""
    if card.proof is None:
        return [" \u00b7 ".join(filter(None, ("Boardside", match)))]
    proof = card.proof
    events = _(
        "{count} events from number {first} of journal {journal}",
        count=proof.events, first=proof.first_seq, journal=proof.journal,
    )  # fmt: skip
    record = _("Record: {seal}", seal=proof.seal)
    check = _("check with: {command}", command="boardside verify")
    chain = _("Hash chain {head}", head=proof.head) if proof.head else ""
    return [" \u00b7 ".join((record, events, check)), " \u00b7 ".join(filter(None, (match, chain)))]

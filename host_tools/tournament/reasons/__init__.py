"""What the desk refuses or remarks: every reason of a tournament beside its sentence, by what it is about.

Each door has its own words for what to do about it (DOORS): a page names its button, the command line its
command or option, a script its field.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from host_tools.glyphs import lines as glyphs
from host_tools.laws.refusals import TOLD
from host_tools.orders import ORDERS
from host_tools.reasons import Form, Reasons
from host_tools.store.reasons import REFUSALS
from host_tools.tournament.reasons import draw, files, matches, setup

_EVENT, _ENTRY, _MATCH = "the event’s page", "the entry’s page", "the match’s page"
_TOURNAMENT = "the tournament’s page"

#: At the command line, on a page, and for scripts where those have a word of their own.
DOORS: Mapping[str, Sequence[str]] = {
    # To do it all the same, and what is said with it.
    "anyway": ("--anyway", "the box below", "`anyway`"),
    "early": ("give --early", "tick the box below", "send `early`"),
    "force": ("--force", "the box below", "`force`"),
    "with_later": ("--with-later", "the box beside it", "`with_later`"),
    "replace": ("--replace", "tick “replace it”", "`replace`"),
    "again": (" with --known {version}", "", " with {version} as `known`"),
    "a_reason": ("a reason (--reason)", "a reason, which is shown next to the result", "a `reason`"),
    "a_clearing": ("a reason (--reason)", "a reason, which is kept in the record", "a `reason`"),
    "score_line": ("Asha=8", "8"),
    "winner_option": (" (--winner a or b)", "", " (`winner`)"),
    # Tournaments and events.
    "new_tournament": ("`boardside tournament new KEY NAME`", _TOURNAMENT),
    "edit_tournament": ("`boardside tournament set`", _TOURNAMENT),
    "close_tournament": ("`boardside tournament close`", f"“Close” on {_TOURNAMENT}"),
    "open_tournament": ("`boardside tournament close --undo`", "“Open again” under “Closed ones”"),
    "list_acts": ("`boardside tournament acts`", f"“Take an act back” on {_TOURNAMENT}"),
    "add_event": ("`boardside event add KEY NAME`", f"“Add an event” on {_TOURNAMENT}"),
    "add_event_of": (
        "`boardside event add KEY NAME --stage {kind}`",
        f"“Add an event” on {_TOURNAMENT}",
    ),
    "edit_event": ("`boardside event set`", f"“Edit” on {_EVENT}"),
    "set_games": ("`boardside event set {key} --games 1`", f"“Games in a match” under “Edit” on {_EVENT}"),
    "set_rounds": ("`boardside event set --rounds`", f"“Set the rounds” on {_EVENT}"),
    # Entries.
    "list_entries": ("`boardside entries list`", _EVENT),
    "who_is_it": (
        "yes: `boardside entries join {number} {other_number}`; no: `entries join --part`",
        f"“One person, or two?” on {_ENTRY}",
        "`join` or `part`",
    ),
    "enter_reserve": ("`boardside entries add NAME --reserve`", f"“Enter a reserve” on {_EVENT}"),
    "make_reserve": ("`boardside entries edit NAME --reserve 1`", f"“Reserve” on {_ENTRY}"),
    "fill_place": ("`boardside event fill`", "“Give it a place” on the page of the reserve"),
    "withdraw": ("`boardside entries withdraw`", f"“Withdraw” on {_ENTRY}"),
    "return_entry": ("`boardside entries withdraw --return`", f"“Take in again” on {_ENTRY}"),
    # The draw.
    "draw": ("`boardside draw {key}`", f"“Draw” on {_EVENT}"),
    "undo_draw": ("`boardside draw {key} --undo`", f"“Take … back” under “Draw” on {_EVENT}"),
    "swap": ("`boardside draw --swap`", f"“Exchange two entries by hand” on {_EVENT}"),
    # Calls and results.
    "list_matches": ("`boardside matches`", _EVENT),
    "call": ("`boardside call`", f"“Call it” on {_MATCH}"),
    "call_there": (" (`boardside call {match} {table} --force`)", "", ""),
    "recall": ("`boardside call {match} --recall`", f"“Take the call back” on {_MATCH}"),
    "recall_any": ("`boardside call --recall`", f"“Take the call back” on {_MATCH}"),
    "recall_played": ("`boardside call {match} --recall --force`", f"“Take the call back” on {_MATCH}"),
    "walk_over": ("`boardside result MATCH --walkover none`", f"“Walk-over” on {_MATCH}"),
    "enter_result": ("`boardside result {match}`", _MATCH),
    "enter_results": ("`boardside result`", _MATCH),
    "decide_protest": (
        "`boardside protests {match} uphold`, or overrule",
        f"“To decide” on {_TOURNAMENT}",
    ),
    "decide_protests": ("`boardside protests`", f"“To decide” on {_TOURNAMENT}"),
    "list_protests": ("`boardside protests --all`", f"“Protests” on {_MATCH}"),
    "decide_reports": ("`boardside reports`", f"“To decide” on {_TOURNAMENT}"),
    "leave_report": ("`boardside reports {number} leave`", f"“To decide” on {_TOURNAMENT}"),
}

_NO_RESULT = {"waiting": "waits for its players", "bye": "is a bye", "off": "is not needed"}
_OVER = {"done": "is decided", "bye": "is a bye", "off": "is not needed any more"}
_WAITING = {"ready": "is to be played", "off": "is not needed"}
_MEMBERS = {"singles": "players", "doubles": "pairs"}
_EXAMPLES = {"carrom": "25-10 12-25 25-20", "crokinole": "5-3 3-5 6-2"}
_QUESTIONS = {
    "table": "Which table?",
    "protest": "Which protest?",
    "seeding": "The seeding",
    "position": "The place in the list",
    "rounds": "How many rounds?",
    "rest": "How many minutes of rest?",
    "entry": "Which entry?",
    "stage": "Which stage?",
    "group": "Which group?",
}
_HOW = {"walk_over": "walk-over", "conceded": "conceded", "lost": "by ruling"}


def games(points: Sequence[Sequence[int]]) -> str:
    """ "25-10, 3-25"."""
    return ", ".join(f"{a}-{b}" for a, b in points)


def score(result: Mapping[str, Any] | None, scores: bool = True) -> str:
    """A result (`Result.to_json`): "25-10, 12-25, 25-20", "6-2; 20s 12-9", "walk-over", "" without one."""
    if result is None:
        return ""
    text = games(result["games"]) if scores else ""
    if text and any(result["twenties"]):
        text += "; 20s {}-{}".format(*result["twenties"])
    words = _HOW.get(result["how"], "")
    if result["how"] == "walk_over":
        return words
    return f"{text} ({words})" if words and text else text or words or "decided"


def _result(result: Mapping[str, Any]) -> str:
    """With its winner: "25-10, won by A"."""
    won = "" if result["winner"] is None else f"won by {result['winner'].upper()}"
    scores = "" if result["how"] == "entered" and not result["games"] else score(result)
    return ", ".join(filter(None, (scores, won))) or "no winner"


def _ago(minutes: int) -> str:
    return {0: "less than a minute ago", 1: "a minute ago"}.get(minutes, f"{minutes} minutes ago")


def _with_club(player: Mapping[str, Any]) -> str:
    """ "no. 3 Asha (North, licence 17)"."""
    licence = f"licence {player['licence']}" if player["licence"] else ""
    more = ", ".join(filter(None, (player["club"], licence)))
    return f"no. {player['number']} {player['name']}{f' ({more})' if more else ''}"


FORMS: Mapping[str, Form] = {
    # None: not known yet; "": the name was deleted at the request of its owner.
    "entry": lambda title: "nobody yet" if title is None else title or "[erased]",
    "columns": ",".join,
    "column": lambda name: f", column {name}" if name else "",
    "at_line": lambda line: f", line {line}" if line else "",
    "in_line": lambda line: "in this line" if line is None else f"in line {line}",
    "players": lambda players: ", ".join(f"{player['number']} {player['name']}" for player in players),
    "clubs": lambda people: " and ".join(map(_with_club, people)),
    "clubs_of_entries": lambda entries: " and ".join(
        " / ".join(map(_with_club, people)) for people in entries
    ),
    "protests": lambda protests: ", ".join(f"{match} no. {number}" for match, number in protests),
    "acts": lambda acts: ", ".join(
        f"act {act['number']} ({act['act']}{' of ' + act['match'] if act['match'] else ''}, {act['who']})"
        for act in acts
    ),
    "at_tables": lambda called: ", ".join(f"{match['match']} (table {match['table']})" for match in called),
    "and_more": lambda count: f" and {count} more" if count else "",
    "ready_elsewhere": lambda halls: "".join(
        f" Ready, but played in {hall['hall']}: {hall['count']}." for hall in halls
    ),
    "games": games,
    "boards": lambda count: f"{count} boards" if count != 1 else "one board",
    "score": score,
    "result": _result,
    "won": lambda side: f"won by side {side.upper()}" if side else "drawn",
    "has_won": lambda side: f"side {side.upper()} has won" if side else "nobody has won",
    "ago": _ago,
    "no_result": _NO_RESULT.__getitem__,
    "over": _OVER.__getitem__,
    "waiting": lambda state: _WAITING.get(state, "waits"),
    "members": _MEMBERS.__getitem__,
    "example": _EXAMPLES.__getitem__,
    "question": lambda field: _QUESTIONS.get(field, f"{field.replace('_', ' ').capitalize()}:"),
}

REASONS = Reasons(
    {**setup.SENTENCES, **files.SENTENCES, **draw.SENTENCES, **matches.SENTENCES},
    forms=FORMS,
    tables=TOLD,
    within=(ORDERS, REFUSALS, glyphs.REMARKS),
    doors=DOORS,
)
cause = REASONS.cause

#: The data changed after somebody looked at it: look again, then decide.
CHANGED = ("result_changed", "report_changed", "cleared_another")

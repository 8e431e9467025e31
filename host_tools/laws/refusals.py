"""What the rules and a table refuse, as sentences: the reason of a `GameError`, and its facts, in words.

The tables here are the closed list of reasons (docs/scripts/refusals.md): what is wrong, then what is allowed
or what to do. The texts are English; `translate` puts each of `SENTENCES` into another language before it is
filled in. The others reach the command line and the organiser's pages only, and are English.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from boardside.game.errors import GameError, compact
from host_tools.console.terminal import visible
from host_tools.reasons import Told, Translate, untranslated

CONTEXT = "refusal"
#: Characters of a fact in a sentence.
LONGEST = 40
#: Facts that are shown as in JSON, names in quotation marks; the others are codes and numbers.
AS_IN_JSON = frozenset({"value", "slam", "queen", "ruleset"})
OR = "{names} or {last}"

SENTENCES: dict[str, str] = {
    # Fields of any event, and of rules.
    "not_an_event": "{value} is not an event: it must be an object with a kind",
    "unknown_kind": "kind: {value} is no event; allowed: {allowed}",
    "missing": "{field}: missing from the event {kind}",
    "null": "{field}: null is not allowed in the event {kind}",
    "not_a_choice": "{field}: {value} must be {allowed}",
    "not_whole": "{field}: {value} must be a whole number {low} to {high}",
    "not_whole_or_null": "{field}: {value} must be a whole number {low} to {high} or null",
    "not_whole_from": "{field}: {value} must be a whole number from {low} up",
    "out_of_range": "{field}: {value} must be {low} to {high}",
    "out_of_range_or_null": "{field}: {value} must be {low} to {high}, or null",
    "not_true_or_false": "{field}: {value} must be true or false",
    "not_a_text": "{field}: {value} must be a text of at most {most} characters",
    "empty_text": "{field}: the text must not be empty",
    "not_hex": "{field}: {value} must be of the digits 0 to 9 and a to f",
    "team_against_itself": "teams: {team} cannot play against itself",
    "control_character": "{field}: {value} has a character that is no text, such as a line break",
    "not_names": '{field}: {value} must be a list of one or two names, e.g. ["Asha"]',
    "not_by_side": '{field}: {value} must be an object with both sides, {{"a": .., "b": ..}}',
    "not_an_object": "{field}: {value} must be an object",
    "seq_not_above": "seq: {value} must be a whole number above {previous}, the one before",
    # The organiser's own rules.
    "unknown_ruleset": "ruleset: {value} is not known; allowed: {allowed}",
    "not_changes": '{field}: {value} must be an object of changes, e.g. {{"points": 23}}',
    "unknown_rule": "{field}: no such rule; allowed: {allowed}",
    "unknown_entry": "{field}: no such {what}; allowed: {allowed}",
    "not_clocks": '{field}: {value} must be an object, e.g. {{"interval": 300000}}',
    "no_majority": "{field}: best of {value} has no majority; allowed: 1, 3, 5, 7 or 9",
    "board_without_end": (
        '{field}: {value} must be 1 to 9 with strokes "vaishali": the board would have no end'
    ),
    "over_foul_last": "{field}: {value} must be 0 to {most}, the penalties foul_last",
    # The phase of the match.
    "no_match": "{kind}: there is no match at this table; begin one first",
    "toss_awaited": "{kind}: the toss is awaited; say who breaks",
    "no_board_in_play": "{kind}: no board is in play yet",
    "board_in_play": "{kind}: a board is in play",
    "change_owed": "{kind}: a change of sides is owed",
    "in_interval": "{kind}: it is the interval",
    "match_decided": "{kind}: the match is decided; undo its last event to change it",
    "result_confirmed": "{kind}: the result is confirmed; undo the confirmation first",
    "not_in_sport": "{kind}: not in {sport}; this match is {ruleset}",
    "other_match": "match: the event is of match {match}, at this table is {here}",
    "two_names_in_singles": "{side}: two names, but the match is singles; give one name, or doubles true",
    # The toss and the trial boards.
    "toss_made": "toss: {side} breaks already; undo the toss, or override breaks",
    "only_break_chosen": "choice: side, but before an extra board only break is chosen (56b)",
    "only_break_by_toss": "choice: side, but by these rules who wins the toss takes the break",
    "toss_gives_break": "breaks: {breaks}, but {won} won the toss and chose {choice}; so {right} breaks (39)",
    "match_has_begun": "trial: the match has begun; trial boards come before it (40)",
    "trial_boards_played": "trial: {most} of {most} trial boards have been played (40)",
    # A board's result.
    "board_without_winner": "winner: the board does not say who won it; give a or b",
    "queen_of_nobody": "queen: {value} is nobody's side; the Queen is a's, b's or on the board",
    "queen_not_told": (
        "queen: null is nobody's side; up to {until} points she is a's, b's or on the board (52b)"
    ),
    "points_over_most": "points: {points} must be 0 to {most}, the most a board gives (55)",
    "ruling_with_none_left": "left: 0 with law: the loser has 1 to 9 c/m on the board",
    "ruling_with_demand": (
        "demand: {demand} with law: points on demand come only with a finishing stroke (87b)"
    ),
    "ruling_with_slam": "slam: a board lost by ruling is no slam (26)",
    "queen_left_on_board": "queen: on the board nobody has won (V9); she is a's or b's",
    "no_pieces_left": "left: 0, but the loser has 1 to 9 pieces on the board (V9)",
    "no_points_on_demand": "demand: {demand}, but there are no points on demand; foul pieces come back (V9)",
    "slam_of_other_colour": "slam: {slam} is not the winner's, who has {colour} in this board (43, 26)",
    "white_slam_without_queen": 'queen: {queen} with slam "white": she is the winner\'s (26)',
    "black_slam_without_queen": "queen: {queen} with slam \"black\": she is a's or b's (26)",
    "slam_not_proper": "slam: it is won properly, with 1 to 9 c/m of the loser left (26)",
    # Stroke by stroke.
    "strokes_not_recorded": (
        "{kind}: strokes are not recorded in this board; set up the board as it stands first (situation)"
    ),
    "breaker_not_known": "play: who breaks is not known yet",
    "seat_of_other_side": "seat: {seat} is not a seat of {side}, who breaks",
    "board_over": "{kind}: the board is over; undo its last stroke, or enter its result",
    "board_to_replay": "{kind}: the board is to be replayed ({law})",
    "place_first": "{kind}: {count} c/m of {side} are to be placed first, or forgone, or have no room",
    "more_than_on_board": "{field}: {value} c/m of {side} cannot go down, {most} are on the board",
    "queen_to_be_covered": "queen: she is not on the board, but to be covered",
    "queen_covered": "queen: she is not on the board, but covered by {side}",
    "queen_without_own_piece": "queen: {side} has had no c/m down (92), so it cannot have pocketed the Queen",
    "untouched_but_down": "touched: without touching any c/m none can go down at the break (44)",
    "break_made": 'before_play: the break has been made, after "Play" (46, 47)',
    "no_technical_foul": "technical: by these rules a foul of {side} is never technical (D16)",
    "not_in_turn": (
        "foul: {side} is not in turn, it has no turn to lose; only a technical foul is possible (63b)"
    ),
    "in_turn_already": "turn: it is the turn of seat {seat} already",
    "dues_written_off": "place: the board is over, dues and penalties are written off (55)",
    "nothing_to_place": "place: no c/m are to be placed now",
    "nothing_to_place_of": "place: no c/m of {side} are to be placed now",
    "both_to_place": "side: c/m of both are to be placed; say whether a's or b's are meant",
    "placed_too_many": "placed: {value} must be 0 to {most}, the others wait",
    # The end of a match, and what comes after it.
    "lost_already": "{side} has lost the match already; undo its last event to change how",
    "protest_open": "confirm: a protest is open, the result is held back till it is ruled on (150)",
    "no_board_to_protest": 'about: no board is in play; "last" is the one just finished',
    "no_such_board": "board: board {board} of game {game} is not finished",
    "no_board_finished": "protest: it is about a board, and none has been finished yet (146)",
    "last_board_too_far_back": (
        "protest: it is about a board, and the last one is too far back; undo what came after it"
    ),
    "no_protest_open": "ruled: no protest is open",
    "protest_not_open": "ruled: no protest {protest} is open",
    "several_protests_open": "protest: several are open; say which of {open}",
    # The umpire's override.
    "cannot_be_set": "{field} cannot be overridden; allowed: {allowed}",
    "nothing_set": "set: nothing to override; allowed: {allowed}",
    "only_games_set_after_end": (
        "override: the match is decided; undo its last event, or set games_a and games_b"
    ),
    "games_over_best_of": "set: games {a}-{b} cannot be in a best of {most}",
    "both_at_game_points": "set: points {a}-{b}, but only one side can have {points} or more (56a)",
    # Undo and redo.
    "nothing_to_undo": "undo: there is nothing to undo in this match",
    "nothing_to_redo": "redo: nothing was undone",
    "undone_already": "of: event {of} is left out already",
    "cannot_be_undone": "of: event {of} cannot be undone; allowed: an event of this match of kind {allowed}",
    "undo_confirmation_first": "undo: the result is confirmed; undo the confirmation (event {confirm}) first",
    "undo_folds_again": "undo: the match has to be folded again without that event",
    # Crokinole alone.
    "unknown_crokinole_rule": "{field}: no such rule of crokinole; allowed: {allowed}",
    "no_majority_nor_all": "{field}: best of {value} has no majority; allowed: 1, 3, 5 ... or all_games true",
    "game_without_end": "{field}: at stage {stage} neither rounds nor points end a game; set one of them",
    "toss_gives_first_shot": (
        "breaks: {breaks}, but {won} won the toss and chose {choice}; so {right} shoots first"
    ),
    # Discs in play.
    "other_round": "number: {number}, but round {due} of game {game} is due",
    "all_discs_shot": "shot: all {discs} discs of each side have been shot; enter the round",
    "last_shot_not_told": "shot: the end buzzer has sounded; say first who has the last shot (last_shot)",
    "no_shot_left": "shot: the end buzzer has sounded and no shot is left; enter the round",
    "twenties_over_discs": "twenty: {count} more would be {total}, but {side} has {discs} discs in a round",
    "last_shot_told": "last_shot: it has been said already; undo that to change it",
    "last_shot_of_nobody": (
        "last_shot: {side}, but a has shot {a} and b {b}, so nobody has one (Tournament Play)"
    ),
    "last_shot_of_other": (
        "last_shot: {side}, but a has shot {a} and b {b}, so only {behind} has one (Tournament Play)"
    ),
    "time_called": "time: it is called already; enter round {round}",
    # A round's result.
    "round_without_winner": (
        "round: no total and no winner; give total, or winner a, b or level, or unshot true"
    ),
    "difference_needs_total": (
        "round: {winner} gets the difference of the totals; give total, or forfeit the game (D464)"
    ),
    "shoot_out_of_twenties": "total: in a shoot-out only 20s count, here {a} and {b} (D466)",
    "unshot_with_result": (
        "unshot: true, but total, winner or twenties are told; without a shot there are none"
    ),
    "unshot_but_counted": (
        "unshot: {a} and {b} shots were counted in round {round}; its discs count (Tournament Play)"
    ),
    "too_many_twenties": "twenties.{side}: {twenties}, but a side has {discs} discs in a round",
    "total_not_of_discs": "total.{side}: {total} is not a multiple of 5; a disc is 20, 15, 10 or 5 (Scoring)",
    "total_too_high": "total.{side}: {total}, but {discs} discs give {most} at most",
    "total_under_twenties": "total.{side}: {total}, but {twenties} 20s alone are {low}",
    "total_over_twenties": (
        "total.{side}: {total}, but {discs} discs with {twenties} 20s among them give {most} at most"
    ),
    "winner_of_level_totals": "winner: {winner}, but the totals are level, {a}-{b}: one point each (Scoring)",
    "level_with_a_winner": "winner: level, but the totals are {a}-{b}: {right} has won the round (Scoring)",
    "winner_of_other_totals": "winner: {winner}, but {a}-{b} is {right}'s round (Scoring)",
    # The end of a match, and the referee's override.
    "only_match_forfeited_after_end": (
        "forfeit: the match is decided; undo its last event, or forfeit the match"
    ),
    "games_over_all": "set: games {a}-{b} cannot be in a match of {most}",
    "points_odd": "set: points {a}-{b}, but a round gives two in all or none, so the sum is even (Scoring)",
    # A table that refuses a command of the host.
    "panel_only": "{kind}: only the umpire can do that, at the table",
    "umpire_busy": "the umpire is entering something; ask again in a moment",
    "match_in_play": "match {match} is in play; the umpire ends it at the table",
    "match_waiting": "match {match} waits there for its toss; say that yours replaces it",
    "result_not_confirmed": "the umpire has not confirmed the result of match {match}",
    "no_match_to_change": "no match is at this table; assign one",
    "other_match_here": "match {here} is at this table, not {match}",
    "hall_without_length": "ms: the hall clock needs its length, 1 to {most} ms",
    "hall_moment_without_left": "ms: what is left at the moment belongs to it",
    "hall_clock_off": "no hall clock is on here; give ms, the time that is left",
    "hall_moment_too_late": "moment: more than a day ahead of the time the host has told",
}

#: A table that refuses an update, or drawn names.
UPDATE: dict[str, str] = {
    "no_loader": "no loader on this table: boardside flash --keep, once, at its cable",
    "update_in_match": "match {match} is in play; a table is updated between matches",
    "firmware_on_trial": "the firmware it has got is still on trial",
    "somebody_at_keys": "somebody is at the keys; ask again in a moment",
    "update_malformed": "update: {do} is no step, or one of its fields is missing or wrong",
    "other_bytecode": "compiled for .mpy version {mpy}, this table's MicroPython takes {takes}",
    "no_room_for_firmware": "the flash has no room for a second firmware ({free} bytes free)",
    "flash_refused": "the flash refused the update (error {error})",
    "begin_first": "the table knows of no such update; begin first",
    "no_other_firmware": "there is no other firmware on this table",
    "letters_unfit": "the drawn names are damaged, or not of the size that this table has",
    "not_signed": "the update is not signed with this table's key",
}

#: Other answers of a table: done, done already, or not stored.
ANSWERS: dict[str, str] = {
    "done": "{kind}: done",
    "in_play_here": "match {match} is in play at this table",
    "confirmed_here": "match {match} is over and confirmed",
    "ended_here": "match {match} has ended at this table",
    "end_asked_here": "the table asks its umpire to end match {match}",
    "not_stored": "not stored, the table is unchanged: {storage}",
}

#: A command that the link refuses before the table decides.
LINK: dict[str, str] = {
    "command_no_object": "the command is no JSON object",
    "command_too_long": "the command is longer than {most} characters, too long for a table",
}

#: Why the table's journal does not store an event, by its error's code (the fact `storage`).
STORAGE: dict[str, str] = {
    "full": "the flash is full; connect the table to the host, which collects and frees",
    "failed": "the flash failed; switch the table off and on",
    "too_long": "the event is too long",
    "version": "a newer firmware wrote the journal; install that one",
    "partition": "the board has no partition for its journal; run `boardside flash`",
    "memory": "memory is short; try again",
}

#: The host's own codes: why it settled a command that no table answered.
SETTLED: dict[str, str] = {
    "expired": "The table could not be reached in time.",
    "damaged": "It is damaged in the database: give it again.",
    "too_long": "The command is too long for a table; shorten the names.",
    "withdrawn": "The command was withdrawn.",
    "recalled": "the call was taken back",
}

ALL: dict[str, str] = {**SENTENCES, **ANSWERS, **LINK, **UPDATE}


def sentence(reason: str, facts: Mapping[str, Any], translate: Translate = untranslated) -> str:
    """A refusal in words, without a full stop.

    translate: from CONTEXT and an English text of `SENTENCES` to the same in another language. A reason of
    another version, or one with missing facts, is shown as reason and facts.
    """
    return _filled(reason, facts, translate) or compact(reason, facts)


def marked() -> list[tuple[str, str]]:
    """(context, English text) of everything that needs a translation."""
    return [(CONTEXT, text) for text in (OR, *dict.fromkeys(SENTENCES.values()))]


def of_error(error: GameError, translate: Translate = untranslated) -> str:
    """The sentence for this error."""
    return sentence(error.reason, error.facts, translate)


def of_answer(
    code: str | None, message: str | None, reason: str | None = None, facts: Mapping[str, Any] | None = None
) -> str:
    """Why a command to a table is as it is; "" when nothing tells it.

    A table answers with a code, a short line, and mostly a reason with facts. The line is stored, too: a
    table of another version may have reasons that this host does not know.
    """
    if reason is not None:
        message = _filled(reason, facts or {}, untranslated) or message
    return message or SETTLED.get(code or "", "")


def of_row(row: Mapping[str, Any]) -> str:
    """`of_answer` for a row of the outbox (`store.rows.CommandRow`)."""
    return of_answer(row["code"], row["message"], row["reason"], row["facts"])


def show(value: object) -> str:
    """A value as in JSON, at most LONGEST characters of it."""
    if value is None or value is True or value is False:
        return json.dumps(value)
    text = visible(f'"{value}"' if isinstance(value, str) else str(value), lines="")
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def choices(names: Iterable[object], translate: Translate = untranslated) -> str:
    """`a, b or c`: the allowed names as a sentence lists them."""
    *others, last = [str(name) for name in names] or [""]
    return translate(CONTEXT, OR).format(names=", ".join(others), last=last) if others else last


def _fact(name: str, value: object, translate: Translate) -> str:
    if name in AS_IN_JSON:
        return show(value)
    if name == "storage":
        return STORAGE.get(str(value), str(value))
    text = choices(value, translate) if isinstance(value, list | tuple) else str(value)
    return visible(text, lines="")


def _filled(reason: str, facts: Mapping[str, Any], translate: Translate) -> str:
    """The sentence; "" for a reason that is not known, or when a fact is missing."""
    try:
        return translate(CONTEXT, ALL[reason]).format_map(
            {name: _fact(name, value, translate) for name, value in facts.items()}
        )
    except KeyError:
        return ""


#: Forms for the reasons of the rules among the facts of others (`Reasons`).
TOLD: Mapping[str, Told] = {
    "refusal": lambda why, _door, translate: sentence(why["reason"], why["facts"], translate),
    "answer": lambda answer, _door, _translate: of_answer(**answer) or "no reason given",
}

"""The draw and its rounds, and acts that cannot be undone."""

SENTENCES = {
    # Undoing acts (undoing.py).
    "no_act": "There is no act {number} of the desk: {list_acts} lists the last ones.",
    "undo_needs_reason": "An act is taken back for {a_clearing}.",
    "act_taken_back": "Act {number} has been taken back already, by act {by}.",
    "later_act_stands": (
        "Act {number} stays: {later:acts} came later and stands on it. Take that back first, or both "
        "together: {with_later}."
    ),
    "act_of_taking_back": "Act {number} took another one back; to have that again, do it again.",
    "changed_since": "What act {number} changed was changed since, by no act of the desk.",
    "act_of_protest": (
        "Act {number} ruled on a protest, and the table was told. Correct the result of the match instead."
    ),
    "nothing_for_file": "There is nothing of {tournament} for this file yet ({why}).",
    # Swaps in a draw (swapping.py).
    "swap_needs_reason": "Two entries are exchanged for {a_clearing}.",
    "swap_not_drawn": (
        "{a} and {b} are not both in one draw of {event} that can be changed by hand: the first round of a "
        "bracket, groups, a round robin, once they are known."
    ),
    "swap_changes_nothing": "To exchange {a} and {b} changes nothing: they meet in the first round anyway.",
    "swap_round_begun": (
        "The draw of {event} cannot be changed by hand any more: its round has begun with {matches:list}. "
        "Recall, or take back, what was called first."
    ),
    # The draw (drawing.py and what it draws with).
    "drawn_already": "{event} is drawn already (seed {seed}). Take the draw back first: {undo_draw}.",
    "too_few_entries": "{event} has {count:#entry|entries}; a draw needs at least two.",
    "bad_seed": "A seed is a text of 1 to {most} characters, such as K7QM-3XWD.",
    "draw_impossible": "{event}: {why:cause}",
    "not_drawn": "{event} is not drawn.",
    "played_draw_stands": (
        "{event} has begun, so its draw cannot change: withdraw an entry that cannot play ({withdraw})."
    ),
    "called_draw_stands": (
        "{event} has begun, so its draw cannot change: recall the match that was called ({recall_any}), or "
        "withdraw an entry."
    ),
    "entry_twice": "An entry is in the draw twice.",
    "nobody_entered": "Nobody has entered, so there is nothing to draw.",
    "groups_or_size_needed": (
        "Say how many groups there are, or how many entries one has at most: one of the two."
    ),
    "group_needs_two": "There must be at least one group, and two entries in it.",
    "too_few_for_groups": (
        "{count} entries are too few for {groups} groups: each needs at least two. At most {most} groups are "
        "possible."
    ),
    "nobody_goes_on": "A knockout from groups needs at least one group, and one of each that goes on.",
    "opponent_needed": "Everybody needs at least one opponent.",
    "both_odd": (
        "{count} entries cannot all play {opponents} opponents: both numbers are odd, and every match has "
        "two players. Choose {fewer} or {more}."
    ),
    "no_last_round": "No last round was found for {count} entries and {opponents} opponents.",
    "too_many_rounds": (
        "{rounds} rounds are too many for {count} entries, since nobody meets twice; at most {most} are "
        "possible."
    ),
    "nobody_left_to_meet": (
        "{count} entries cannot all be paired again: somebody would meet an opponent, or have a bye, a "
        "second time. End the stage with the round that was played: {set_rounds}."
    ),
    "too_few_play": "In round {round} {count:#entry|entries} would play; a round needs two at least.",
    "no_round_to_come": (
        "Round {round} of {event} is not to come: {drawn:#round|rounds} are drawn, of {rounds}."
    ),
    "no_swiss_to_come": "{event} has no round of a Swiss to come.",
    "bye_not_asked": "{entry} has asked for no bye in round {round}.",
    "not_apart": "{entry} and {other} may meet already.",
    "apart_from_itself": "{entry} cannot meet itself.",
    "meet_though_apart": "{entry} and {other} meet in round {round}, since not all others can be paired.",
    "has_asked_for_byes": "{entry} has asked for a bye in round {rounds:list}.",
    "must_not_meet": "{entry} and {other} must not meet.",
    "no_shoot_out_owed": "Nobody in this group of {event} owes a shoot-out.",
    "shoot_out_open": "The shoot-out is to be played: {matches:list}.",
    "shoot_out_of_teams": "A shoot-out of teams is played on paper: enter the order that it gave.",
    "round_robin_would_do": (
        "A round robin would do: in {rounds} rounds {count} entries meet almost everybody, and a round robin "
        "of {most} rounds needs no pairing by the standing."
    ),
    "round_not_decided": (
        "Round {round} of {event} is not decided: {count:#match|matches} open, such as {matches:list}."
    ),
    "round_begun": (
        "Round {round} of {event} has begun, so its pairs cannot change: {matches:list}. Results by hand can "
        "be taken back with their round ({list_acts}, with `--with-later`)."
    ),
    "round_at_table": (
        "Round {round} of {event} stays as it was drawn: tables had {matches:list}. Correct a result that is "
        "wrong ({enter_results}); pairs of the next round can be exchanged before it begins ({swap})."
    ),
    "no_round_to_change": (
        "{event} has no Swiss stage in play; before the draw {edit_event} changes its stages."
    ),
    "not_in_round": (
        "{entry} does not play in round {round}. Who comes late plays from the next round on, or, as a "
        "reserve, whoever has the bye of this one ({fill_place})."
    ),
    "meet_already": "{entry} and {other} meet each other in round {round}: there is nothing to exchange.",
    "meet_again": "{entry} and {other} have met already.",
    "second_bye": "{entry} has had a bye already.",
    "rounds_out_of_range": "{count} cannot be the number of rounds: {drawn} are drawn, and 99 are the most.",
    "later_stage_plays": "The stage after the Swiss of {event} knows its players: its rounds are over.",
    "drawn_elsewhere": (
        "{event} is drawn by another system: import its rounds, such as with `boardside sol`."
    ),
    "drawn_here": (
        "{event} is drawn here ({stage}). Rounds of another system need an event of their own: "
        "{add_event_of}."
    ),
    "round_refused": "{problems:lines}\nNothing was imported.",
    "board_decided": (
        "Board {board} of the round that comes now has {now:versus}. Match {match} ({players:versus}) is "
        "decided here. Put its players back on that board there; or, if what was played shall count no more, "
        "close this tournament ({close_tournament}) and import into a new one."
    ),
    "board_called": (
        "Board {board} of the round that comes now has {now:versus}. Match {match} ({players:versus}) is "
        "called to table {table} here: take the call back ({recall}) and import again."
    ),
    "board_in_play": (
        "Board {board} of the round that comes now has {now:versus}. Match {match} ({players:versus}) is "
        "being played at table {table} here: if it shall count no more, recall it ({recall_played}) and "
        "import again."
    ),
    "board_held": (
        "Board {board} of the round that comes now has {now:versus}. Match {match} ({players:versus}) waits "
        "for a protest here: decide it first ({decide_protests})."
    ),
}

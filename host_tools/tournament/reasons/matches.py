"""Calls and results: why a table or a match is not free, what was typed, and what stands against it."""

SENTENCES = {
    # Calls (calling.py, hall_tables.py, line_ups.py): refusals, remarks, and why a table is not free.
    "table_not_callable": "{causes:causes}",
    "players_elsewhere": "{causes:causes} To call the match all the same: {anyway}.",
    "player_at_table": "{player:or Somebody} is at table {table} (match {match}).",
    "namesake_at_table": (
        "{player:or Somebody} looks like No. {number} {other:or Somebody}, who is at table {table} (match "
        "{match}): the same?"
    ),
    "player_resting": (
        "{player:or Somebody} ended a match {minutes_ago:ago}; {rest_minutes} minutes are for rest."
    ),
    "not_checked_in": "Not checked in: {players:semicolons}{more:and_more}.",
    "other_hall": "{event} is played in {event_hall}, and table {table} is in {hall}.",
    "table_unheard": "Table {table} was never heard (tables: {tables:list}); is it switched on?",
    "table_not_free": "Table {table} is not free: {why:cause}.",
    "has_match": "it has match {match}",
    "link_not_up": "its link is {link}",
    "match_on_its_way": "a match is on its way to it",
    "result_not_confirmed": "the umpire has not confirmed its last result",
    "match_in_play": "a match is in play at it",
    "match_waits_there": "a match that the desk did not call waits at it for its toss",
    "bad_result_line": "{line:quoted} is no match with its points, such as MS3 25-10 12-25 25-20.",
    "match_of_other_event": "It is no match of {event}.",
    "has_result": "It has a result: correct it on its own page.",
    "result_of_line": "Match {match}: {causes:causes}",
    "nothing_to_call": (
        "No match can be called: none is ready, or its players are at other "
        "tables.{elsewhere:ready_elsewhere} {list_matches:capital} shows what waits for what."
    ),
    "at_a_table_already": "Match {match} is at table {table} already; recall it first.",
    "waits_for_players": "Match {match} waits for its players: what comes before is not decided.",
    "nothing_left_to_call": "Match {match} {state:over}; there is nothing to call.",
    "not_at_a_table": "Match {match} is not at a table; it is {state}.",
    "same_device": (
        "Table {table} is still the device that has the match: name the table where it goes on, or wait "
        "until the spare with this number is up."
    ),
    "score_not_carried": (
        "The score so far, {score}, cannot be carried over: let it be finished on paper, and enter the "
        "result ({enter_result})."
    ),
    "being_played": (
        "Match {match} is being played at table {table}. What was played there stays in the record, and "
        "counts no more, once it is recalled. To recall it all the same: {force}."
    ),
    "recalled_in_play": (
        "Table {table} still has match {match} in play: the umpire ends it there, or it goes on there when "
        "it is called to that table again{call_there}."
    ),
    "no_walk_over": "Match {match} is {state}: a walk-over is for one that was called, or is ready.",
    "begun_no_walk_over": (
        "Match {match} is playing: a walk-over is for one that was called, or is ready. It was begun: enter "
        "its result, and say who has it."
    ),
    "not_called_yet": (
        "{match} has not been called, so nobody was asked to report. If a side has told you it is not "
        "coming, {early}."
    ),
    "report_clock_runs": (
        "Match {match}: {minutes:#minute is|minutes are} left to report (143i). To give the match all the "
        "same, {early}."
    ),
    "not_of_teams": "{event} is no event of teams: nobody has to be named for a match.",
    "players_were_named": "Match {match} is {state}: its players were named. Recall it to change them.",
    "team_not_known": "Match {match}: it is not known yet which team is on side {side:upper}.",
    "wrong_line_up": "Match {match} is {part}: name {count:#player|players} of {entry}.",
    "which_player": "Which {player:quoted}? In {entry} there are {people:clubs}. Say the number.",
    "not_in_team": "{player:quoted} does not play for {entry}; its players are {players:players}.",
    "named_in_tie": "{player} is named for {part} of this tie already.",
    "plays_in_tie": "{player} plays {part} of this tie already.",
    # Results (results.py, typed_results.py, possible_points.py): what was typed.
    "who_has_won": (
        "Who has won? Give the points of each game, such as 25-10 12-25 25-20, or the winner{winner_option}."
    ),
    "won_or_nobody": "Either somebody has won, or nobody: not both.",
    "no_points_of_game": (
        "{text:quoted} is not the points of a game; give A's first and then B's, such as 25-10."
    ),
    "no_twenties_of_both": "{text:quoted} is not the 20s; give A's first and then B's, such as 12-9.",
    "no_twenties": "There are no 20s in carrom: leave them out.",
    "too_many_games": "A match of {event} has at most {most:#game|games} here, not {count} ({games:games}).",
    "over_before": "By the games ({games:games}) the match was over after {count} of them.",
    "winner_needed": (
        "By these rules a match has a winner: say who{winner_option}. If neither side came, it is a "
        "walk-over for neither ({walk_over})."
    ),
    "other_winner": "By the games ({games:games}) {by_games:has_won}, not {winner:upper}.",
    "no_draw": "By the games ({games:games}) side {by_games:upper} has won: it is no draw.",
    "no_whole_match": (
        "{why:cause} If it was broken off or given up, say who has it{winner_option}, and why in the reason."
    ),
    "all_games_needed": "A match of {event} has {most:#game|games} here, not {count} ({games:games}).",
    "games_missing": (
        "A match of {event} is best of {most} games here, and by {games:games} nobody has won {needed} of "
        "them. Give all games, such as {sport:example}."
    ),
    "round_points_over": (
        "{points:points}: {rounds:#round gives|rounds give} a side {most} points at most (Scoring)."
    ),
    "game_points_over": "{points:points}: a game goes to {top} points; more are not written (D6).",
    "only_one_reaches": "{points:points}: only one side reaches {top}.",
    "game_unfinished": "{points:points}: here a game is played until a side has {top} points (56a).",
    "points_not_reached": "{points:points}: here a game is played until a side has {top} points (D464).",
    "no_extra_board": "{points:points}: no extra board can have decided this game; leave out the +.",
    "level_has_extra_board": (
        "{points:points}: a game that is level after {boards:boards} has an extra board (56b)."
    ),
    "game_too_short": (
        "{points:points}: a game ends at {top} points or after {boards:boards}, and each board gives a point "
        "or more."
    ),
    "boards_cannot": (
        "{points:points}: {boards:boards} cannot come to this; a board gives {most} points at most (55, 56)."
    ),
    "odd_sum": "{points:points}: a round gives two points in all, so the sum is even (Scoring).",
    "level_has_round": "{points:points}: a level game has another round (Tournament Scoring).",
    "rounds_give_less": "{points:points}: {rounds:#round gives|rounds give} {total} points in all (Scoring).",
    "decided_before_last": "{points:points}: the game was decided before its last round (D81).",
    # Results (correcting.py, stale_results.py, report_decisions.py, protesting.py): the present state.
    "no_result_possible": "Match {match} {state:no_result}: it can have no result.",
    "result_needs_reason": "A result that is entered by hand needs {a_reason}.",
    "later_match_called": (
        "This would change who plays in a match that has been called. {later:causes} Recall or decide that "
        "match first. To let it stand, marked: {force}."
    ),
    "later_round_drawn": (
        "A later round was drawn by the results before, and is not drawn again. {later:causes} To enter it, "
        "and mark these: {force}."
    ),
    "later_pair": "Match {match} was drawn as {called:entry}; by the results before it: {instead:entry}.",
    "round_drawn_since": "Round {round} was drawn by this result, and is not drawn again.",
    "later_match": "Match {match} was called with {called:entry}; by the results before it: {instead:entry}.",
    "result_changed": (
        "{stands:cause}; yours is {yours:result}. Nothing has changed. To put yours in its place all the "
        "same, send it again{again}."
    ),
    "nothing_to_clear": "Match {match} has no result that could be cleared.",
    "result_of_table": (
        "The result of match {match} is the one that table {table} confirmed. It cannot be cleared; "
        "{enter_result} shows it, and puts another one in its place."
    ),
    "result_of_report": (
        "The result of match {match} was taken from report {number}: {leave_report} takes it away."
    ),
    "walk_over_of_withdrawn": (
        "Match {match} is a walk-over because {entries:and} withdrew. {return_entry:capital} takes an entry "
        "in again, and its matches come back."
    ),
    "clearing_needs_reason": "A result is cleared for {a_clearing}.",
    "cleared_another": (
        "{stands:cause}. It is not the result that you saw, and nothing was cleared. Look again: "
        "{enter_result}."
    ),
    "later_play_stands": (
        "What follows from the result of match {match} was called or played. {later:causes} Recall or clear "
        "that first. To let it stand, marked: {force}."
    ),
    "later_stage_begun": (
        "The {stage} was drawn from the places of the stage that is open again, and has been called."
    ),
    "has_no_result": "Match {match} has no result any more",
    "was_entered": "{who} entered {result:result} as the result of match {match}",
    "has_ended": "Match {match} has ended by {result:result}",
    "was_reported": "The table reported {result:result} as the result of match {match}",
    "decision_of_others": "A decision names entries of {stage}, each once, the best first.",
    "decision_changes_nothing": "The standing is the same with this order: they are not level, or in it "
    "already. To change an order that was decided, name all of its entries again.",
    "not_confirmed": (
        "Table {table} has not confirmed a result of match {match}: its umpire confirms it first. Or enter "
        "what counts with {enter_results}."
    ),
    "other_result_since": (
        "Match {match} has another result since table {table}'s was taken: {enter_result} shows it, and puts "
        "another one in its place."
    ),
    "report_needs_reason": "A report is taken or left for {a_clearing}.",
    "report_changed": (
        "Table {table} has come to another result of match {match} since you looked. Nothing has changed. "
        "Look again: {decide_reports}."
    ),
    "protest_stands": "{state}",
    "ruling_not_answered": "{state}; {ruling} was sent, table {table} has not answered yet",
    "ruling_not_taken": "{state}; table {table} does not take “{ruling}”: {answer:answer}",
    "ruling_sent": (
        "{ruling:capital} was sent to table {table}, which has not answered yet: its link may be down "
        "(`boardside status`). The umpire can enter the ruling there, too."
    ),
    "protest_open": (
        "A protest of {side:upper} is open in match {match}: its result is held back (150). Decide it first: "
        "{decide_protest}. To enter the result all the same: {force}."
    ),
    # What commands and forms lack.
    "file_unreadable": "{file} cannot be read: {why}.",
    "file_refused": "{file}: nothing was done.\n{why:cause}",
    "unknown_state": "{state:quoted} is no state of a match; it is one of {states:list}.",
    "unknown_decision": "{by:quoted} decides nothing here; it is one of {kinds:list}.",
    "bad_score": "{text:quoted}: give what each reached, such as {score_line}.",
    "name_of_several": "{name:quoted} is the name of several entries; {list_entries} shows the names.",
    "no_such_name": "{name:quoted} is no entry of this event; {list_entries} shows the names.",
    "call_needs_table": "To which table? {call:capital} shows which are free.",
    "no_table_free": "No table is free: {call} shows why.",
    "not_a_number": "{field:question} It is a number; this is {text:quoted}.",
}

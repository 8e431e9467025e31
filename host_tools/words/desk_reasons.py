"""The English text of every reason of host_tools/reasons.py, once.

One table in the order of the reasons, to be read and changed as a list of texts. A placeholder is a fact, in
a form of filling.py, or a word of the edge (`WAYS` of desk.py).
"""

from collections.abc import Mapping

from host_tools.reasons import Reason

WORDS: Mapping[Reason, str] = {
    # Requests to a table and to the clock (orders.py).
    "name_empty": "A name is empty.",
    "name_one_line": "A name is one line.",
    "doubles_names": "Doubles need two names on each side: a partner{partner_option} for both, or none.",
    "match_refused": "No table would take this match: {why:refusal}.",
    "rules_no_file": "Own rules are the text of a rules file, which begins with {{.",
    "rules_file": "{rules_option}{why:rules_file}",
    "other_base": "The ruleset asked for is {ruleset}, but {file:or the file} starts from {base}.",
    "rules_no_json": "The rules are no JSON ({why}); an example: '{{\"points\": 23}}'.",
    "rules_no_object": "The rules are a JSON object, such as '{{\"points\": 23}}'.",
    "tie_incomplete": "A tie of teams needs its name{tie_option} and both teams{teams_option}.",
    "no_time": "{text:quoted} is no time; give MM:SS, for instance 45:00, or H:MM:SS.",
    "seconds_over": "{text:quoted} is no time: seconds go up to 59.",
    "clock_zero": "A clock needs more than 0 seconds.",
    "which_table": "Which table? A number from 1 to {most}.",
    # The halls and their clocks, and matches that the tournament keeps (store).
    "hall_changed": "Somebody has changed the clock in the meantime: look at it, then decide.",
    "no_halls": (
        "There is no hall {hall:quoted}: no table is in a hall. `boardside tournament hall NAME 1-20` says"
        " which do, or `boardside collect --hall NAME` for all that it hears."
    ),
    "no_hall": "There is no hall {hall:quoted}; there is {halls:list}.",
    "bad_hall_name": (
        "A hall has a name of 1 to {most} characters on one line, such as North; not {hall:quoted}."
    ),
    "hall_named_all": ("{hall:quoted} means all halls together; give this one another name, such as North."),
    "unknown_hall_order": (
        "{order:quoted} cannot be done with the hall's clock; it is one of {orders:list}."
    ),
    "hall_length_range": "The hall's clock takes 1 ms to 24 hours, not {ms} ms.",
    "hall_needs_length": "How long? The hall's clock needs a time, for instance 45:00.",
    "no_hall_clock": "There is no hall clock; start one first.",
    "hall_clock_ended": "The hall's clock has ended; start it again.",
    "hall_paused_already": "The hall's clock is paused already.",
    "hall_runs_already": "The hall's clock is running.",
    "match_planned": (
        "Match {match} is planned in a tournament, with its own names: `boardside call {match} --table "
        "{table}` brings it to the table. Or give another id."
    ),
    "table_has_match": (
        "Table {table} has match {match} of the tournament; when that is not to be played there, `boardside"
        " call {match} --recall` first."
    ),
    # Things that do not exist, or of which there are several (finding.py).
    "bad_place_or_days": "place and days are one line each, of printable characters",
    "value_unfit": "{where}: {value:quoted} is not possible here",
    "value_unreadable": "{where}: a value cannot be read ({why})",
    "bad_key": (
        "{key:quoted} is no key: 1 to 20 small letters, digits and hyphens, such as open-2026 or ms."
    ),
    "no_tournament": "There is no tournament {key:quoted}; there is {keys:list}.",
    "no_tournament_yet": "There is no tournament yet: `boardside tournament new KEY NAME` makes one.",
    "which_tournament": "Which tournament? Name one of {keys:list}.",
    "no_event": "{tournament} has no event {key:quoted}; it has {keys:list}.",
    "no_event_yet": "{tournament} has no event yet: `boardside event add KEY NAME` adds one.",
    "which_event": "Which event? Name one of {keys:list}.",
    "event_gone": "The event {key} is not there any more.",
    "which_match": "Which match {match:quoted}? There are {matches:list}.",
    "no_match": "There is no match {match:quoted}: `boardside matches` lists them.",
    "match_gone": "There is no match {match:quoted} any more: `boardside matches` lists them.",
    "which_entry": "Which {entry:quoted}? In {event} there are {people:clubs_of_entries}. Say the number.",
    "no_entry": "{event} has no entry {entry:quoted}: `boardside entries list {key}` shows them.",
    "no_stage": "{event} has no stage {position}; it has {count}.",
    "no_stages": "{event} has no stages.",
    "no_group": "{event} has no group {group} in this stage; there are: {groups:list}.",
    "no_group_in_stage": "{event} has no group {group} in stage {position}.",
    "no_report": "There is no report {number}: `boardside reports` lists them.",
    "report_gone": "What table {table} reported of match {match} is in the record no more.",
    "no_open_protest": "There is no open protest in match {match:quoted}: `boardside protests` lists them.",
    "which_protest": "Which protest? There are {protests:protests}; name one with --number.",
    # Tournaments and events (desk_office.py, planning.py).
    "tournament_exists": "There is a tournament {key:quoted} already; choose another key.",
    "bad_tournament_name": "A tournament needs a name of 1 to {most} characters on one line.",
    "tournament_closed": "{tournament} is closed; open it again with `boardside tournament close --undo`.",
    "tournament_in_play": (
        "{tournament} is being played: {matches:at_tables}{more:and_more}. While it is closed nothing "
        "counts that a table reports. Finish or recall these matches first. To close it all the same: "
        "{anyway}."
    ),
    "event_exists": "{tournament} has an event {key:quoted} already; choose another key.",
    "bad_event_name": "An event needs a name of 1 to {most} characters on one line.",
    "unknown_kind": "{kind:quoted} is no kind of event; it is one of {kinds:list}.",
    "unknown_ruleset": "{ruleset:quoted} is no ruleset; it is one of {rulesets:list}.",
    "ruleset_exists": "There is a ruleset {key:quoted} already ({name}): choose another key, or {replace}.",
    "ruleset_of_boardside": "{key:quoted} is a ruleset of Boardside's own; choose another key.",
    "own_rules_twice": "{ruleset:quoted} is a saved ruleset, which has its own rules; give no others.",
    "rules_refused": "No table would take a match of {event}: {why:refusal}.",
    "rest_out_of_range": "The rest between two matches is 0 to {most_minutes} minutes.",
    "no_stage_planned": "An event needs at least one stage, such as knockout.",
    "unknown_stage": (
        "{kind:quoted} is no kind of stage; give one of {kinds:list}, with settings behind a colon: "
        "groups:size=4,advance=2."
    ),
    "unknown_setting": (
        "Stage {position} ({stage}) has no setting {setting:quoted}; it has {settings:list}."
    ),
    "bad_setting": "Stage {position} ({stage}): {setting} cannot be {value:quoted}.",
    "setting_no_number": "{text:quoted}: a setting of a stage is a whole number, such as size=4.",
    "groups_or_size": "Stage {position}: say how many groups, or the size of one; one of the two.",
    "too_many_advance": "Stage {position}: of a group of {size} not more can go on.",
    "external_alone": "A stage that another system draws (external) is the only one of its event.",
    "knockout_ends": "A knockout ends an event: no stage can follow it.",
    "advance_missing": "Stage {position} ({stage}): how many go on? Give advance.",
    "rounds_missing": "Stage {position} (swiss): how many rounds does it have? Give rounds.",
    "not_tables": "{text:quoted} is no table; give numbers such as 1-20,25.",
    "table_numbers_range": (
        "Tables have numbers from 1 to 9999, the lower one first; this is {text:quoted}."
    ),
    "which_tables": "Which tables stand in {hall:or the hall}? Give their numbers, such as {example}.",
    # Entries (entering.py, limits.py). entries_refused: all `problems`, each with its own reason.
    "entries_refused": "{problems:lines}",
    "begun_no_entries": ("Nobody can enter {event} now: its first round has begun."),
    "drawn_no_entries": (
        "Nobody can enter {event} now: the draw is made. Take it back with `boardside draw {key} --undo`, "
        "enter, and draw again; or enter a reserve (`boardside entries add NAME --reserve`), for a place that"
        " is free (`boardside entries fill`)."
    ),
    "entered_already": (
        "{player} is entered in {event} already ({other}); if it is somebody else, both need a club or a "
        "licence."
    ),
    "may_be_same": (
        "No. {number} {player} ({events:list}) looks like No. {other_number} {other} "
        "({other_events:list}): the same?"
    ),
    "team_entered": "There is a team {team} in {event} already.",
    "name_too_long": "{name}… is too long: a name has at most {most} characters.",
    "name_of_lines": "{name:quoted} has a line break: a name is one line.",
    "name_unprintable": "{name:ascii} has a character that cannot be shown.",
    "wrong_number_of_players": (
        "{entry}: an entry for {event} ({kind}) has {wanted:#player|players}, not {count}."
    ),
    "team_size": "{entry}: a team has {wanted} players, not {count} ({source}).",
    "team_needs_name": "A team needs a name.",
    "team_too_small": "{entry}: a team has at least two players.",
    "bad_seeding": "{entry}: a seeding is a whole number from 1 (the best) to {most}, not {seeding}.",
    "seeding_shared": "Seeding {seeding} is that of {entries:and}: the lot decides between them.",
    "club_limit": "{entry}: {club} has {most} {kind:members} in {event} already ({source}).",
    "withdrawn_already": "{entry} has withdrawn already.",
    "entry_withdrawn": "{entry} has withdrawn.",
    "not_withdrawn": "{entry} has not withdrawn from {event}.",
    "withdraw_needs_reason": "An entry is withdrawn for {a_clearing}.",
    "return_needs_reason": "An entry is taken in again for {a_clearing}.",
    "returned_not_drawn": (
        "{entry} withdrew before the draw and is not part of it. As long as no match was called: `boardside "
        "draw {key} --undo`, take the entry in again, and draw. Or make it a reserve (`boardside entries "
        "edit NAME --reserve 1`), for a place that is free (`boardside entries fill`)."
    ),
    "return_changes_later": (
        "With {entry} in again, what was called or played since would change. {later:causes} Recall or "
        "clear that first. To let it stand, marked: {force}."
    ),
    "bad_withdrawals": (
        "{how:quoted} is no way to count the results of who withdraws: all, none, or usual (none in a "
        "group, all in a preliminary)."
    ),
    "begun_no_exchange": (
        "{event} has begun: nobody can be exchanged any more. Withdraw the entry if it must be."
    ),
    "exchanged_too_often": "{entry} has exchanged {count} already; {ruleset} allows {most} (Spandan 5).",
    "who_leaves": "Who leaves {entry}? {player:quoted} is not one of {players:players}.",
    # Files of a tournament (import_files.py, importing.py). import_refused: all `problems`, each `in_file`,
    # which says where and `why`; `more`: how many are not named.
    "import_refused": ("{problems:lines}{more:and_more}\nNothing was imported."),
    "in_file": ("{file}{line:at_line}{column:column}: {why:cause}"),
    "import_empty": ("there is nothing in it that can be imported"),
    "import_too_long": (
        "these are {count} rows; at most {most} can be imported at once: divide them by event"
    ),
    "import_header": (
        "these columns are of no kind of row ({columns:list}); the first line names the columns, such as"
        " a,b,games for results, and name,club for entries"
    ),
    "cell_no_number": ("{text:quoted} is no whole number"),
    "cell_no_time": ("{text:quoted} is no time such as 2026-03-12T12:00:00Z"),
    "cell_no_json": ("{text:quoted} is no JSON object or list"),
    "import_no_json": (
        "this is no JSON from column {column} on ({why}); a file that begins with {{ or [ is read as JSON"
    ),
    "import_no_list": ("{sheet} is a list of objects"),
    "import_no_object": ('a row of {sheet} is an object, such as {{"a": "Asha", "b": "Bela"}}'),
    "import_other_format": (
        "{name} {value:quoted} is not known; Boardside reads its own exports of version 1"
    ),
    "import_bad_settings": (
        "these are no settings of a tournament; leave them out, and set them with `boardside tournament`"
    ),
    "import_differs": (
        "it is {now:quoted} here and {new:quoted} in the file; give both the same, or leave the cell empty"
    ),
    "import_stages_order": ("its stages are numbered 1, 2, …, each once"),
    "import_other_player": (
        "no. {number} is {here} here and {new} in the file; give one of them another number"
    ),
    "import_no_player": (
        "nobody has the number {numbers:list}: add a row of players for it, or name the players in place"
        " of numbers"
    ),
    "import_no_match": (
        "there is no match {sides:versus} that could have this result (yet): is its round drawn, and are"
        " the results before it there?"
    ),
    "import_match_unnamed": (
        "which match is it? Name both sides (a, b), its id (match), or round and number"
    ),
    "import_other_sides": ("match {match} is {sides:versus} here and {given:versus} in the file"),
    "import_at_table": (
        "match {match} is at table {table}: take the call back (`boardside call {match} --recall`), or "
        "enter the result with `boardside result`"
    ),
    "import_other_result": (
        "match {match} has the result {now:result} here, and {new:result} in the file; `boardside result"
        " {match}` corrects it, with a reason"
    ),
    "import_totals": ("the totals do not fit the games {games:games}; leave one of the two out"),
    "import_how": ("{text:quoted} is no way to a result; it is one of {ways:list}"),
    "import_winner": (
        "{text:quoted} has not won: it is a, b, the name of a side, draw, or none when neither came"
    ),
    "import_no_entry": ("the file has no entry {number} of {event}"),
    "import_which_entry": (
        "{entry:quoted} may be {entries:and} of {event}: give the whole name, or the start number"
    ),
    "import_match_twice": ("match {match} is in line {line} too, with other values"),
    "import_source": (
        "{text:quoted} is no source of a side; it is empty, bye, winner:MATCH, loser:MATCH or "
        "place:STAGE:GROUP:PLACE, of a match in the file"
    ),
    "import_bad_match_id": (
        "{text:quoted} is no id of a match: 1 to 64 letters, digits, dots, hyphens and underscores"
    ),
    "import_match_known": (
        "match {match} is here already, or a table has one of this id; import it into another database"
    ),
    "import_no_result": ("match {match} is done and has no result: give games, or winner"),
    "import_line_up": ('a line-up is {{"a": [start numbers], "b": […]}} of players of the event'),
    "import_contradiction": (
        "match {match} ({state} in the file) does not follow from what is before it, which gives {sides}"
    ),
    "import_team_draw": (
        "{event} is drawn here (`boardside draw {key}`), since each of its matches has several parts; "
        "then results can be imported"
    ),
    "import_not_drawn": ("{event}: these are in no match of the draw: {entries:list}"),
    "import_bracket": (
        "the first round of {event} has {size} matches, each with two entries or one and a bye; here are"
        " {count}"
    ),
    "import_group": ("a match of a stage of groups has a group, from 1; of another stage none"),
    "import_two_sides": ("a match of a round has two different sides"),
    "import_no_draw": (
        "a draw cannot be {how:quoted}: say who won; when neither side came, winner is none and how walk_over"
    ),
    "import_pair_twice": "{pair:versus} is on line {line} already: a pair meets once",
    "import_round_twice": (
        "Round {round} of {event} has the same pairs as round {earlier}: was it taken twice?"
    ),
    "trf_one_sided": "player {opponent} has another opponent in this round, or none",
    "trf_results_differ": "this player and {opponent} have contradicting results: {results:list}",
    "trf_cell": "{text:quoted} is no round: an opponent’s number, w, b or -, and a result",
    "import_once_a_round": ("in a round each entry is once: in a match, or with `bye` beside it"),
    "import_one_bye": ("a round of a Swiss has one bye at most"),
    "import_bad_result": ("before and after are results as an export has them"),
    "import_bad_code": ("{text:quoted} is no code of a correction"),
    "import_correction_alone": (
        "a correction is imported together with its match, and {match} is here already; enter it with "
        "`boardside result {match}`"
    ),
    "import_bad_decision": (
        "a decision has a kind (shoot_out, toss, organiser) and an order of entries of the file, such as "
        "12=8, 14=5"
    ),
    # Reserves (reserves.py).
    "reserve_plays": "{entry} plays in {event}: withdraw the entry first, to make it a reserve.",
    "reserve_in_draw": "{entry} is in the draw of {event}: take the entry in again, instead of as a reserve.",
    "no_reserve": (
        "{event} has no such reserve: `boardside entries add NAME --reserve --event {key}` enters one."
    ),
    "place_not_free": (
        "The place of {place} in {event} is not free: it is once an entry withdrew, or had a bye, or in a "
        "group that is shorter than others, and until the first match there is called or decided."
    ),
    "place_gone": "The place in {event} is not free any more. {later:causes}",
    "which_place": (
        "Which place? Give the entry that withdrew from it, or the match of the place: a bye, or the first "
        "one of a short group."
    ),
    # Edited and deleted (editing.py).
    "no_team_to_name": "Only a team has a name of its own; give the player the name.",
    "player_deleted": "The data of player no. {number} were deleted; nothing of them can be edited.",
    "player_known": (
        "{player} would be the same person as player no. {number}: give them a club or a licence that tells "
        "them apart."
    ),
    "drawn_with_value": (
        "The draw of {event} was made with this value of {entry}, and would be another one. Take it back "
        "first: `boardside draw {key} --undo`."
    ),
    "begun_with_value": (
        "The draw of {event} was made with this value of {entry}, and would be another one; its matches were"
        " called or played, so it stays."
    ),
    "entry_in_draw": (
        "{entry} is in the draw of {event}: {matches:list}{more:and_more}. Withdraw the entry, or take the "
        "draw back first (`boardside draw {key} --undo`, as long as no match was called)."
    ),
    "event_has_entries": (
        "{event} has {count:#entry|entries}, which are of its kind: delete them first, or add another event."
    ),
    "begun_by_rules": (
        "{event} is played by its rules: {matches:list}{more:and_more} are called or decided. They stay."
    ),
    "drawn_by_rules": (
        "{event} is drawn for its rules. Take the draw back first: `boardside draw {key} --undo`."
    ),
    "stage_begun": (
        "The {stage} of {event} stays as it is: {matches:list}{more:and_more} were called or played, so "
        "tables may know them."
    ),
    "stage_drawn": ("{event}, {stage}, is drawn. Take the draw back first: `boardside draw {key} --undo`."),
    "event_has_begun": (
        "{event} stays: {matches:list}{more:and_more} are called or decided. Recall or clear them first."
    ),
    # Entry lists (entry_list.py). list_refused: all `problems`, each `in_list`, which says where and `why`.
    "list_refused": "{problems:lines}",
    "in_list": "line {line}{column:column}: {why:cause}",
    "file_breaks_off": "the file breaks off in the middle of a letter",
    "workbook_unreadable": "the workbook cannot be read ({why}); save it as “CSV UTF-8” in the spreadsheet",
    "file_not_utf8": (
        "a letter is not in UTF-8; save the list as “CSV UTF-8” (Excel) or with the encoding UTF-8"
    ),
    "list_empty": "the list is empty; the first line must name the columns: {columns:columns}",
    "no_header": "the first line must name the columns: {columns:columns}",
    "no_entry_below": "there is a header, but no entry below it",
    "no_csv": "this is no CSV ({why})",
    "quotation_open": 'a quotation mark (") is opened here and never closed',
    "text_after_quotation": (
        'after a closing quotation mark (") comes more text; write "" for a mark inside a cell'
    ),
    "column_unknown": "The column “{name}” is not used; these are: {columns:columns}",
    "column_twice": "the column is there twice",
    "column_missing": "the column is missing; the first line must name the columns: {columns:columns}",
    "too_many_cells": (
        "{count} cells, but the header names {columns} columns; put a cell with a comma in quotation marks"
    ),
    "cell_too_long": "{length} characters; at most {most} are possible",
    "cell_unprintable": "{text:ascii} has a character that cannot be shown",
    "cell_empty": "it is empty; a name was expected",
    "players_missing": "{count} named; a team has at least two, as in A; B; C",
    "spellings_too_many": (
        "{count} names in Latin letters for {players} players; who needs none has an empty one"
    ),
    "player_too_long": "{name}… has over {most} characters",
    "seeding_unreadable": "“{text}”: a whole number from 1 (the best) to {most} was expected, or nothing",
    "team_in_list": "team {team} is in the list already, in line {line}",
    "player_in_list": "{player} is in the list already, {line:in_line}",
    "player_in_list_of_no_club": (
        "{player} is in the list already, {line:in_line}; if it is somebody else, both need a club or a "
        "licence"
    ),
    # Acts that are taken back (taking_back.py).
    "no_act": "There is no act {number} of the desk: `boardside tournament acts` lists the last ones.",
    "undo_needs_reason": "An act is taken back for {a_clearing}.",
    "act_taken_back": "Act {number} has been taken back already, by act {by}.",
    "later_act_stands": (
        "Act {number} stays: {later:acts} came later and stands on it. Take that back first, or both "
        "together: {with_later}."
    ),
    "act_stays": "Act {number} ({act}) cannot be taken back from here.",
    "act_of_taking_back": "Act {number} took another one back; to have that again, do it again.",
    "act_of_report": (
        "Act {number} decided on what a table reported: decide on that report again, with `boardside "
        "reports`, or correct the result."
    ),
    "act_of_report_before": (
        "Before this, match {match} had the result of a table's report: take the report again with "
        "`boardside reports`."
    ),
    "act_of_protest": (
        "Act {number} ruled on a protest, and the table was told. Correct the result of the match instead."
    ),
    "act_of_entries": (
        "Act {number} entered people: withdraw who is not to play (`boardside entries withdraw`)."
    ),
    "act_of_exchange": (
        "Act {number} exchanged a player: exchange them back, with `boardside entries change`, as long as "
        "the rulebook allows."
    ),
    "act_of_editing": "Act {number} ({act}) changed what was entered: edit it again, to what it was.",
    "act_of_deleting": "Act {number} ({act}) deleted what nothing stood on: enter it again.",
    "act_of_place": (
        "Act {number} gave a reserve a place: withdraw the reserve, and fill the place again with "
        "`boardside entries fill`."
    ),
    "act_of_import": (
        "Act {number} took a file: clear a result (`boardside result MATCH --clear`), or delete an entry or "
        "an event that it brought."
    ),
    "act_of_closing": (
        "Act {number} closed or opened the tournament: `boardside tournament close --undo` opens it, "
        "`boardside tournament close` closes it."
    ),
    "act_of_round": "Act {number} took a round that another system drew: change it there, and take it again.",
    "act_of_cmn": (
        "Act {number} took results from a file: clear or correct those that are wrong, with `boardside "
        "result`."
    ),
    "nothing_for_file": "There is nothing of {tournament} for this file yet ({why}).",
    "event_entered": (
        "{event} has {count:#entry|entries}, so it stays: `boardside event delete {key}` deletes it with "
        "them."
    ),
    "place_played": (
        "{entry} has played in that place: {matches:list}{more:and_more} are called or decided. Withdraw the "
        "entry instead (`boardside entries withdraw`)."
    ),
    "tournament_has_events": (
        "{tournament} has events, so it stays: {keys:list}. Delete them first (`boardside event delete`)."
    ),
    "draw_not_as_before": (
        "{event} would be drawn otherwise now, since its entries have changed: draw it with `boardside draw`,"
        " seed {seed}."
    ),
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
    "drawn_already": (
        "{event} is drawn already (seed {seed}). Take the draw back first: `boardside draw {key} --undo`."
    ),
    "too_few_entries": "{event} has {count:#entry|entries}; a draw needs at least two.",
    "bad_seed": "A seed is a text of 1 to {most} characters, such as K7QM-3XWD.",
    "draw_impossible": "{event}: {why:cause}",
    "not_drawn": "{event} is not drawn.",
    "played_draw_stands": (
        "{event} has begun, so its draw cannot change: withdraw an entry that cannot play "
        "(`boardside entries withdraw`)."
    ),
    "called_draw_stands": (
        "{event} has begun, so its draw cannot change: recall the match that was called "
        "(`boardside call --recall`), or withdraw an entry."
    ),
    "entry_twice": "An entry is in the draw twice.",
    "nobody_entered": "Nobody has entered, so there is nothing to draw.",
    "groups_or_size_needed": (
        "Say how many groups there are, or how many entries one has at most: one of the two."
    ),
    "group_needs_two": "There must be at least one group, and two entries in it.",
    "too_few_for_groups": (
        "{count} entries are too few for {groups} groups: each needs at least two. At most {most} groups "
        "are possible."
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
        "{count} entries cannot all be paired again: somebody would meet an opponent, or have a bye, a second"
        " time. End the stage with the round that was played: `boardside event rounds`."
    ),
    "no_shoot_out_owed": "Nobody in this group of {event} owes a shoot-out.",
    "shoot_out_open": "The shoot-out is to be played: {matches:list}.",
    "shoot_out_begun": "The shoot-out has begun: {matches:list}.",
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
        "be taken back with their round (`boardside tournament acts`, with `--with-later`)."
    ),
    "round_at_table": (
        "Round {round} of {event} stays as it was drawn: tables had {matches:list}. Correct a result that is "
        "wrong (`boardside result`); pairs of the next round can be exchanged before it begins "
        "(`boardside draw --swap`)."
    ),
    "no_round_to_change": (
        "{event} has no Swiss stage in play; before the draw `boardside event edit` changes its stages."
    ),
    "not_in_round": "{entry} is not in round {round}.",
    "meet_already": "{entry} and {other} meet each other in round {round}: there is nothing to exchange.",
    "meet_again": "{entry} and {other} have met already.",
    "second_bye": "{entry} has had a bye already.",
    "rounds_out_of_range": (
        "{count} cannot be the number of rounds: {drawn} are drawn, and 99 are the most."
    ),
    "later_stage_plays": "The stage after the Swiss of {event} knows its players: its rounds are over.",
    "drawn_elsewhere": (
        "{event} is drawn by another system: import its rounds, such as with `boardside sol import`."
    ),
    "drawn_here": (
        "{event} is drawn here ({stage}). Rounds of another system need an event of their own: `boardside "
        "event add KEY NAME --stage {kind}`."
    ),
    "round_refused": "{problems:lines}\nNothing was imported.",
    "board_decided": (
        "Board {board} of the round that comes now has {now:versus}. Match {match} ({players:versus}) is "
        "decided here. Put its players back on that board there; or, if what was played shall count no "
        "more, close this tournament (`boardside tournament close`) and import into a new one."
    ),
    "board_called": (
        "Board {board} of the round that comes now has {now:versus}. Match {match} ({players:versus}) is "
        "called to table {table} here: take the call back (`boardside call {match} --recall`) and import "
        "again."
    ),
    "board_in_play": (
        "Board {board} of the round that comes now has {now:versus}. Match {match} ({players:versus}) is "
        "being played at table {table} here: if it shall count no more, recall it (`boardside call {match} "
        "--recall --force`) and import again."
    ),
    "board_held": (
        "Board {board} of the round that comes now has {now:versus}. Match {match} ({players:versus}) waits"
        " for a protest here: decide it first (`boardside protests`)."
    ),
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
    "seen_in_latin": "Table {table} shows {name} as {latin}.",
    "seen_as_number": (
        "Table {table} cannot show {name}: its e-paper says Table {table} {side}. A Latin spelling (column "
        "latin of the entries) would be shown."
    ),
    "other_hall": "{event} is played in {event_hall}, and table {table} is in {hall}.",
    "table_unheard": "Table {table} was never heard (tables: {tables:list}); is it switched on?",
    "table_not_free": "Table {table} is not free: {why:cause}.",
    "has_match": "it has match {match}",
    "link_not_up": "its link is {link}",
    "match_on_its_way": "a match is on its way to it",
    "result_not_confirmed": "the umpire has not confirmed its last result",
    "match_in_play": "a match is in play at it",
    "match_waits_there": "a match that the desk did not call waits at it for its toss",
    "nothing_to_call": (
        "No match can be called: none is ready, or its players are at other "
        "tables.{elsewhere:ready_elsewhere} `boardside matches` shows what waits for what."
    ),
    "at_a_table_already": "Match {match} is at table {table} already; recall it first.",
    "waits_for_players": "Match {match} waits for its players: what comes before is not decided.",
    "nothing_left_to_call": "Match {match} {state:over}; there is nothing to call.",
    "report_time_out_of_range": "The time to report is 1 second to 2 hours.",
    "not_at_a_table": "Match {match} is not at a table; it is {state}.",
    "being_played": (
        "Match {match} is being played at table {table}. What was played there stays in the record, and "
        "counts no more, once it is recalled. To recall it all the same: {force}."
    ),
    "no_walk_over": "Match {match} is {state}: a walk-over is for one that was called, or is ready.",
    "begun_no_walk_over": (
        "Match {match} is playing: a walk-over is for one that was called, or is ready. It was begun: enter"
        " its result, and say who has it."
    ),
    "not_called_yet": (
        "Match {match} has not been called, so nobody was asked to report. If a side has told you that it is "
        "not coming: {early}."
    ),
    "report_clock_runs": (
        "Match {match}: {minutes:#minute is|minutes are} left to report (143i). To give the match all the "
        "same: {early}."
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
    "too_many_games": (
        "A match of {event} has at most {most:#game|games} here, not {count} ({games:games})."
    ),
    "over_before": "By the games ({games:games}) the match was over after {count} of them.",
    "winner_needed": (
        "By these rules a match has a winner: say who{winner_option}. If neither side came, it is a "
        "walk-over for neither (`boardside walkover MATCH none`)."
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
        "{points:points}: a game ends at {top} points or after {boards:boards}, and each board gives a "
        "point or more."
    ),
    "boards_cannot": (
        "{points:points}: {boards:boards} cannot come to this; a board gives {most} points at most (55, 56)."
    ),
    "odd_sum": "{points:points}: a round gives two points in all, so the sum is even (Scoring).",
    "level_has_round": "{points:points}: a level game has another round (Tournament Scoring).",
    "rounds_give_less": (
        "{points:points}: {rounds:#round gives|rounds give} {total} points in all (Scoring)."
    ),
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
    "later_match": (
        "Match {match} was called with {called:entry}; by the results before it: {instead:entry}."
    ),
    "result_changed": (
        "{stands:cause}; yours is {yours:result}. Nothing has changed. To put yours in its place all the "
        "same, send it again{again}."
    ),
    "nothing_to_clear": "Match {match} has no result that could be cleared.",
    "result_of_table": (
        "The result of match {match} is the one that table {table} confirmed. It cannot be cleared; "
        "`boardside result {match}` shows it, and puts another one in its place."
    ),
    "result_of_report": (
        "The result of match {match} was taken from report {number}: `boardside reports {number} leave` "
        "takes it away."
    ),
    "walk_over_of_withdrawn": (
        "Match {match} is a walk-over because {entries:and} withdrew. `boardside entries return` takes an "
        "entry in again, and its matches come back."
    ),
    "clearing_needs_reason": "A result is cleared for {a_clearing}.",
    "cleared_another": (
        "{stands:cause}. It is not the result that you saw, and nothing was cleared. Look again: "
        "`boardside result {match}`."
    ),
    "later_play_stands": (
        "What follows from the result of match {match} was called or played. {later:causes} Recall or clear"
        " that first. To let it stand, marked: {force}."
    ),
    "later_stage_begun": (
        "The {stage} was drawn from the places of the stage that is open again, and has been called."
    ),
    "has_no_result": "Match {match} has no result any more",
    "was_entered": "{who} entered {result:result} as the result of match {match}",
    "has_ended": "Match {match} has ended by {result:result}",
    "was_reported": "The table reported {result:result} as the result of match {match}",
    "decision_of_others": "A decision names entries of {stage}, each once, the best first.",
    "not_confirmed": (
        "Table {table} has not confirmed a result of match {match}: its umpire confirms it first. Or enter "
        "what counts with `boardside result`."
    ),
    "other_result_since": (
        "Match {match} has another result since table {table}'s was taken: `boardside result {match}` shows"
        " it, and puts another one in its place."
    ),
    "report_needs_reason": "A report is taken or left for {a_why}.",
    "report_changed": (
        "Table {table} has come to another result of match {match} since you looked. Nothing has changed. "
        "Look again: `boardside reports`."
    ),
    "protest_stands": "{state}",
    "ruling_not_answered": "{state}; {ruling} was sent, table {table} has not answered yet",
    "ruling_not_taken": "{state}; table {table} does not take “{ruling}”: {answer:answer}",
    "ruling_sent": (
        "{ruling:capital} was sent to table {table}, which has not answered yet: its link may be down "
        "(`boardside status`). The umpire can enter the ruling there, too."
    ),
    "protest_open": (
        "A protest of {side:upper} is open in match {match}: its result is held back (150). Decide it "
        "first: `boardside protests {match} uphold`, or overrule. To enter the result all the same: "
        "{force}."
    ),
    # Results of other systems (integrations/cmn/taking.py).
    "cmn_nothing_taken": "{problems:lines}\nNothing was taken.",
    "cmn_other_event": "{event} is no event of crokinole (ruleset {ruleset}): CMN has results of no other.",
    "cmn_no_event": (
        "{tournament} has no event of crokinole (ruleset {ruleset}): CMN has results of no other."
    ),
    "cmn_over_before": (
        "{cmn} (match {match}): by the rules of {event} it was over after {count} of its {games} games. "
        "Enter what counts with `boardside result`."
    ),
    "cmn_no_match": "{cmn} (match {match}): its games are no match of {event} ({why:refusal}).",
    "cmn_incomplete": (
        "{cmn} (match {match}): its {count:#game makes|games make} no whole match of {event}. Was it broken"
        " off? Then enter it with `boardside result`, and say who has it."
    ),
    "cmn_other_winner": (
        "{cmn} (match {match}): by the rules of {event} its games are {by_games:won}, the file says "
        "{in_file:won}."
    ),
    "cmn_taken_before": (
        "{cmn} ({players}) was taken before, as match {match}, and was another one ({result:score}). If "
        "this one is right, enter it: `boardside result {match}`."
    ),
    "cmn_unknown": (
        "{cmn}: there is no match {players} in {events:list} (yet). Are the names the same as in `boardside"
        " entries`?"
    ),
    "cmn_which_match": (
        "{cmn}: {players} have no match that waits for this result: {matches:semicolons_of}. Which one it "
        "is cannot be seen: enter it with `boardside result`."
    ),
    "cmn_no_place": "{cmn}: {players} have no match that waits for this result: {matches:semicolons_of}.",
    "cmn_decided": "{match} has the result {result:score}",
    "cmn_at_table": "{match} is at table {table} (recall it first)",
    "cmn_waiting": "{match} {state:waiting}",
    # What commands and forms lack.
    "file_unreadable": "{file} cannot be read: {why}.",
    "nothing_entered": "{file}: nothing was entered.\n{why:cause}",
    "file_comes_first": "The file comes first: boardside entries import {file} {key}",
    "event_is_no_file": "{key} is an event, and no file: boardside entries import FILE {key}",
    "unknown_state": "{state:quoted} is no state of a match; it is one of {states:list}.",
    "unknown_side": "{side:quoted} is no side; it is a or b.",
    "unknown_decision": "{by:quoted} decides nothing here; it is one of {kinds:list}.",
    "bad_score": "{text:quoted}: give a name and what was reached, such as Asha=8.",
    "name_of_several": (
        "{name:quoted} is the name of several entries; `boardside entries list` shows the names."
    ),
    "no_such_name": "{name:quoted} is no entry of this event; `boardside entries list` shows the names.",
    "protest_decision_missing": "What is decided? boardside protests {match} uphold, or overrule.",
    "report_decision_missing": "What is decided? boardside reports {number} take --why ..., or leave.",
    "call_needs_table": "To which table? Give --table NUMBER, or --next for the next free ones.",
    "clear_or_enter": "A result is cleared (--clear) or entered: give no points and no winner with --clear.",
    "no_table_free": "No table is free: `boardside call` shows why.",
    "not_a_number": "{field:question} It is a number; this is {text:quoted}.",
    "what_decided": "What decided it: a shoot-out, a toss, or the organiser?",
    "who_reported": "Who reported: A, B, or neither?",
    "which_team": "For which team?",
    # A record that contradicts another (store/stops.py).
    "journal_not_stopped": "Journal {journal} is not stopped: there is nothing to decide.",
    # Requests that only scripts make (web/desk_api).
    "page_of_other_site": (
        "A page of another site (`Origin`) sent this; nothing was done. Programs send no `Origin`."
    ),
    "token_missing": (
        "This needs a token: `boardside token add NAME` makes one; send `Authorization: Bearer TOKEN`."
    ),
    "token_unknown": "This token is none, or was removed: `boardside token list` shows which there are.",
    "no_order": "There is no order {order}.",
}

"""Files of a tournament and entry lists: what of them cannot be taken."""

SENTENCES = {
    # Files of a tournament (import_files.py, importing.py). import_refused: all `problems`, each `in_file`,
    # which says where and `why`; `more`: how many are not named.
    "import_refused": "{problems:lines}{more:and_more}\nNothing was imported.",
    "in_file": "{file}{line:at_line}{column:column}: {why:cause}",
    "import_empty": "there is nothing in it that can be imported",
    "import_too_long": "these are {count} rows; at most {most} can be imported at once: divide them by event",
    "import_header": (
        "these columns are of no kind of row ({columns:list}); the first line names the columns, such as "
        "a,b,games for results, and name,club for entries"
    ),
    "cell_no_number": "{text:quoted} is no whole number",
    "cell_no_time": "{text:quoted} is no time such as 2026-03-12T12:00:00Z",
    "cell_no_json": "{text:quoted} is no JSON object or list",
    "import_no_json": (
        "this is no JSON from column {column} on ({why}); a file that begins with {{ or [ is read as JSON"
    ),
    "import_no_list": "{sheet} is a list of objects",
    "import_no_object": 'a row of {sheet} is an object, such as {{"a": "Asha", "b": "Bela"}}',
    "import_other_format": "{name} {value:quoted} is not known; Boardside reads its own exports of version 1",
    "import_bad_settings": (
        "these are no settings of a tournament; leave them out, and set them with {edit_tournament}"
    ),
    "import_differs": (
        "it is {now:quoted} here and {new:quoted} in the file; give both the same, or leave the cell empty"
    ),
    "import_stages_order": "its stages are numbered 1, 2, …, each once",
    "import_other_player": (
        "no. {number} is {here} here and {new} in the file; give one of them another number"
    ),
    "import_no_player": (
        "nobody has the number {numbers:list}: add a row of players for it, or name the players in place of "
        "numbers"
    ),
    "import_no_match": (
        "there is no match {sides:versus} that could have this result (yet): is its round drawn, and are the "
        "results before it there?"
    ),
    "import_match_unnamed": "which match is it? Name both sides (a, b), its id (match), or round and number",
    "import_other_sides": "match {match} is {sides:versus} here and {given:versus} in the file",
    "import_at_table": (
        "match {match} is at table {table}: take the call back ({recall}), or enter the result with "
        "{enter_results}"
    ),
    "import_other_result": (
        "match {match} has the result {now:result} here, and {new:result} in the file; {enter_result} "
        "corrects it, with a reason"
    ),
    "import_totals": "the totals do not fit the games {games:games}; leave one of the two out",
    "import_how": "{text:quoted} is no way to a result; it is one of {ways:list}",
    "import_winner": (
        "{text:quoted} has not won: it is a, b, the name of a side, draw, or none when neither came"
    ),
    "import_no_entry": "the file has no entry {number} of {event}",
    "import_which_entry": (
        "{entry:quoted} may be {entries:and} of {event}: give the whole name, or the start number"
    ),
    "import_match_twice": "match {match} is in line {line} too, with other values",
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
    "import_no_result": "match {match} is done and has no result: give games, or winner",
    "import_line_up": 'a line-up is {{"a": [start numbers], "b": […]}} of players of the event',
    "import_contradiction": (
        "match {match} ({state} in the file) does not follow from what is before it, which gives {sides}"
    ),
    "import_team_draw": (
        "{event} is drawn here ({draw}), since each of its matches has several parts; then results can be "
        "imported"
    ),
    "import_not_drawn": "{event}: these are in no match of the draw: {entries:list}",
    "import_bracket": (
        "the first round of {event} has {size} matches, each with two entries or one and a bye; here are "
        "{count}"
    ),
    "import_group": "a match of a stage of groups has a group, from 1; of another stage none",
    "import_two_sides": "a match of a round has two different sides",
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
    "import_once_a_round": "in a round each entry is once: in a match, or with `bye` beside it",
    "import_one_bye": "a round of a Swiss has one bye at most",
    "import_bad_result": "before and after are results as an export has them",
    "import_bad_code": "{text:quoted} is no code of a correction",
    "import_correction_alone": (
        "a correction is imported together with its match, and {match} is here already; enter it with "
        "{enter_result}"
    ),
    "import_bad_decision": (
        "a decision has a kind (shoot_out, toss, organiser) and an order of entries of the file, such as "
        "12=8, 14=5"
    ),
    # Entry lists (entry_list.py). list_refused: all `problems`, each `in_list`, which says where and `why`.
    "list_refused": "{problems:lines}",
    "in_list": "line {line}{column:column}: {why:cause}",
    "file_breaks_off": "the file breaks off in the middle of a letter",
    "workbook_unreadable": "the workbook cannot be read ({why}); save it as “CSV UTF-8” in the spreadsheet",
    "file_not_utf8": (
        "a letter is not in UTF-8; save the list as “CSV UTF-8” (Excel) or with the encoding UTF-8"
    ),
    "encoding_guessed": (
        "{file:or The list} is not in UTF-8 and was read as Windows-1252. Look whether these are right: "
        "{cells:list}{more:and_more}."
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
}

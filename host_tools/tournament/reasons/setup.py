"""Tournaments, events, entries: what does not exist, what is there already, and what cannot be changed."""

SENTENCES = {
    # Things that do not exist, or of which there are several (finding.py).
    "bad_place_or_days": "place and days are one line each, of printable characters",
    "value_unfit": "{where}: {value:quoted} is not possible here",
    "value_unreadable": "{where}: a value cannot be read ({why})",
    "bad_key": "{key:quoted} is no key: 1 to 20 small letters, digits and hyphens, such as open-2026 or ms.",
    "no_tournament": "There is no tournament {key:quoted}; there is {keys:list}.",
    "no_tournament_yet": "There is no tournament yet: {new_tournament} makes one.",
    "which_tournament": "Which tournament? Name one of {keys:list}.",
    "no_event": "{tournament} has no event {key:quoted}; it has {keys:list}.",
    "no_event_yet": "{tournament} has no event yet: {add_event} adds one.",
    "which_event": "Which event? Name one of {keys:list}.",
    "event_gone": "The event {key} is not there any more.",
    "which_match": "Which match {match:quoted}? There are {matches:list}.",
    "no_match": "There is no match {match:quoted}: {list_matches} lists them.",
    "match_gone": "There is no match {match:quoted} any more: {list_matches} lists them.",
    "which_entry": "Which {entry:quoted}? In {event} there are {people:clubs_of_entries}. Say the number.",
    "not_expected": "No. {number} is in no entry.",
    "entry_gone": "{entry} is not entered any more.",
    "no_entry": "{event} has no entry {entry:quoted}: {list_entries} shows them.",
    "no_stage": "{event} has no stage {position}; it has {count}.",
    "no_stages": "{event} has no stages.",
    "no_group": "{event} has no group {group} in this stage; there are: {groups:list}.",
    "no_group_in_stage": "{event} has no group {group} in stage {position}.",
    "no_report": "There is no report {number}: {decide_reports} lists them.",
    "report_gone": "What table {table} reported of match {match} is in the record no more.",
    "no_open_protest": "There is no open protest in match {match:quoted}: {decide_protests} lists them.",
    "no_protest": "There is no such protest in match {match:quoted}: {list_protests} lists them.",
    "which_protest": "Which protest? There are {protests:protests}; name one with --number.",
    # Tournaments and events (desk_office.py, planning.py).
    "tournament_exists": "There is a tournament {key:quoted} already; choose another key.",
    "bad_tournament_name": "A tournament needs a name of 1 to {most} characters on one line.",
    "tournament_closed": "{tournament} is closed; open it again with {open_tournament}.",
    "tournament_in_play": (
        "{tournament} is being played: {matches:at_tables}{more:and_more}. While it is closed nothing counts "
        "that a table reports. Finish or recall these matches first. To close it all the same: {anyway}."
    ),
    "event_exists": "{tournament} has an event {key:quoted} already; choose another key.",
    "bad_event_name": "An event needs a name of 1 to {most} characters on one line.",
    "unknown_kind": "{kind:quoted} is no kind of event; it is one of {kinds:list}.",
    "unknown_ruleset": "{ruleset:quoted} is no ruleset; it is one of {rulesets:list}.",
    "ruleset_exists": "There is a ruleset {key:quoted} already ({name}): choose another key, or {replace}.",
    "ruleset_of_boardside": "{key:quoted} is a ruleset of Boardside's own; choose another key.",
    "rules_refused": "No table would take a match of {event}: {why:refusal}.",
    "many_games": (
        "A match of the {stage} has {games} games, against each opponent. For one game: {set_games}."
    ),
    "no_stage_planned": "An event needs at least one stage, such as knockout.",
    "unknown_stage": (
        "{kind:quoted} is no kind of stage; give one of {kinds:list}, with settings behind a colon: "
        "groups:size=4,advance=2."
    ),
    "unknown_setting": "Stage {position} ({stage}) has no setting {setting:quoted}; it has {settings:list}.",
    "bad_setting": "Stage {position} ({stage}): {setting} cannot be {value:quoted}.",
    "setting_no_number": "{text:quoted}: a setting of a stage is a whole number, such as size=4.",
    "groups_or_size": "Stage {position}: say how many groups, or the size of one; one of the two.",
    "too_many_advance": "Stage {position}: of a group of {size} not more can go on.",
    "external_alone": "A stage that another system draws (external) is the only one of its event.",
    "knockout_ends": "A knockout ends an event: no stage can follow it.",
    "advance_missing": "Stage {position} ({stage}): how many go on? Give advance.",
    "rounds_missing": "Stage {position} (swiss): how many rounds does it have? Give rounds.",
    "not_tables": "{text:quoted} is no table; give numbers such as 1-20,25.",
    "table_numbers_range": "Tables have numbers from 1 to 9999, the lower one first; this is {text:quoted}.",
    "which_tables": "Which tables stand in {hall:or the hall}? Give their numbers, such as {example}.",
    # Entries (entering.py, checks.py). entries_refused: all `problems`, each with its own reason.
    "entries_refused": "{problems:lines}",
    "begun_no_entries": "Nobody can enter {event} now: its first round has begun.",
    "drawn_no_entries": (
        "Nobody can enter {event} now: the draw is made. Take it back with {undo_draw}, enter, and draw "
        "again; or enter a reserve ({enter_reserve}), for a place that is free ({fill_place})."
    ),
    "entered_already": (
        "{player} is entered in {event} already ({other}); if it is somebody else, both need a club or a "
        "licence."
    ),
    "may_be_same": (
        "No. {number} {player} ({events:list}) looks like No. {other_number} {other} ({other_events:list}): "
        "the same? ({who_is_it})"
    ),
    "no_player": "No player has the number {number} here: {list_entries} shows them.",
    "joined_already": "No. {number} {player} is one player already.",
    "joined_licences": "{player} has the licence {licence}, the other {other}: they are two people.",
    "joined_twice": (
        "{player} would play twice in {event} ({entries:semicolons}): delete or withdraw one of the entries "
        "first."
    ),
    "parted_already": "No. {number} {player} is in no other entry.",
    "parted_from_itself": "No. {number} {player} is one player: name another one.",
    "drawn_with_club": (
        "{event} was drawn with the club {club:or of nobody} of {player}; the draw stays as it is."
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
    "return_needs_reason": "An entry is taken in again for {a_clearing}.",
    "returned_not_drawn": (
        "{entry} withdrew before the draw, and is not part of it; undo the draw first ({undo_draw}, as long "
        "as no match was called), take the entry in again, and draw. Or make it a reserve ({make_reserve}), "
        "for a place that is free ({fill_place})."
    ),
    "return_changes_later": (
        "With {entry} in again, what was called or played since would change. {later:causes} Recall or clear "
        "that first. To let it stand, marked: {force}."
    ),
    "begun_no_exchange": (
        "{event} has begun: nobody can be exchanged any more. Withdraw the entry if it must be."
    ),
    "exchanged_too_often": "{entry} has exchanged {count} already; {ruleset} allows {most} (Spandan 5).",
    "who_leaves": "Who leaves {entry}? {player:quoted} is not one of {players:players}.",
    # Reserves (reserves.py).
    "reserve_plays": "{entry} plays in {event}: withdraw the entry first, to make it a reserve.",
    "reserve_in_draw": "{entry} is in the draw of {event}: take the entry in again, instead of as a reserve.",
    "no_reserve": "{event} has no such reserve: {enter_reserve} enters one.",
    "place_not_free": (
        "The place of {place} in {event} is not free: it is once an entry withdrew, or had a bye, or in a "
        "group that is shorter than others, and until the first match there is called or decided."
    ),
    "place_gone": "The place in {event} is not free any more. {later:causes}",
    # Edited and deleted (editing.py).
    "no_team_to_name": "Only a team has a name of its own; give the player the name.",
    "player_deleted": "The data of player no. {number} were deleted; nothing of them can be edited.",
    "player_known": (
        "{player} would be the same person as player no. {number}: give them a club or a licence that tells "
        "them apart."
    ),
    "drawn_with_value": (
        "The draw of {event} was made with this value of {entry}, and would be another one. Take it back "
        "first: {undo_draw}."
    ),
    "begun_with_value": (
        "The draw of {event} was made with this value of {entry}, and would be another one; its matches were "
        "called or played, so it stays."
    ),
    "entry_in_draw": (
        "{entry} is in the draw of {event}: {matches:list}{more:and_more}. Withdraw the entry, or take the "
        "draw back first ({undo_draw}, as long as no match was called)."
    ),
    "event_has_entries": (
        "{event} has {count:#entry|entries}, which are of its kind: delete them first, or add another event."
    ),
    "begun_by_rules": (
        "{event} is played by its rules: {matches:list}{more:and_more} are called or decided. They stay."
    ),
    "drawn_by_rules": "{event} is drawn for its rules. Take the draw back first: {undo_draw}.",
    "stage_begun": (
        "The {stage} of {event} stays as it is: {matches:list}{more:and_more} were called or played, so "
        "tables may know them."
    ),
    "stage_drawn": "{event}, {stage}, is drawn. Take the draw back first: {undo_draw}.",
    "event_has_begun": (
        "{event} stays: {matches:list}{more:and_more} are called or decided. Recall or clear them first."
    ),
}

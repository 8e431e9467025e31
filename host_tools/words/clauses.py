"""The clauses of rulings: the closed list of reasons, each with the names of its values.

A ruling consists of clauses; a clause is a tuple (reason, value, ...), the values in the order of the names
here. Values are JSON-ready. side, winner: "a" or "b". a, b: a score, or a count of each side. number:
of a board, round, game or protest, from 1; seq: of an event. Words for them are made where they are shown:
boardside/table/ruling_words.py on the table, rulings.py on the host. A test holds that this list has exactly
the clauses that the rules use.

The list is here and not with the rules because no table reads it.
"""

REASONS = {
    # a match begins
    "match_begins": ("games",),  # the best of this many
    "match_begins_all_games": ("games",),  # this many, all of them played
    "match_begins_one_game": (),
    "to_points": ("points",),  # of a game, with a match that begins
    "or_boards": ("boards",),
    "of_rounds": ("rounds",),
    "discs": ("discs",),  # of a side in a round
    "toss": ("side",),  # who breaks
    "toss_won": ("winner", "side"),  # who won the toss; who breaks
    "toss_extra": ("side",),  # who breaks the extra board
    "toss_won_extra": ("winner", "side"),
    "toss_first_shot": ("side",),
    "trial_board": ("number", "most"),
    "names_corrected": (),
    # a board or a round begins
    "play": ("number", "side"),  # the board; who breaks
    "play_round": ("number", "side"),
    "change_owed": (),
    "board_replayed": ("number", "side"),
    # sides and clocks; clock: as in the event, seconds: left, rounded up
    "sides_changed": ("side",),  # who is left now
    "sides_swapped": ("side",),
    "appeal": ("clock", "seconds"),
    "clock_set": ("clock", "seconds"),
    "play_clock": ("clock",),
    "paused": ("clock", "seconds"),
    "clock_goes_on": ("clock",),
    "clock_zero": ("clock",),
    "breach": ("breach",),  # as in the event
    # a stroke; a clause that names no side is about the side that struck
    "stroke": ("side",),
    "down": ("count",),
    "other_down": ("side", "count"),
    "back": ("count",),
    "due": ("count",),  # for the striker (13)
    "penalty": ("count",),  # for a foul (14)
    "nothing_down": (),
    "no_break": ("side",),
    "queen_to_cover": (),
    "queen_covered": (),
    "queen_back": (),
    "queen_back_by": ("side",),  # by the opponent (D16)
    "to_centre": ("side",),
    "owes": ("side", "count"),
    "places": ("side", "number", "count"),  # which player of a side, from 1, places how many now
    "goes_on": ("side",),
    "turn": ("side",),
    "to_be_replayed": (),
    # beside the strokes
    "foul": ("side",),
    "technical_foul": ("side",),
    "passes": ("side",),
    "placed": ("side",),
    "placing_forgone": ("side",),
    "placing_lapsed": ("side",),
    "placing_not_completed": ("side",),
    "waits_for_room": ("side",),
    "has_room": ("side",),
    "out_of_turn_allowed": ("side",),
    "board_set_up": ("a", "b", "side"),  # c/m left; who is in turn
    "strokes_left_off": ("number",),
    # strokes have ended the board
    "board_ends": ("side", "points"),
    "board_lost_by_ruling": ("side", "winner", "points"),
    "on_demand": ("most",),  # the points with all points on demand
    "slam": ("colour",),
    # a board is entered
    "board_won": ("side", "number"),
    "board_won_by_ruling": ("side", "number"),
    "extra_board_won": ("side", "number"),
    "extra_board_won_by_ruling": ("side", "number"),
    "board_points": ("points", "left", "queen", "demand"),  # in all; of the loser's c/m, Queen, on demand
    "points_by_umpire": ("points", "computed"),
    "points_withheld": ("points",),
    # crokinole: a round
    "shot": ("side",),
    "shot_twenty": ("side",),
    "to_shoot": ("side", "count"),
    "all_shot": (),
    "was_last_shot": (),
    "twenty": ("side", "count"),  # in this round
    "last_shot": ("side",),
    "no_last_shot": (),
    "time_last_round": ("number",),
    "round_won": ("number", "side"),
    "round_won_by_forfeit": ("number", "side"),
    "round_level": ("number",),
    "round_unshot": ("number",),
    "round_total": ("a", "b"),
    "round_twenties": ("a", "b"),
    # what follows from the points
    "change_sides": (),
    "level_extra_board": (),
    "decided_early": ("number",),
    "level_round_decides": ("number",),
    "level_rounds_decide": ("number", "next"),
    "level_shoot_out": (),
    "game_won": ("number", "side", "a", "b"),
    "game_drawn": ("number", "a", "b"),
    "game_level": ("number", "a", "b"),
    "match_won": ("side", "a", "b"),
    "match_drawn": ("a", "b"),
    "match_level": ("a", "b"),
    # endings off the board
    "concedes": ("side",),
    "concedes_match": ("side", "winner", "a", "b"),
    "forfeits": ("side",),
    "disqualified": ("side", "winner", "a", "b"),
    "disqualified_after_end": ("side",),
    "did_not_play": ("side", "winner", "a", "b"),
    "walkover": ("side", "a", "b"),
    "loses_match": ("side", "law"),
    "loses_match_after_end": ("side", "law"),
    "decided_by_desk": ("side",),
    "decided_by_desk_for_nobody": (),
    "time": (),
    "time_last_board": ("number",),
    "confirmed": ("side", "a", "b"),
    "confirmed_draw": (),
    "confirmed_level": (),
    # protests
    "protest": ("number", "side", "board"),
    "protest_upheld": ("number", "board"),
    "protest_upheld_after_another": ("number", "board"),  # which has already taken that board back
    "protest_overruled": ("number",),
    "protest_overruled_after_another": ("number", "board"),
    # the umpire's override
    "umpire": (),
    "referee": (),
    "set_points": ("a", "b"),
    "set_games": ("a", "b"),
    "set_twenties": ("a", "b"),
    "set_board": ("number",),
    "set_round": ("number",),
    "set_breaks": ("side",),
    "set_first": ("side",),
    "set_left": ("side",),
    "undone": ("kind", "seq"),
    "restored": ("kind", "seq"),
}

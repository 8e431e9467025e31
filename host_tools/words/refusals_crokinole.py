"""What the rules of crokinole refuse, as sentences: refusals.py says how they are filled in."""

SENTENCES: dict[str, str] = {
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
}

"""The words that an umpire reads when the rules refuse an event: what is wrong and what to do, in eight
digits and in at most 40 characters.

The rules give a reason (docs/scripts/refusals.md); this module has its words. A reason without a row gets the
general words: give a row to one that a key can cause.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.errors import GameError

GENERAL = "rEFUSEd", "Not possible now. UNDO goes back"

# A row each: |reason|another reason|:eight digits:line. One text and no table of texts, which would take more
# memory: it is loaded at the first refusal, and stays.
LINES = """\
|result_confirmed|undo_confirmation_first|:SEALEd:Sealed: UNDO opens it first
|match_decided|only_games_set_after_end|:FiniSH:Decided: UNDO the last event first
|only_match_forfeited_after_end|:FiniSH:Decided: UNDO the last event first
|toss_made|:toSSdonE:The toss is made: UNDO it, or Edit
|toss_awaited|breaker_not_known|:L or r:First the toss: WHITE or BLACK, OK
|unshot_but_counted|:Count:Discs were counted: enter their points
|ruling_with_slam|slam_of_other_colour|slam_not_proper|:Count:That is no slam (26): enter it anew
|white_slam_without_queen|black_slam_without_queen|:Count:That is no slam (26): enter it anew
|queen_without_own_piece|:no qUEEn:No c/m down yet: the Queen is not theirs
|queen_to_be_covered|queen_covered|:no qUEEn:The Queen is not on the board
|queen_left_on_board|:qUEEn:The Queen is somebody's then (V9)
|queen_not_told|:qUEEn:Whose is the Queen? QUEEN chooses (52b)
|queen_of_nobody|:qUEEn:Whose is the Queen? QUEEN chooses
|too_many_twenties|twenties_over_discs|:Count 20:More 20s than that side has discs
|total_under_twenties|:Count 20:Fewer points than those 20s alone give
|total_too_high|total_over_twenties|:Count:More than those discs can give
|total_not_of_discs|:Count  5:Points of discs end in 0 or 5
|no_pieces_left|:1 to 9:The loser has 1 to 9 pieces left (V9)
|ruling_with_none_left|:1 to 9:The loser has 1 to 9 c/m left
|more_than_on_board|:Count:So many are not on the board
|board_over|dues_written_off|:bd  End:The board is over: UNDO, or OK enters it
|strokes_not_recorded|:no StrC:No strokes are recorded in this board
|board_to_replay|:bd AGAin:To be replayed: OK; else UNDO
|place_first|:PLACE:First place: CLOCK. DUE: forgone, other
|nothing_to_place|nothing_to_place_of|:no PLAC:Nothing is to be placed now
|placed_too_many|:PLACE:Not so many are to be placed now
|both_to_place|:L or r:Whose? WHITE or BLACK chooses
|ruling_with_demand|no_points_on_demand|:no duE:No points on demand here
|untouched_but_down|:touCHEd:Untouched: nothing can have gone down
|trial_boards_played|:no triAL:No more trial boards (40)
|match_has_begun|:no triAL:Trial boards come before the match (40)
|break_made|:br donE:The break is made: clear FOUL, or UNDO
|in_turn_already|:turn:That player is in turn already
|no_technical_foul|:FoUL:No foul is technical by these rules
|not_in_turn|:tECH:Not in turn: only a technical foul (63b)
|lost_already|:LoSt:That side has lost already
|several_protests_open|:ProtESt:Several protests are open: see the host
|protest_open|:ProtESt:A protest is open (150): menu, ruLEd
|no_protest_open|protest_not_open|:no Prot:No protest is open
|last_board_too_far_back|:ProtESt:Too far back: UNDO what came after it
|no_board_finished|no_such_board|:no bd:A protest is about a board: none here
|time_called|:StoP:Time is called: enter this round
|last_shot_told|:LASt:That was said already: UNDO takes it
|last_shot_not_told|:LASt:Last shot? WHITE, BLACK, or OK for none
|all_discs_shot|no_shot_left|:End:The round is over: OK enters its discs
|last_shot_of_nobody|last_shot_of_other|:LASt:Only the side one shot behind has it
|round_without_winner|:Count:WHITE or BLACK first, then its discs
|shoot_out_of_twenties|:Count:Shoot-out: only 20s count: QUEEN
|difference_needs_total|:Count:The difference counts: count all discs
|winner_of_level_totals|level_with_a_winner|winner_of_other_totals|:Count:Who has won? The totals say another
|points_odd|:not odd:A round is two points: the sum is even
|games_over_best_of|games_over_all|:Count:So many games cannot be: set them anew
|both_at_game_points|:Count:Only one side can have won the game
|points_over_most|:Count:More than a board can give (55)
|only_break_chosen|:br onLY:Before an extra board: break only (56b)
|toss_gives_break|toss_gives_first_shot|:toSS:Who won the toss and chose, breaks (39)
|no_match|:no PLAY:No match here: OK opens the menu
|no_board_in_play|no_board_to_protest|:no bd:No board is in play: CLOCK first
|board_in_play|:bd on:Not while a board is in play: OK, enter
|change_owed|:SidE:First the change of sides: CLOCK
|in_interval|:rESt:Interval: CLOCK ends it first
|not_in_sport|:SPort no:Not in this sport
|nothing_to_undo|:At StArt:Nothing is left to undo
|undone_already|:Undo:That is undone already
|seat_of_other_side|:CHooSE:That player cannot be it: choose anew
|not_a_choice|out_of_range|cannot_be_undone|:CHooSE:Not possible here: choose anew
|nothing_set|no_majority_nor_all|game_without_end|:CHooSE:Not possible here: choose anew
|board_without_winner|:L or r:Who has won? WHITE or BLACK
"""


def words_of(reason: str) -> "tuple[str, str]":
    """(eight digits, line) for a GameError's reason."""
    at = LINES.find("|" + reason + "|")
    if at < 0:
        return GENERAL
    start = LINES.find("|:", at) + 2
    digits, _, line = LINES[start : LINES.find("\n", start)].partition(":")
    return digits, line


def message_of(error: "GameError") -> str:
    """For a host that cannot read reasons: the line, or reason and facts if there are only general words."""
    words = words_of(error.reason)
    return str(error) if words is GENERAL else words[1]

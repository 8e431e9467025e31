"""Why a request is not done: reasons from a closed list, each with its facts.

A reason is a name that never changes its meaning; its facts are JSON-ready arguments: names, ids, numbers,
and other reasons with their facts (`Cause.to_json`). Nothing here is a sentence: each reason's words are in
host_tools/words/desk_reasons.py, which shows so which facts it has. tests/words holds the two together.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Self, TypeAlias, TypeVar, get_args

from host_tools.live_values import Facts, NamedReason

#: In brackets: the modules that give these reasons.
Reason = Literal[
    # Requests to a table and to the clock (orders.py).
    "name_empty",
    "name_one_line",
    "doubles_names",
    "match_refused",
    "rules_no_file",
    "rules_file",
    "other_base",
    "rules_no_json",
    "rules_no_object",
    "tie_incomplete",
    "no_time",
    "seconds_over",
    "clock_zero",
    "which_table",
    # The halls and their clocks, and matches that the tournament keeps (store).
    "hall_changed",
    "no_halls",
    "no_hall",
    "bad_hall_name",
    "hall_named_all",
    "unknown_hall_order",
    "hall_length_range",
    "hall_needs_length",
    "no_hall_clock",
    "hall_clock_ended",
    "hall_paused_already",
    "hall_runs_already",
    "match_planned",
    "table_has_match",
    # Things that do not exist, or of which there are several (finding.py).
    "bad_key",
    "bad_place_or_days",
    "value_unfit",
    "value_unreadable",
    "no_tournament",
    "no_tournament_yet",
    "which_tournament",
    "no_event",
    "no_event_yet",
    "which_event",
    "event_gone",
    "which_match",
    "no_match",
    "match_gone",
    "which_entry",
    "no_entry",
    "no_stage",
    "no_stages",
    "no_group",
    "no_group_in_stage",
    "no_report",
    "report_gone",
    "no_open_protest",
    "which_protest",
    # Tournaments, own rulesets and events (desk_office.py, desk_rulesets.py, planning.py).
    "tournament_exists",
    "bad_tournament_name",
    "tournament_closed",
    "tournament_in_play",
    "event_exists",
    "bad_event_name",
    "unknown_kind",
    "unknown_ruleset",
    "ruleset_exists",
    "ruleset_of_boardside",
    "own_rules_twice",
    "rules_refused",
    "rest_out_of_range",
    "no_stage_planned",
    "unknown_stage",
    "unknown_setting",
    "bad_setting",
    "setting_no_number",
    "groups_or_size",
    "too_many_advance",
    "external_alone",
    "knockout_ends",
    "advance_missing",
    "rounds_missing",
    "not_tables",
    "table_numbers_range",
    "which_tables",
    # Entries (entering.py, limits.py). entries_refused: all `problems`, each with its own reason.
    "entries_refused",
    "begun_no_entries",
    "drawn_no_entries",
    "entered_already",
    "may_be_same",
    "team_entered",
    "name_too_long",
    "name_of_lines",
    "name_unprintable",
    "wrong_number_of_players",
    "team_needs_name",
    "team_too_small",
    "team_size",
    "bad_seeding",
    "seeding_shared",
    "club_limit",
    "withdrawn_already",
    "entry_withdrawn",
    "not_withdrawn",
    "withdraw_needs_reason",
    "return_needs_reason",
    "returned_not_drawn",
    "return_changes_later",
    "bad_withdrawals",
    "begun_no_exchange",
    "exchanged_too_often",
    "who_leaves",
    # Files of a tournament (import_files.py, importing.py). import_refused: all `problems`, each `in_file`,
    # which says where and `why`; `more`: how many are not named.
    "import_refused",
    "in_file",
    "import_empty",
    "import_too_long",
    "import_header",
    "cell_no_number",
    "cell_no_time",
    "cell_no_json",
    "import_no_json",
    "import_no_list",
    "import_no_object",
    "import_other_format",
    "import_bad_settings",
    "import_differs",
    "import_stages_order",
    "import_other_player",
    "import_no_player",
    "import_no_match",
    "import_match_unnamed",
    "import_other_sides",
    "import_at_table",
    "import_other_result",
    "import_totals",
    "import_how",
    "import_winner",
    "import_no_draw",
    "import_no_entry",
    "import_which_entry",
    "import_match_twice",
    "import_source",
    "import_bad_match_id",
    "import_match_known",
    "import_no_result",
    "import_line_up",
    "import_contradiction",
    "import_team_draw",
    "import_not_drawn",
    "import_bracket",
    "import_group",
    "import_two_sides",
    "import_once_a_round",
    "import_pair_twice",
    "import_round_twice",
    "trf_one_sided",
    "trf_results_differ",
    "trf_cell",
    "import_one_bye",
    "import_bad_result",
    "import_bad_code",
    "import_correction_alone",
    "import_bad_decision",
    # Reserves (reserves.py).
    "reserve_plays",
    "reserve_in_draw",
    "no_reserve",
    "place_not_free",
    "place_gone",
    "which_place",
    # Edited and deleted (editing.py).
    "no_team_to_name",
    "player_deleted",
    "player_known",
    "drawn_with_value",
    "begun_with_value",
    "entry_in_draw",
    "event_has_entries",
    "begun_by_rules",
    "drawn_by_rules",
    "stage_begun",
    "stage_drawn",
    "event_has_begun",
    # Entry lists (entry_list.py). list_refused: all `problems`, each `in_list`, which says where and `why`.
    "list_refused",
    "in_list",
    "file_breaks_off",
    "workbook_unreadable",
    "file_not_utf8",
    "list_empty",
    "no_header",
    "no_entry_below",
    "no_csv",
    "quotation_open",
    "text_after_quotation",
    "column_unknown",
    "column_twice",
    "column_missing",
    "too_many_cells",
    "cell_too_long",
    "cell_unprintable",
    "cell_empty",
    "players_missing",
    "spellings_too_many",
    "player_too_long",
    "seeding_unreadable",
    "team_in_list",
    "player_in_list",
    "player_in_list_of_no_club",
    # Acts that are taken back (taking_back.py).
    "no_act",
    "undo_needs_reason",
    "act_taken_back",
    "later_act_stands",
    "nothing_for_file",
    "event_entered",
    "place_played",
    "tournament_has_events",
    "act_stays",
    "act_of_taking_back",
    "act_of_report",
    "act_of_report_before",
    "act_of_protest",
    "act_of_entries",
    "act_of_exchange",
    "act_of_editing",
    "act_of_deleting",
    "act_of_place",
    "act_of_import",
    "act_of_closing",
    "act_of_round",
    "act_of_cmn",
    "draw_not_as_before",
    # Swaps in a draw (swapping.py).
    "swap_needs_reason",
    "swap_not_drawn",
    "swap_changes_nothing",
    "swap_round_begun",
    # The draw (drawing.py and what it draws with).
    "drawn_already",
    "too_few_entries",
    "bad_seed",
    "draw_impossible",
    "not_drawn",
    "played_draw_stands",
    "called_draw_stands",
    "entry_twice",
    "nobody_entered",
    "groups_or_size_needed",
    "group_needs_two",
    "too_few_for_groups",
    "nobody_goes_on",
    "opponent_needed",
    "both_odd",
    "no_last_round",
    "too_many_rounds",
    "nobody_left_to_meet",
    # Shoot-outs at tables (shoot_out_matches.py).
    "no_shoot_out_owed",
    "shoot_out_open",
    "shoot_out_begun",
    "shoot_out_of_teams",
    # The rounds of a Swiss.
    "round_robin_would_do",
    "round_not_decided",
    "round_begun",
    "round_at_table",
    "no_round_to_change",
    "not_in_round",
    "meet_already",
    "meet_again",
    "second_bye",
    "rounds_out_of_range",
    "later_stage_plays",
    "drawn_elsewhere",
    "drawn_here",
    "round_refused",
    "board_decided",
    "board_called",
    "board_in_play",
    "board_held",
    # Calls (calling.py, hall_tables.py, line_ups.py): refusals, remarks, and why a table is not free.
    "table_not_callable",
    "players_elsewhere",
    "player_at_table",
    "namesake_at_table",
    "player_resting",
    "other_hall",
    "seen_in_latin",
    "seen_as_number",
    "table_unheard",
    "table_not_free",
    "has_match",
    "link_not_up",
    "match_on_its_way",
    "result_not_confirmed",
    "match_in_play",
    "match_waits_there",
    "nothing_to_call",
    "at_a_table_already",
    "waits_for_players",
    "nothing_left_to_call",
    "report_time_out_of_range",
    "not_at_a_table",
    "being_played",
    "no_walk_over",
    "begun_no_walk_over",
    "not_called_yet",
    "report_clock_runs",
    "not_of_teams",
    "players_were_named",
    "team_not_known",
    "wrong_line_up",
    "which_player",
    "not_in_team",
    "named_in_tie",
    "plays_in_tie",
    # Results (results.py, typed_results.py, possible_points.py): what was typed.
    "who_has_won",
    "won_or_nobody",
    "no_points_of_game",
    "no_twenties_of_both",
    "no_twenties",
    "too_many_games",
    "over_before",
    "winner_needed",
    "other_winner",
    "no_draw",
    "no_whole_match",
    "all_games_needed",
    "games_missing",
    "round_points_over",
    "game_points_over",
    "only_one_reaches",
    "game_unfinished",
    "points_not_reached",
    "level_has_extra_board",
    "no_extra_board",
    "game_too_short",
    "boards_cannot",
    "odd_sum",
    "level_has_round",
    "rounds_give_less",
    "decided_before_last",
    # Results (correcting.py, clearing.py, stale_results.py, report_decisions.py, protesting.py): the present
    # state.
    "no_result_possible",
    "result_needs_reason",
    "later_match_called",
    "later_round_drawn",
    "later_pair",
    "round_drawn_since",
    "later_match",
    "result_changed",
    "nothing_to_clear",
    "result_of_table",
    "result_of_report",
    "walk_over_of_withdrawn",
    "clearing_needs_reason",
    "cleared_another",
    "later_play_stands",
    "later_stage_begun",
    "has_no_result",
    "was_entered",
    "has_ended",
    "was_reported",
    "decision_of_others",
    "not_confirmed",
    "other_result_since",
    "report_needs_reason",
    "report_changed",
    "protest_stands",
    "ruling_not_answered",
    "ruling_not_taken",
    "ruling_sent",
    "protest_open",
    # Results of other systems (integrations/cmn/taking.py).
    "cmn_nothing_taken",
    "cmn_other_event",
    "cmn_no_event",
    "cmn_over_before",
    "cmn_no_match",
    "cmn_incomplete",
    "cmn_other_winner",
    "cmn_taken_before",
    "cmn_unknown",
    "cmn_which_match",
    "cmn_no_place",
    "cmn_decided",
    "cmn_at_table",
    "cmn_waiting",
    # What commands and forms lack.
    "file_unreadable",
    "nothing_entered",
    "file_comes_first",
    "event_is_no_file",
    "unknown_state",
    "unknown_side",
    "unknown_decision",
    "bad_score",
    "name_of_several",
    "no_such_name",
    "protest_decision_missing",
    "report_decision_missing",
    "call_needs_table",
    "clear_or_enter",
    "no_table_free",
    "not_a_number",
    "what_decided",
    "who_reported",
    "which_team",
    # A record that contradicts another (store/stops.py).
    "journal_not_stopped",
    # Requests that only scripts make (web/desk_api).
    "page_of_other_site",
    "token_missing",
    "token_unknown",
    "no_order",
]
REASONS: tuple[Reason, ...] = get_args(Reason)
#: The data changed after somebody looked at it: look again, then decide.
CHANGED: tuple[Reason, ...] = ("result_changed", "report_changed", "cleared_another")


#: A closed list of reasons: a Literal.
ReasonT = TypeVar("ReasonT", bound=str)


@dataclass(frozen=True, slots=True)
class Coded(Generic[ReasonT]):
    """A reason of a closed list with its facts, which are JSON-ready."""

    reason: ReasonT
    facts: Facts = field(default_factory=dict)

    def to_json(self) -> NamedReason:
        """As a fact of another reason, and in the JSON API."""
        return {"reason": self.reason, "facts": self.facts}


#: A reason of this list: of a refusal, a remark, one problem of several.
Cause: TypeAlias = Coded[Reason]


def cause(reason: Reason, /, **facts: Any) -> Cause:
    """A reason with these facts, which are JSON-ready."""
    return Coded(reason, facts)


def to_json(causes: Iterable[Cause]) -> list[NamedReason]:
    """Several causes as one fact."""
    return [why.to_json() for why in causes]


class CodedError(Exception, Generic[ReasonT]):
    """The base of errors whose reason is from a closed list of its own. A module of words has the sentences.

    `cause`: the reason with its facts.
    """

    def __init__(self, reason: ReasonT, /, **facts: Any) -> None:
        super().__init__(reason, facts)
        self.cause = Coded(reason, facts)

    @property
    def reason(self) -> ReasonT:
        """Why."""
        return self.cause.reason

    @property
    def facts(self) -> Facts:
        """The arguments of the reason."""
        return self.cause.facts

    def to_json(self) -> NamedReason:
        """As a fact of another reason, and in the JSON API."""
        return self.cause.to_json()

    def __str__(self) -> str:
        """For a traceback; people see the words."""
        return f"{self.reason} {self.facts}" if self.facts else self.reason


class Refused(CodedError[Reason]):
    """A request was refused: the base of the refusals of orders, the halls' clocks and the desk."""

    @classmethod
    def for_cause(cls, why: Cause) -> Self:
        """A refusal for this reason."""
        return cls(why.reason, **why.facts)

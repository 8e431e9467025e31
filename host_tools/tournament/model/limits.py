"""A rulebook's limits for entries: players and pairs of a club or department, exchanges of players."""

from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.reasons import Cause
from host_tools.tournament.model import names
from host_tools.tournament.model.model import Competition, Entry
from host_tools.tournament.reasons import cause


@dataclass(frozen=True, slots=True)
class Limits:
    """None: no limit. singles, doubles: entries of one club; team: players of a team, no more and no fewer;
    changes: players exchanged in one entry. no_late: nobody enters once the first round has begun.
    """

    singles: int | None = None
    doubles: int | None = None
    team: int | None = None
    changes: int | None = None
    no_late: bool = False
    source: str = ""


_NONE = Limits()
_BY_RULESET = {
    # Spandan 2: at most 7 players of a department; 4: 4 players in 2 pairs; 5: one change in a pair; 3: no
    # late entries.
    "spandan": Limits(singles=7, doubles=2, changes=1, no_late=True, source="Spandan 2, 4, 5"),
    # Vaishali's participation rule: 5 players in each team.
    "vaishali": Limits(team=5, source="Vaishali, participation rule"),
}


def by_ruleset(ruleset: str) -> Limits:
    """The limits of a ruleset."""
    return _BY_RULESET.get(ruleset, _NONE)


def of_team(competition: Competition, title: str, count: int) -> list[Cause]:
    """Whether a team of so many players is one of its rulebook."""
    limits = by_ruleset(competition.ruleset)
    if competition.kind != "team" or limits.team in (None, count):
        return []
    return [cause("team_size", entry=title, wanted=limits.team, count=count, source=limits.source)]


def problems(
    competition: Competition, entries: Sequence[Entry], new: Sequence[tuple[str, Sequence[str]]]
) -> list[Cause]:
    """The limits that `new` entries (title, clubs of the players) would break with the present entries."""
    limits = by_ruleset(competition.ruleset)
    most = {"singles": limits.singles, "doubles": limits.doubles}.get(competition.kind)
    if most is None:
        return []
    counted: dict[tuple[str, ...], int] = {}
    for entry in entries:
        for club in {names.words(player.club) for player in entry.players if player.club}:
            counted[club] = counted.get(club, 0) + 1
    causes = []
    for title, clubs in new:
        spelled = {names.words(club): club for club in clubs if club}
        for club, spelling in sorted(spelled.items()):
            counted[club] = counted.get(club, 0) + 1
            if counted[club] > most:
                causes.append(
                    cause(
                        "club_limit",
                        entry=title,
                        club=spelling,
                        most=most,
                        kind=competition.kind,
                        event=competition.name,
                        source=limits.source,
                    )
                )
    return causes

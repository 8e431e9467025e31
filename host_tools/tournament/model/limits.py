"""A rulebook's limits for entries: players and pairs of a club or department, exchanges of players."""

from collections.abc import Sequence
from dataclasses import dataclass

from host_tools.reasons import Cause, cause
from host_tools.tournament.model.model import Competition, Entry


@dataclass(frozen=True, slots=True)
class Limits:
    """None: no limit. singles, doubles: entries of one club; changes: players exchanged in one entry.
    no_late: nobody enters once the first round has begun.
    """

    singles: int | None = None
    doubles: int | None = None
    changes: int | None = None
    no_late: bool = False
    source: str = ""


_NONE = Limits()
_BY_RULESET = {
    # Spandan 2: at most 7 players of a department; 4: 4 players in 2 pairs; 5: one change in a pair; 3: no
    # late entries.
    "spandan": Limits(singles=7, doubles=2, changes=1, no_late=True, source="Spandan 2, 4, 5"),
}


def by_ruleset(ruleset: str) -> Limits:
    """The limits of a ruleset."""
    return _BY_RULESET.get(ruleset, _NONE)


def problems(
    competition: Competition, there: Sequence[Entry], new: Sequence[tuple[str, Sequence[str]]]
) -> list[Cause]:
    """The limits that `new` entries (title, clubs of the players) would break with the present entries."""
    limits = by_ruleset(competition.ruleset)
    most = {"singles": limits.singles, "doubles": limits.doubles}.get(competition.kind)
    if most is None:
        return []
    counted: dict[str, int] = {}
    for entry in there:
        for club in {player.club for player in entry.players if player.club}:
            counted[club] = counted.get(club, 0) + 1
    causes = []
    for title, clubs in new:
        for club in sorted({club for club in clubs if club}):
            counted[club] = counted.get(club, 0) + 1
            if counted[club] > most:
                causes.append(
                    cause(
                        "club_limit",
                        entry=title,
                        club=club,
                        most=most,
                        kind=competition.kind,
                        event=competition.name,
                        source=limits.source,
                    )
                )
    return causes

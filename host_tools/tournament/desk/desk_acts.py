"""The desk's acts: what was done last, what taking each back would change, and taking it back."""

from host_tools.tournament.desk.desk_base import COMMAND_LINE, DeskBase
from host_tools.tournament.matches import table_results
from host_tools.tournament.model.model import Act
from host_tools.tournament.undo import undoing
from host_tools.tournament.undo.undoing import Effects

#: How many acts are listed when nobody says.
LISTED = 10
LISTED_MOST = 50


class Acts(DeskBase):
    """What was done at the desk, and taking it back."""

    def acts(self, limit: int = LISTED, before: int | None = None) -> list[Effects]:
        """The last acts, the newest first, with what taking each back would do; `before`: only acts with a
        number below it. Nothing changes.
        """
        with self._looking() as book:
            numbers = [act.number for act in book.last_acts(limit, before)]
        return [self.act(number) for number in numbers]

    def act(self, number: int) -> Effects:
        """One act with what taking it back would do. DeskError: there is none with this number."""
        with self._looking() as book:
            act = undoing.act_of(book, number)
        seen = Effects(act)
        with self._trying() as book:
            seen = undoing.effects(book, act, self._clock())
        return seen

    def take_back(
        self, number: int, reason: str, *, with_later: bool = False, actor: str = COMMAND_LINE
    ) -> list[Act]:
        """Take an act back, on record with who and why; nothing is erased from the record. Returns the acts
        that were taken back, in this order. DeskError: it cannot be; a later act stands on it, unless
        `with_later`: then that is taken back first.
        """
        with self._changing() as book:
            table_results.settle(book, self._clock())
            act = undoing.act_of(book, number)
            return undoing.take_back(book, act, reason, actor, self._clock(), with_later)

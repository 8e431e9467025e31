"""The host's commands on the table: put together from their parts, done once, answered as often as asked."""

from .frame import fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .kinds import Answer, Apply

#: The longest command as JSON text, in characters; one that is longer is refused with `too_long`.
COMMAND_MAX = 3072
PARTS_MAX = 64
ID_MAX = 16
_REMEMBERED = 8


class Commands:
    """Does each command once. One object for all the sessions of a table, so that a command that reaches it
    by cable and by Wi-Fi is one command.

    `apply(event, now) -> (ok, code, message)` is the table's decision (`Table.command`). The event carries
    the command's id as `cmd`, so that it stands in the journal: after a reconnect the host has read the
    journal's end before it sends a command again, and finds there what was done already.
    """

    def __init__(self, apply: "Apply") -> None:
        self._apply = apply
        self._answers: list[Answer] = []

    def answer(self, command_id: str) -> "Answer | None":
        """The answer (command_id, ok, code, message) given to this command before, or None."""
        for answer in self._answers:
            if answer[0] == command_id:
                return answer
        return None

    def run(self, command_id: str, text: str, now: int) -> "Answer":
        """Do the command whose event is the JSON object in `text`; return its answer (see `answer`).

        Only what was done is remembered: a refusal has changed nothing, so asking again is harmless.
        """
        answer = self.answer(command_id)
        if answer is None:
            # `fields` takes arrays only: one implementation of careful parsing is enough.
            parsed = fields('["",' + text + "]")
            if parsed is None or len(parsed) != 2 or not isinstance(parsed[1], dict):
                answer = (command_id, False, "malformed", "the command is no JSON object")
            else:
                event = parsed[1]
                event["cmd"] = command_id
                ok, code, message = self._apply(event, now)
                answer = (command_id, ok, code, message)
                if ok:
                    self._answers.append(answer)
                    if len(self._answers) > _REMEMBERED:
                        self._answers.pop(0)
        return answer


class Parts:
    """Puts one command together from the parts of `cm` frames. `have` parts of command `id` are here."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self.clear()

    def clear(self) -> None:
        self.id = ""
        self.have = 0
        self._texts = []
        self._length = 0

    def add(self, command_id: str, part: int, parts: int, text: str) -> "str | None":
        """Take part number `part` (1..parts). Returns the whole text when it is complete, "" when more is to
        come or this was not the next part, None when the command is too long.
        """
        if part == 1:
            self.clear()
            self.id = command_id
        elif command_id != self.id or part != self.have + 1:
            return ""
        self._length += len(text)
        if self._length > COMMAND_MAX:
            self.clear()
            return None
        self._texts.append(text)
        self.have = part
        if part < parts:
            return ""
        whole = "".join(self._texts)
        self.clear()
        return whole

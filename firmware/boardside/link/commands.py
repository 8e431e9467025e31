"""The host's commands on the table: assembled from parts, done once, answered each time they are sent."""

from .frame import fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .kinds import Answer, Apply, Refusal

#: The longest command as JSON text, in characters; one that is longer is refused with `too_long`.
COMMAND_MAX = 3072
PARTS_MAX = 64
ID_MAX = 16
#: Lists and objects in one command: five times those of a match with its own rules.
LISTS_MOST = 64
_REMEMBERED = 8


def refused(code: str, reason: str, **facts: "Any") -> "Refusal":
    """What `apply` returns for a refusal that has no words at the table. The message is the reason, for a
    host that has no words for it either.
    """
    return False, code, reason, reason, facts


class Commands:
    """Does each command once. One object for all the sessions of a table, so that a command that reaches it
    by cable and by Wi-Fi is one command.

    `apply(event, now) -> (ok, code, message)` is the table's decision (`Table.command`); `reason, facts` may
    follow, as in `refused`. The event carries the command's id as `cmd` into the journal: after a
    reconnect the host reads the journal to its end before it sends a command again, and finds there the
    commands that were done already.
    """

    def __init__(self, apply: "Apply") -> None:
        self._apply = apply
        self._answers: list[Answer] = []

    def answer(self, command_id: str) -> "Answer | None":
        """The answer given to this command before, its id and what `apply` returned; or None."""
        for answer in self._answers:
            if answer[0] == command_id:
                return answer
        return None

    def run(self, command_id: str, text: str, now: int) -> "Answer":
        """Do the command whose event is the JSON object in `text`; return its answer (see `answer`).

        Only commands that were done are remembered: a refusal has changed nothing, so it may be tried again.
        """
        answer = self.answer(command_id)
        if answer is None:
            # `fields` takes arrays only: one implementation of careful parsing is enough.
            is_deep = text.count("[") + text.count("{") > LISTS_MOST
            parsed = None if is_deep else fields('["",' + text + "]")
            if parsed is None or len(parsed) != 2 or not isinstance(parsed[1], dict):
                answer = (command_id,) + refused("malformed", "command_no_object")
            else:
                event = parsed[1]
                event["cmd"] = command_id
                answer = (command_id,) + self._apply(event, now)
                if answer[1]:
                    self._answers.append(answer)
                    if len(self._answers) > _REMEMBERED:
                        self._answers.pop(0)
        return answer


class Parts:
    """Assembles one command from the parts of `cm` frames. `have` parts of command `id` have arrived."""

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
        follow or this was not the next part, None when the command is too long.
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

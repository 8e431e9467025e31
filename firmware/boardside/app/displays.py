"""The displays of this table, each with its face. Only the modules of those in use are loaded."""

from .. import arrangement
from .buses import BUSES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def faces(names: "Sequence[str]") -> "tuple[list, list[str]]":
    """(a face for each display that is there or may yet come, blank; what is wrong, in words).

    names: as in arrangement.DISPLAYS, each with " back" behind it if it faces the other way; an arrangement
    that can be.
    """
    made = []
    problems = []
    for name in names:
        try:
            face = arrangement.display(name).face(names, BUSES)
        except OSError as error:
            problems.append("%s does not answer (error %s): look at its wires" % (name, error.errno))
            continue
        if not face.answers:
            problems.append("%s does not answer: look at its wires" % name)
        if arrangement.is_back(name):
            from ..faces.back import Back

            face = Back(face)
        made.append(face)
    return made, problems

"""What is said of the service."""

from host_tools.extras.service import words
from host_tools.extras.service.reasons import ServiceError


def test_a_path_with_braces_is_said_as_it_is() -> None:
    error = ServiceError("not_readable", path="/srv/{why}", why="no such file")
    assert words.say(error) == "/srv/{why} cannot be read: no such file."

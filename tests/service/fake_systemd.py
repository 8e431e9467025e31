"""systemctl and the like as the service's commands see them: what is asked of them, and simple answers."""

from collections.abc import Sequence
from pathlib import Path

from host_tools.integrations.service.places import Done


class FakeSystemd:
    """`asked`: every command. `properties`, `log`: what is answered; `refuses`: a word that fails."""

    def __init__(self, definition: Path) -> None:
        self.definition = definition
        self.asked: list[str] = []
        self.is_active = False
        self.is_enabled = False
        self.lingers = False
        self.properties: dict[str, str] = {}
        self.log = ["2026-11-22T15:00:00 boardside[7]: Collecting into a database"]
        self.refuses = ""

    def run(self, command: Sequence[str]) -> Done:
        self.asked.append(" ".join(command))
        words = [word for word in command if word != "--user"]
        if self.refuses and self.refuses in words:
            return Done(1, "Failed, as it was told to.")
        match words[:2]:
            case ["systemctl", "enable" | "restart"] if not self.definition.exists():
                return Done(1, "Unit boardside.service does not exist.")
            case ["systemctl", "enable"]:
                self.is_enabled = True
            case ["systemctl", "restart"]:
                self.is_active = True
            case ["systemctl", "disable"]:
                self.is_active = self.is_enabled = False
            case ["systemctl", "is-active"]:
                return Done(0 if self.is_active else 3, "")
            case ["systemctl", "show"]:
                state = {
                    "ActiveState": "active" if self.is_active else "inactive",
                    "UnitFileState": "enabled" if self.is_enabled else "disabled",
                }
                return Done(0, "".join(f"{k}={v}\n" for k, v in {**state, **self.properties}.items()))
            case ["loginctl", "show-user"]:
                return Done(0, "yes\n" if self.lingers else "no\n")
            case ["loginctl", "enable-linger"]:
                self.lingers = True
            case ["journalctl", _]:
                return Done(0, "\n".join(self.log))
        return Done(0, "")

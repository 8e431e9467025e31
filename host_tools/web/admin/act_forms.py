"""The forms of the acts (tournament/acts): what a form's fields are, and doing what one asks.

The macro `act` of admin_parts.html draws a form.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from host_tools.tournament.acts.act import FieldView, acts_on, fields_of, help_of
from host_tools.tournament.desk.desk import Desk


@dataclass(frozen=True, slots=True)
class ActForm:
    """The form of an act. path: where it is sent. asks: whether it is confirmed in a step of its own.
    seen: by its field, the version of the target that the page shows.
    """

    verb: str
    path: str
    title: str
    help: str
    asks: bool
    fields: tuple[FieldView, ...]
    seen: dict[str, str]


def forms_on(kind: type, path: str, target: object = None) -> dict[str, ActForm]:
    """The forms of the acts on a target of this kind, at this address, by their verbs. target: as shown."""
    return {
        verb.replace("-", "_"): ActForm(
            verb=verb,
            path=f"{path}/{verb}",
            title=act.act.partition(" ")[2].replace("-", " ").capitalize(),
            help=help_of(act),
            asks=bool(act.asks),
            fields=tuple(field for field in fields_of(act) if field.seen is None),
            seen={each.name: each.seen.of(target) for each in fields_of(act) if each.seen and target},
        )
        for verb, act in acts_on(kind).items()
    }


def do(desk: Desk, target: Any, verb: str, fields: Mapping[str, str], actor: str) -> Any:
    """Do the act that a form asks of this target; what came of it. DeskError."""
    act = acts_on(type(target))[verb]
    asked = act.read({name: text for name, text in fields.items() if name in act.model_fields})
    return desk.do(asked, target, actor=actor)

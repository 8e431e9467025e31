"""The forms of the acts (tournament/acts): what a form's fields are, and doing what one asks.

The macro `act` of admin_parts.html draws a form.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from host_tools.tournament.acts.act import FieldView, acts_on, fields_of, help_of
from host_tools.tournament.desk.desk import Desk

Fields = Mapping[str, str]


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


def do(desk: Desk, target: Any, verb: str, fields: Fields, actor: str) -> Any:
    """Do the act that a form asks of this target; what came of it. DeskError."""
    act = acts_on(type(target))[verb]
    asked = act.read({name: text for name, text in fields.items() if name in act.model_fields})
    return desk.do(asked, target, actor=actor)


def of_scores(fields: Fields) -> Fields:
    """The fields of what decided between level entries, with what each reached as a line of `order`."""
    scores = {name.removeprefix("score-"): text for name, text in fields.items() if name.startswith("score-")}
    return {**fields, "order": "\n".join(f"{entry}={score}" for entry, score in scores.items())}


def of_sheet(fields: Fields) -> Fields:
    """The fields of the sheet of a round, with what was typed for each match as a line of `results`."""
    games = {name.removeprefix("of "): text for name, text in fields.items() if name.startswith("of ")}
    twenties = {match: fields.get(f"20s {match}", "") for match in games}
    lines = [
        f"{match} {text}{f' 20s {twenties[match]}' if twenties[match].strip() else ''}"
        for match, text in games.items()
        if text.strip()
    ]
    return {"results": "\n".join(lines), "reason": fields.get("reason", "")}

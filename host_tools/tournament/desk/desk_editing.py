"""The desk: what was entered is edited, or deleted, as long as nothing decided depends on it."""

from collections.abc import Sequence
from dataclasses import replace

from host_tools.live_values import Rules
from host_tools.tournament.desk.desk_base import COMMAND_LINE
from host_tools.tournament.desk.desk_rulesets import Rulesets, laid_over
from host_tools.tournament.entries import editing, renaming
from host_tools.tournament.entries.editing import EventChanges
from host_tools.tournament.model import checks, planning, presets
from host_tools.tournament.model.model import Competition, StagePlan


class Editing(Rulesets):
    """Tournaments, events, entries and players that are there already."""

    def edit_event(
        self,
        competition: Competition,
        changes: EventChanges,
        *,
        reason: str = "",
        actor: str = COMMAND_LINE,
    ) -> list[str]:
        """Give an event another name, kind, rules or stages; the key stays. Tables in play get a new name.
        Returns the ids of the matches that changed. DeskError: what is decided depends on the old value.
        """
        if "name" in changes:
            checks.check_name(changes["name"], "bad_event_name")
        detail = {"event": competition.key, "changed": sorted(changes), **why(reason)}
        with self._acting(actor, "event edit", **detail) as book:
            competition = self._fresh(book, competition)
            name = changes.get("name", competition.name).strip()
            kind = changes.get("kind", competition.kind)
            new = replace(competition, name=name, kind=kind)
            new = replace(new, category=changes.get("category", competition.category))
            new = replace(new, plan=_named(changes.get("plan", competition.plan), competition.plan))
            planning.check(new.plan)
            if "ruleset" in changes or "rules" in changes:
                ruleset = changes.get("ruleset", competition.ruleset)
                has_preset = _named(presets.plan(self._base(ruleset), kind), new.plan) == new.plan
                bare = replace(new, variant=None)
                new = self._ruled(bare, ruleset, changes.get("rules"), has_preset)
            planning.check_rules(new)
            changed = editing.event(book, competition, new, self._clock())
            if name != competition.name:
                renaming.tell_title(book, new, self._clock())
            return changed

    def _base(self, ruleset: str) -> str:
        """The rulebook of a ruleset, or of a saved one. DeskError."""
        own = self._own(ruleset, None)
        return own.base if own else ruleset

    def _ruled(self, new: Competition, ruleset: str, rules: Rules | None, has_preset: bool) -> Competition:
        """The event with this ruleset, or saved one, and these changes. Without any: the rulebook's own, if
        the stages are its (has_preset), or have a preliminary: there a match is one game (D83).
        """
        own = self._own(ruleset, rules)
        chosen, variant = (own.base, own.name) if own else (ruleset, new.variant)
        if rules is None and (has_preset or any(stage.kind == "preliminary" for stage in new.plan)):
            rules = presets.preset(chosen).rules
        if own:
            rules = laid_over(rules or {}, own.changes)
        return replace(new, ruleset=chosen, rules=rules, variant=variant)

    def delete_event(self, competition: Competition, *, reason: str = "", actor: str = COMMAND_LINE) -> None:
        """Delete an event without a match that is called or decided, with entries and draw. DeskError."""
        with self._acting(actor, "event delete", event=competition.key, **why(reason)) as book:
            editing.delete_event(book, self._fresh(book, competition))


def _named(plan: Sequence[StagePlan], before: Sequence[StagePlan]) -> tuple[StagePlan, ...]:
    """The stages; one without a name keeps that of the stage of its kind that was there."""
    kept = []
    for at, stage in enumerate(plan):
        was = before[at] if at < len(before) and before[at].kind == stage.kind else stage
        kept.append(replace(stage, name=stage.name or was.name))
    return tuple(kept)


def why(reason: str) -> dict[str, str]:
    """The reason as a detail of an act; {} without one."""
    return {"reason": reason.strip()} if reason.strip() else {}

"""Own rulesets as values for the organiser's pages. No I/O."""

from collections.abc import Mapping

from boardside.game import rules
from host_tools.live_values import Rules
from host_tools.orders import RULESETS
from host_tools.rules import diff, new
from host_tools.rules.diff import in_full, in_short
from host_tools.rules.files import LONGEST_NAME, OwnRules
from host_tools.rules.new import BEYOND, SOURCE, proof_card
from host_tools.rules.questions import (
    BASE,
    BASE_TEXT,
    BY_OPTION,
    COUNT,
    FOLLOW_UPS,
    NAME,
    NAME_TEXT,
    QUESTIONS,
    Question,
    all_of,
)
from host_tools.tournament.model.shelf import Shelved
from host_tools.web.admin.page_models import AskedQuestion, RulesetForm, RulesetRow, RulesetShown
from host_tools.web.admin.rows import moment
from host_tools.web.live import shown_tables

__all__ = ["Shelved", "asks_other_sport", "form", "row", "shown"]

#: Of an answer: an entry for each stage and its number.
LONGEST_ANSWER = 200


def row(saved: Shelved) -> RulesetRow:
    """A saved ruleset in a list."""
    return {
        "key": saved.key,
        "name": shown_tables.clean(saved.own.name),
        "base": _label(saved.own.base),
        "in_short": in_short(saved.own.resolved()),
        "by": shown_tables.clean(saved.by),
        "at": moment(saved.at),
    }


def shown(own: OwnRules) -> RulesetShown:
    """Own rules in words: what differs from the base, a match by them, each rule, the file."""
    before, after = rules.resolve(own.base), own.resolved()
    card = proof_card(own)
    return {
        "name": shown_tables.clean(own.name),
        "base": own.base,
        "source": shown_tables.clean(own.source),
        "in_short": in_short(after),
        "differences": diff.sentences(before, after, own.base, own.name),
        "outcome": card[-1],
        "card": "\n".join(card),
        "fields": in_full(after),
        "text": new.text_of(own),
    }


def asks_other_sport(fields: Mapping[str, str]) -> bool:
    """Whether the form had the questions of another sport than that of the base in it."""
    asked, base = fields.get("asked", ""), fields.get(BASE, "")
    return asked in RULESETS and base in RULESETS and _sport(asked) != _sport(base)


def form(fields: Mapping[str, str], errors: Mapping[str, str]) -> RulesetForm:
    """The ten questions for the base in these fields, with what was typed and what is wrong with it."""
    base = fields.get(BASE, "")
    base = base if base in RULESETS else RULESETS[0]
    sport = _sport(base)
    questions = QUESTIONS[sport]
    first = COUNT - len(questions) + 1
    current = rules.resolve(base)
    here = {question.option for question in all_of(sport)}
    beyond = "" if asks_other_sport(fields) else fields.get(BEYOND, "")
    return {
        "base": base,
        "bases": [(name, _label(name)) for name in RULESETS],
        "base_error": errors.get(BASE, ""),
        "base_text": _capital(BASE_TEXT.partition(":")[0]),
        "name": _asked(2, NAME, _capital(NAME_TEXT), "", fields, errors, LONGEST_NAME),
        "questions": [
            _question(number, question, sport, current, fields, errors)
            for number, question in enumerate(questions, first)
        ],
        "others": [(name, fields[name]) for name in BY_OPTION if name not in here and fields.get(name)],
        "source": fields.get(SOURCE, ""),
        "beyond": beyond,
        "kept": new.names_beyond(base, beyond),
        "changed": asks_other_sport(fields),
        "key": fields.get("key", ""),
        "key_error": errors.get("key", ""),
        "replace": bool(fields.get("replace")),
    }


def _question(
    number: int,
    question: Question,
    sport: str,
    current: Rules,
    fields: Mapping[str, str],
    errors: Mapping[str, str],
) -> AskedQuestion:
    text, default = _capital(question.text(sport)), question.default(current)
    asked = _asked(number, question.option, text, default, fields, errors)
    asked["choices"] = list(question.choices(sport))
    further = FOLLOW_UPS[sport].get(question.option, ())
    asked["further"] = [_question(number, each.question, sport, current, fields, errors) for each in further]
    return asked


def _asked(
    number: int,
    option: str,
    text: str,
    default: str,
    fields: Mapping[str, str],
    errors: Mapping[str, str],
    longest: int = LONGEST_ANSWER,
) -> AskedQuestion:
    return {
        "number": number,
        "option": option,
        "text": text,
        "default": default,
        "value": fields.get(option, ""),
        "error": errors.get(option, ""),
        "longest": longest,
        "choices": [],
        "further": [],
    }


def _sport(base: str) -> str:
    return rules.sport_of(rules.resolve(base)).name


def _label(base: str) -> str:
    return shown_tables.WORDS.get("ruleset", base)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

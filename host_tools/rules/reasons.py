"""Why a file of own rules cannot be used, or not be made.

`file` is the name of the file, or what else the message calls the text.
"""

import json

from host_tools.laws.refusals import TOLD
from host_tools.reasons import CodedError, Reasons

REASONS = Reasons(
    {
        "no_such_ruleset": "{file}: no ruleset and no file; the rulesets are {allowed:list}.",
        "not_readable": "{file}: cannot be read ({why}).",
        "not_utf8": "{file}: it is no text in UTF-8; save it as UTF-8.",
        "no_json": "{file}: line {line}, column {column}: {why}.",
        "name_twice": "{file}: {name} occurs twice; keep one.",
        "no_object": '{file}: it must be one JSON object, {{"base": "icf", "name": ..., ...}}.',
        "base_missing": "{file}: base: is missing; allowed: {allowed:list}.",
        "base_unknown": "{file}: base: {base:json} is no ruleset; allowed: {allowed:list}.",
        "bad_name": "{file}: name: {name:json} must be one line of 1 to {most} characters.",
        "bad_source": "{file}: source: it must be one line of at most {most} characters.",
        "rule_refused": "{file}: {why:refusal}{nearest:nearest}",
        "cannot_be_played": "{file}: no match can be played by it at {stages:list}: {why:refusal}.",
        "never_ends": "{file}: a match by it at {stages:list} would have no end.",
        "no_question": "{text:json} is no answer, such as points=21; the questions: {questions:list}.",
        "not_asked": "{file}: {sport} has no use for it; leave it out. What can be said: {allowed:list}.",
        "bad_seconds": "{file}: {answer:json} must be {least} to {most} seconds, or none.",
        "entry_twice": "{file}: {name:json} occurs twice; keep one.",
        "answers_ended": "{file}: the answers end at question {number} of {count}; nothing was written.",
        "answer_not_utf8": "{file}: it is no text in UTF-8; nothing was written.",
        "target_exists": "{file} exists: give another name, or --force to replace it.",
        "not_written": "{file}: cannot be written ({why}).",
    },
    forms={"json": json.dumps, "nearest": lambda name: f'; did you mean "{name}"?' if name else "."},
    tables=TOLD,
)


class RulesFileError(CodedError):
    """The file cannot be used or made, for this reason."""

    table = REASONS

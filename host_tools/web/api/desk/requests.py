"""The bodies of requests that enter, call and decide.

An unknown field is refused, so that a misspelling is noticed. A value of another type, such as `true` or
`"5"` for 5, is refused too; but 5.0 is the number 5, as in JSON Schema, in which the API is described.
"""

import math
import re
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

#: Integers that fit into the database.
INT_MAX = 2**31 - 1


#: Characters that no text may contain, as the inside of a regular expression's [...]: control characters
#: (also line breaks), private-use characters, and those that reverse the direction of the following text.
_NOT_SHOWN = r"\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff\U000f0000-\U0010ffff"
#: Surrogates, which JSON can express but no text contains.
_HALVES = r"\ud800-\udfff"
_IS_NO_TEXT = re.compile(f"[{_NOT_SHOWN}{_HALVES}]")
#: The pattern of a text in the OpenAPI description: ECMA 262 with the u flag, which has no \\U.
_TEXT = {
    "format": "one-line",
    "pattern": f"^[^{_NOT_SHOWN}]*$".replace(r"\U000f0000-\U0010ffff", "\U000f0000-\U0010ffff"),
}


def _describe_texts(schema: Any) -> None:
    """Add the texts that `Asked` accepts to a JSON schema, for values and for the keys of an object."""
    if isinstance(schema, list):
        for part in schema:
            _describe_texts(part)
    elif isinstance(schema, dict):
        if schema.get("type") == "string" and not {"enum", "const"} & set(schema):
            schema |= _TEXT
        if schema.get("type") == "object" and schema.get("additionalProperties", False) is not False:
            schema["propertyNames"] = dict(_TEXT)
        for part in list(schema.values()):
            _describe_texts(part)


class Asked(BaseModel):
    """The body of a request."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra=_describe_texts)

    @model_validator(mode="before")
    @classmethod
    def _is_said_in_letters(cls, given: Any) -> Any:
        for field, value in given.items() if isinstance(given, dict) else ():
            if not _has_letters_only([field, value]):
                raise ValueError(f"{field!a} has a character that cannot be shown")
            if not _has_finite_numbers(value):
                raise ValueError(f"{field!a} has a number that JSON does not have")
        return _with_whole_numbers(given)


class TakeBackAsked(Asked):
    """An act that is taken back."""

    reason: str = Field(min_length=1, max_length=500)
    with_later: bool = Field(False, description="Take the later acts that stand on it back, too")


class JournalAsked(Asked):
    """Which record of a stopped journal counts."""

    take: bool = Field(description="true: the table's own; false: what is stored")
    why: str = Field(min_length=1, max_length=200)


def _has_letters_only(given: Any) -> bool:
    """Whether every text in the JSON value is one line of readable characters."""
    if isinstance(given, str):
        return not _IS_NO_TEXT.search(given)
    if isinstance(given, dict):
        return all(_has_letters_only([key, value]) for key, value in given.items())
    return not isinstance(given, list) or all(map(_has_letters_only, given))


def _has_finite_numbers(given: Any) -> bool:
    """Whether every number can be written in JSON: Python also reads NaN, Infinity and 1e999."""
    if isinstance(given, dict):
        return all(map(_has_finite_numbers, given.values()))
    if isinstance(given, list):
        return all(map(_has_finite_numbers, given))
    return not isinstance(given, float) or math.isfinite(given)


def _with_whole_numbers(given: Any) -> Any:
    """JSON with 5 for each 5.0."""
    if isinstance(given, float) and given.is_integer():
        return int(given)
    if isinstance(given, dict):
        return {key: _with_whole_numbers(value) for key, value in given.items()}
    return [_with_whole_numbers(value) for value in given] if isinstance(given, list) else given

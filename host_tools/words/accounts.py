"""The English words of the reasons of host_tools/store/account_reasons.py."""

from collections.abc import Callable, Mapping
from typing import Any

from host_tools.store.account_reasons import AccountReason
from host_tools.store.password_strength import Weakness
from host_tools.words.filling import Sentences

_INSTEAD = "Four words that do not belong together do well."

WORDS: Mapping[AccountReason, str] = {
    "bad_name": "A name has 1 to {most} characters on one line, with no space around it.",
    "token_exists": "There is a token {name:quoted} already: remove it first, or take another name.",
    "password_too_short": f"The password needs at least {{least}} characters. {_INSTEAD}",
    "bad_password": "A password is one line of at most {most} printable characters.",
    "easy_to_guess": f"That password is too easy to guess: {{weakness:weakness}}. {_INSTEAD}",
    "passwords_differ": "The two differ; nothing was changed.",
}
WEAKNESSES: Mapping[Weakness, str] = {
    "common": "it is one of the most common passwords, or nearly",
    "context": "it is made of your name, or of words that belong to this program and its games",
    "word": "it is one word or name with little around it",
    "sequence": "it is a sequence such as 1234 or abcd",
    "repeat": "it says the same again and again",
    "keyboard": "its keys lie beside each other",
    "date": "it is a date with little around it",
    "short": "too little of it is left to guess",
}
_FORMS: Mapping[str, Callable[[Any], str]] = {"weakness": WEAKNESSES.__getitem__}

say = Sentences(WORDS, _FORMS).say

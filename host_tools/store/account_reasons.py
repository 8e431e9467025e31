"""Why a password or a token cannot be set: reasons from a closed list, each with its facts.

host_tools/words/accounts.py has the words of each; tests/words holds the two together.
"""

from typing import Literal, get_args

from host_tools.reasons import CodedError

#: In brackets: the modules that give these reasons.
AccountReason = Literal[
    # The name of a person or a program (admins.py, tokens.py).
    "bad_name",
    "token_exists",
    # A password (admins.py, password_command.py). `weakness` is a `password_strength.Weakness`.
    "password_too_short",
    "bad_password",
    "easy_to_guess",
    "passwords_differ",
]
ACCOUNT_REASONS: tuple[AccountReason, ...] = get_args(AccountReason)


class AccountRefused(CodedError[AccountReason]):
    """The password or token cannot be set, for this reason."""


class PasswordRefused(AccountRefused):
    """The name or password cannot be set."""


class TokenRefused(AccountRefused):
    """No token can be made under this name."""

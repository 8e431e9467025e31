"""The admin pages."""

from tests.chaos.mutating import Mutant

_ADMINS = "tests/web/test_web_admins.py"
_GUARD = "tests/web/test_web_admin_guard.py"
_GUESSING = "tests/web/test_web_admin_guessing.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "a form without its token is taken",
        "host_tools.web.admin.forms:check_token",
        "not expected or not secrets.compare_digest(given.encode(), expected.encode())",
        "False",
        (_GUARD, "right_token"),
        in_gate=True,
    ),
    Mutant(
        "a form of another site is taken",
        "host_tools.web.admin.forms:check_origin",
        "is_from_elsewhere(request.headers)",
        "False",
        (_GUARD, "another_site"),
        in_gate=True,
    ),
    Mutant(
        "a login never ends",
        "host_tools.store.admins:Admins.login_of",
        "now >= row.expires_at or now >= row.seen_at + IDLE_MS",
        "False",
        (_ADMINS, "idles_out"),
        in_gate=True,
    ),
    Mutant(
        "a new password leaves the logins",
        "host_tools.store.admins:Admins.set_password",
        "connection.execute(delete(logins).where(logins.c.admin == name))",
        "pass",
        (_ADMINS, "logging_out_ends"),
    ),
    Mutant(
        "the browser's token stands in the database",
        "host_tools.store.admins:_digest",
        "hashlib.sha256(token.encode()).hexdigest()",
        "token",
        (_ADMINS, "neither_password"),
    ),
    Mutant(
        "many guesses at once count as none",
        "host_tools.web.http.throttle:Throttle.begin",
        "address.wrong += 1",
        "pass",
        (_GUESSING, "many_at_once"),
        in_gate=True,
    ),
    Mutant(
        "a button of an older page acts",
        "host_tools.web.admin.hall:_change",
        "hall, known)",
        "hall)",
        ("tests/web/test_web_admin_pages.py", "older_page"),
    ),
)

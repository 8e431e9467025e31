"""Faults in what the pages and the API accept."""

from tests.chaos.mutating import Mutant

_ARRIVING = "tests/web/test_web_arriving.py"
_DOORWAY = "tests/web/test_web_doorway.py"
_HEAD = "tests/web/test_web_methods.py"
_HOSTS = "tests/web/test_web_known_hosts.py"
_PASSWORDS = "tests/web/test_web_admins.py"
_LANGUAGES = "tests/web/test_web_told.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "what is wrong with the database is English on every page",
        "host_tools.web.live.feed:Feed.problem",
        "problem.say(translate=translate)",
        "problem.say()",
        (_LANGUAGES, "trouble_of_the_collector"),
    ),
    Mutant(
        "why the database takes nothing is English within a remark of SoL's",
        "host_tools.reasons:_Filler.format_field",
        "self._table.say_json(value, self._door, self._translate)",
        "self._table.say_json(value, self._door)",
        ("tests/words/test_words.py", "what_is_within_it"),
    ),
    Mutant(
        "the stream of the tournament's pages is one for all languages",
        "host_tools.web.pages.pages:score_stream",
        'f"score {language.code}"',
        '"score"',
        (_LANGUAGES, "language_of_its_page"),
    ),
    Mutant(
        "any name is answered",
        "host_tools.web.http.known_hosts:KnownHosts.knows",
        "return _is_address(name) or name in self._named or name in self._own()",
        "return True",
        (_HOSTS, "any_other_name"),
    ),
    Mutant(
        "a name that begins like ours is answered",
        "host_tools.web.http.known_hosts:KnownHosts.knows",
        "name in self._own()",
        "any(name.startswith(own) for own in self._own())",
        (_HOSTS, "any_other_name"),
    ),
    Mutant(
        "the collector's pages are answered under any name",
        "host_tools.cli:pages",
        "hosts=hosts,",
        "hosts=None,",
        (_HOSTS, "found_under"),
    ),
    Mutant(
        "a page of another site acts with a script's token",
        "host_tools.web.http.security:is_from_elsewhere",
        'not host or host.lower() != headers.get("host", "").lower()',
        "False",
        ("tests/web/test_web_desk_api.py", "another_site"),
    ),
    Mutant(
        "a body may trickle for ever",
        "host_tools.web.http.middleware:deadline_s",
        "min(ALL_S, FIRST_S + received / PACE)",
        "1e9",
        (_ARRIVING, "each_byte"),
    ),
    Mutant(
        "a body is as long as it likes when it does not say so",
        "host_tools.web.http.middleware:_Body.receive",
        "self._received > self._most and self._is_read",
        "False",
        (_ARRIVING, "too_large"),
    ),
    Mutant(
        "a body that nobody read keeps its connection",
        "host_tools.web.http.middleware:RequestBodies.__call__",
        '"http.response.start" and not await body.is_drained()',
        '"http.response.start" and False',
        (_ARRIVING, "nobody_reads"),
    ),
    Mutant(
        "browsers take the last open file",
        "host_tools.web.http.connections:Doorway._has_room",
        "len(self._inside) < self._most",
        "0 < self._most",
        (_DOORWAY, "without_room"),
    ),
    Mutant(
        "streams leave no room for pages",
        "host_tools.web.http.connections:streams_most",
        "connections * 3 // 4",
        "connections",
        (_DOORWAY, "leave_room"),
    ),
    Mutant(
        "a second request may trickle",
        "host_tools.web.http.connections:Connection.request_ends",
        "self._being_answered -= 1",
        "pass",
        ("tests/web/test_web_slow_readers.py", "second_request"),
    ),
    Mutant(
        "HEAD has a body",
        "host_tools.web.http.middleware:AskedHead.__call__",
        'scope["method"] != "HEAD"',
        "True",
        (_HEAD, "without_its_body"),
    ),
    Mutant(
        "a password of the common ones is taken",
        "host_tools.store.admins:weakness",
        'judged["guesses"] >= GUESSES_LEAST',
        "True",
        (_PASSWORDS, "refused_password"),
    ),
    Mutant(
        "true is a number of groups",
        "host_tools.tournament.model.planning:check",
        "type(value) is not (",
        "not isinstance(value, ",
        ("tests/tournament/test_planning.py", "cannot_be_played"),
    ),
)

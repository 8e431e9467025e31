"""Finding the host."""

from tests.chaos.mutating import Mutant

_NAMES = "tests/portable/link/test_link_names.py"
_FINDING = "tests/portable/link/test_link_finding.py"
_CALLING = "tests/discovery/test_tcp_finding.py"
_WIFI = "tests/portable/device/test_wifi.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "an answer with a wrong number is believed",
        "boardside.link.names:answer",
        " or _short(message, 0) != number",
        "",
        (_NAMES, "no_answer"),
    ),
    Mutant(
        "the answer to another question is believed",
        "boardside.link.names:_questions",
        "asked != name_on_wire or ",
        "",
        (_NAMES, "no_answer"),
    ),
    Mutant(
        "another name's address is taken",
        "boardside.link.names:answer",
        "owner == name_on_wire and ",
        "",
        (_NAMES, "another_name"),
    ),
    Mutant(
        "names may lie in the header",
        "boardside.link.names:_name",
        "_HEADER <= target < floor",
        "target < floor",
        (_NAMES, "circles"),
    ),
    Mutant(
        "anybody answers for the name server",
        "boardside.link.finding:Finder.receive",
        "(address, port) == (self._server, DNS_PORT)",
        "port == DNS_PORT",
        (_FINDING, "wrong_place"),
    ),
    Mutant(
        "a flood of false hosts keeps the right one out",
        "boardside.link.finding:Finder._hint",
        "self._candidates[index] is not self._proven",
        "False",
        (_FINDING, "flood"),
    ),
    Mutant(
        "the proven host goes under in a flood",
        "boardside.link.finding:Finder._hint",
        "self._candidates[index] is not self._proven",
        "True",
        (_FINDING, "flood"),
        in_gate=True,
    ),
    Mutant(
        "the proven host is called like any other",
        "boardside.link.finding:Finder._rank",
        "(1 if candidate is self._proven else 0)",
        "0",
        (_FINDING, "proven_last"),
    ),
    Mutant(
        "an unproven host is kept for ever",
        "boardside.link.tcp:TcpLink._talk",
        "self._diff(now, began) >= PROVE_MS",
        "False",
        (_CALLING, "ten_seconds"),
    ),
    Mutant(
        "an unproven host that talks is kept for ever",
        "boardside.link.tcp:TcpLink._talk",
        "        now = self._ticks_ms()\n",
        "        now = self._ticks_ms()\n"
        "        out = session.send(now, WRITE_MOST)\n"
        "        if out:\n"
        "            writer.write(out)\n"
        "            await asyncio.wait_for(writer.drain(), CALL_S)\n"
        "            continue\n",
        (_CALLING, "ten_seconds"),
    ),
    Mutant(
        "the search goes on behind a proven host",
        "boardside.link.tcp:TcpLink._is_proven",
        "self._end_search()",
        "pass",
        (_CALLING, "nobody_searches"),
    ),
    Mutant(
        "a network that comes and goes counts as there",
        "boardside.app.wifi:Wifi._is_there",
        "self._enter(SETTLING, now)",
        "self._enter(JOINED, now)",
        (_WIFI, "every_look"),
    ),
    Mutant(
        "the network is never left alone",
        "boardside.app.wifi:Wifi._in_vain",
        "self._failures >= FAILURES_MOST",
        "False",
        (_WIFI, "third"),
    ),
    Mutant(
        "rests do not grow",
        "boardside.app.wifi:Wifi._step",
        "min(2 * self._rest_ms, REST_MOST_MS)",
        "self._rest_ms",
        (_WIFI, "rests_grow"),
    ),
)

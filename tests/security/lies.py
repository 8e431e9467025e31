"""What the insider says: introductions that are not true, and frames that no table makes. Each function is
one kind of attempt; the lists at the end say how often each is tried.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from boardside.chain import Chain, seal
from boardside.link.frame import dumps, pack

#: All its texts hold this, so that what became of them can be found anywhere.
MARK = "Mallory"
#: Its own journals begin so. It would begin so many; it is not let.
OWN, JOURNALS = "own-", 3000

Event = dict[str, Any]


class Seen(NamedTuple):
    """What it knows of a journal of another table: its number, its newest events, a command it was given."""

    journal: str
    table: int
    is_keyed: bool
    events: Sequence[Event]
    command: str


class Public(NamedTuple):
    """What it knows: the others' journals, and the ids of the tournament's matches."""

    journals: Sequence[Seen] = ()
    matches: Sequence[str] = ()


@dataclass
class Claim:
    """The fields of an `id`, of which it says the first `fields`; `host_nonce` None: the one it was asked
    with.
    """

    number: Any
    journal: Any
    name: Any = f"Table {MARK}"
    boot: Any = 1
    first: Any = 1
    last: Any = 1_000_000
    firmware: Any = MARK
    version: Any = 1
    host_nonce: str | None = None
    fields: int = 11
    is_keyless: bool = False


class Place(NamedTuple):
    """Where it stands: its journal, from which event on it was asked for more, the newest number in it, the
    commands that it was given, its key.
    """

    journal: str
    wanted: int
    last: int
    commands: Sequence[str]
    key: bytes


#: A frame of the session, or bytes.
Said = tuple[Any, ...] | bytes


# Who it says that it is


def its_own(dice: random.Random, number: int, public: Public) -> Claim:
    return Claim(number, OWN + "0", boot=dice.choice((1, 7, 1 << 31)))


def one_of_many(dice: random.Random, number: int, public: Public) -> Claim:
    return Claim(number, f"{OWN}{dice.randrange(JOURNALS)}", last=dice.choice((0, 5, 1_000_000)))


def a_foreign_journal(dice: random.Random, number: int, public: Public) -> Claim:
    if not public.journals:
        return its_own(dice, number, public)
    newest = dice.choice((0, 1, 20, 1 << 31, (1 << 53) - 1, -1))
    first = dice.choice((0, 1, newest, -5))
    return Claim(
        number, dice.choice(public.journals).journal, boot=dice.randrange(99), first=first, last=newest
    )


def a_foreign_journal_and_number(dice: random.Random, number: int, public: Public) -> Claim:
    if not public.journals:
        return its_own(dice, number, public)
    seen = dice.choice(public.journals)
    return Claim(seen.table, seen.journal, last=dice.choice((0, 3, 1_000_000)))


def a_foreign_number(dice: random.Random, number: int, public: Public) -> Claim:
    others = [seen.table for seen in public.journals] or [number]
    return Claim(dice.choice(others), OWN + "0")


def a_number_that_nobody_has(dice: random.Random, number: int, public: Public) -> Claim:
    odd: tuple[Any, ...] = (0, -1, 10_000, 9999, 1 << 53, dice.randrange(500, 9000))
    return Claim(dice.choice(odd), OWN + "0")


def without_its_key(dice: random.Random, number: int, public: Public) -> Claim:
    return Claim(number, OWN + "0", is_keyless=True)


def a_keyed_journal_without_a_key(dice: random.Random, number: int, public: Public) -> Claim:
    keyed = [seen for seen in public.journals if seen.is_keyed]
    if not keyed:
        return without_its_key(dice, number, public)
    seen = dice.choice(keyed)
    return Claim(dice.choice((seen.table, 7770)), seen.journal, is_keyless=True)


def odd_fields(dice: random.Random, number: int, public: Public) -> Claim:
    claim = its_own(dice, number, public)
    name = dice.choice(
        ("journal", "name", "boot", "first", "last", "firmware", "number", "fields", "version")
    )
    values: tuple[Any, ...] = (
        None,
        True,
        -1,
        1.5,
        "",
        "~1",
        "a b",
        "x" * 17,
        MARK * 900,
        [[]],
        {},
        "\ud800",
        "\x00",
    )
    setattr(claim, name, dice.randrange(11) if name == "fields" else dice.choice(values))
    return claim


def another_nonce(dice: random.Random, number: int, public: Public) -> Claim:
    claim = dice.choice((its_own, a_foreign_journal))(dice, number, public)
    claim.host_nonce = "0" * 16
    return claim


# What it says in a session


def play(dice: random.Random, place: Place, public: Public) -> Iterator[Said]:
    """Something that a table could say, in a match with somebody's id."""
    event = dice.choice((
        _match(dice, public), {"kind": "toss", "won": "a", "choice": "break", "breaks": "a"},
        {"kind": "play"}, {"kind": "undo"}, {"kind": "confirm"}, {"kind": "names", "a": [MARK]},
        {"kind": "board", "winner": "b", "left": 5, "queen": "b", "demand": 0},
        {"kind": "concede", "side": "a", "what": "match"},
        {"kind": "boot", "cause": "power"}, {"kind": "protest", "side": "a", "text": MARK},
        {"kind": "decided", "match": _a_match(dice, public), "winner": "b", "text": MARK},
    ))  # fmt: skip
    yield _ev(place.last + dice.choice((1, 1, 1, 2, 1000)), event)


def a_sealed_match(dice: random.Random, place: Place, public: Public) -> Iterator[Said]:
    """A whole match that it wins, sealed as a table would."""
    at, match = place.last, _match(dice, public)
    yield from _sealed([
        {**match, "seq": at + 1}, {"kind": "play", "seq": at + 2},
        {"kind": "concede", "side": "a", "what": "match", "match": match["match"], "seq": at + 3},
    ], place.key)  # fmt: skip


def a_copied_match(dice: random.Random, place: Place, public: Public) -> Iterator[Said]:
    """What another table said, word for word where there is room for it; and sealed again."""
    known = [seen for seen in public.journals if seen.events]
    if not known:
        return
    copied = list(dice.choice(known).events)
    begins = [at for at, event in enumerate(copied) if event.get("kind") == "match"]
    copied = copied[dice.choice(begins) if begins else 0 :]
    if copied[0]["seq"] <= place.last:
        return
    ends = next((at for at, event in enumerate(copied) if event.get("kind") == "confirm"), len(copied))
    yield from (_ev(event["seq"], event) for event in copied[:ends])
    if ends < len(copied):
        confirm = copied[ends]
        if dice.random() < 0.5 and "chain" in confirm:
            confirm = {**confirm, "seal": seal(place.key, confirm["chain"], confirm["events"])}
        yield _ev(confirm["seq"], confirm)


def a_foreign_command_done(dice: random.Random, place: Place, public: Public) -> Iterator[Said]:
    event = {**_match(dice, public), "cmd": _a_command(dice, place, public), "by": "host"}
    yield _ev(place.last + 1, event)


def a_quoted_call(dice: random.Random, place: Place, public: Public) -> Iterator[Said]:
    """The match that the organiser sent to another table, word for word, played to its end here."""
    events = [event for seen in public.journals for event in seen.events]
    called = [event for event in events if event.get("kind") == "match" and "cmd" in event]
    if called:
        match, at = dice.choice(called), place.last
        concede = {"kind": "concede", "side": dice.choice("ab"), "what": "match", "match": match["match"]}
        yield from _sealed([{**match, "seq": at + 1}, {**concede, "seq": at + 2}], place.key)


def a_foreign_command_answered(dice: random.Random, place: Place, public: Public) -> Iterator[Said]:
    command = _a_command(dice, place, public)
    kind = dice.choice(("ok", "ok", "no", "no", "rx"))
    code = dice.choice(("ok", "already", "busy", "not_now", "expired", MARK))
    yield ("rx", command, dice.randrange(65)) if kind == "rx" else (kind, command, code, MARK)


def an_odd_answer(dice: random.Random, place: Place, public: Public) -> Iterator[Said]:
    command = _a_command(dice, place, public)
    yield (dice.choice(("ok", "no", "rx")), *dice.sample((command, MARK, 7, None, True, [], -1), 3))


def a_number_far_ahead(dice: random.Random, place: Place, public: Public) -> Iterator[Said]:
    if place.journal != OWN + "0":  # that one shall go on
        yield _ev(dice.choice((1 << 20, 1 << 31, 1 << 53, (1 << 63) + 1)), _match(dice, public))


def a_number_of_before(dice: random.Random, place: Place, public: Public) -> Iterator[Said]:
    """Another event under a number that was used: it stops this journal, and no other."""
    if place.last > 1 and (place.journal != OWN + "0" or dice.random() < 0.02):
        seq = dice.choice((place.wanted, place.wanted, dice.randrange(1, place.last)))
        yield _ev(seq, {"kind": "play", "text": f"{MARK} {dice.random()}"})


def an_odd_event(dice: random.Random, place: Place, public: Public) -> Iterator[Said]:
    odd: tuple[Any, ...] = (
        None,
        True,
        -1,
        0,
        1.5,
        float("nan"),
        "",
        MARK,
        [],
        [[[]]],
        {},
        {"a": None},
        "x" * 300,
        "\ud800",
    )
    event = {**_match(dice, public), "seq": place.last + 1}
    for name in dice.sample(("kind", "match", "cmd", "a", "chain", "erased", "rules", "by", "at", "boot"), 3):
        event[name] = dice.choice(odd)
    if dice.random() < 0.3:
        event["seq"] = dice.choice(odd)
    follows = dice.choice((0, place.last, place.last + 5, -1, None, 1 << 53))
    yield ("ev", follows, event)


def an_odd_seal(dice: random.Random, place: Place, public: Public) -> Iterator[Said]:
    odd: tuple[Any, ...] = ("", "00" * 32, "ff" * 16, None, 7, [], {}, MARK)
    event = {
        "kind": "confirm",
        "chain": dice.choice(odd),
        "seal": dice.choice(odd),
        "events": dice.choice(odd),
    }
    if dice.random() < 0.5:
        erased: tuple[Any, ...] = ({}, {"head": "00" * 32}, {"head": "zz"}, {"head": 5}, {"head": ""}, MARK)
        event = {**_match(dice, public), "erased": dice.choice(erased)}
    yield _ev(place.last + 1, event)


def a_large_event(dice: random.Random, place: Place, public: Public) -> Iterator[Said]:
    depth = dice.choice((5, 60, 900, 3000))
    nested = "[" * depth + "]" * depth
    text = MARK * dice.choice((100, 1000, 1150, 2000))
    more = dice.choice((f'"rules":{nested}', f'"a":["{text}"]'))
    yield ("ev", 0, f'{{"seq":{place.last + 1},"kind":"match",{more}}}'.encode())


def a_status(dice: random.Random, place: Place, public: Public) -> Iterator[Said]:
    seen = dice.choice(public.journals) if public.journals else None
    odd: tuple[Any, ...] = (
        None,
        -1,
        1 << 53,
        MARK,
        [MARK],
        {"state": MARK},
        {"mv": MARK, "percent": None},
        [1, 2],
        True,
    )
    status: Event = {"phase": "ready", "match": _a_match(dice, public), "seq": place.last}
    status |= {"hall": {"state": "running", "left": 5, "length": 9, "number": dice.randrange(9), "moment": 0}}
    for name in dice.sample(("hosts", "hall", "battery", "problem", "clock", "points", "seq", "ruling"), 3):
        status[name] = dice.choice(odd)
    if seen is not None and dice.random() < 0.3:
        status |= {"table": seen.table, "journal": seen.journal, "seq": len(seen.events)}
    yield (
        "st",
        dice.choice((0, 60_000, 1 << 30, -1, None, 1 << 53)),
        dice.choice((status, status, [], MARK)),
    )


def a_pong(dice: random.Random, place: Place, public: Public) -> Iterator[Said]:
    yield ("po", *(dice.choice((0, -1, 1 << 30, 1 << 53, 1_000_000, None, MARK)) for _ in range(2)))


def no_frame(dice: random.Random, place: Place, public: Public) -> Iterator[Said]:
    body = dumps(["ev", 9999, 0, 0, {"seq": place.last + 1, "kind": "play"}]).encode()
    line = pack(body, b"%016x" % dice.getrandbits(64))
    yield dice.choice((line, line[:20] + b"\n", b"$[\n", dice.randbytes(40), b"$[" + b"[" * 9000 + b"\n"))


def a_flood(dice: random.Random, place: Place, public: Public) -> Iterator[Said]:
    for _ in range(20):
        yield ("st", 1, {"phase": MARK, "seq": place.last})


def _ev(seq: int, event: Event) -> Said:
    return ("ev", 0, {**event, "seq": seq})


def _sealed(events: list[Event], key: bytes) -> Iterator[Said]:
    chain = Chain()
    for event in events:
        chain.add(event)
        yield _ev(event["seq"], event)
    made = {"chain": chain.hex, "events": chain.count, "seal": seal(key, chain.hex, chain.count)}
    yield _ev(events[-1]["seq"] + 1, {"kind": "confirm", "match": events[0]["match"], **made})


def _match(dice: random.Random, public: Public) -> Event:
    return {
        "kind": "match", "match": _a_match(dice, public), "ruleset": "icf", "stage": "group",
        "doubles": False, "a": [MARK], "b": [MARK], "breaks": "a", "rules": {"games": 1, "points": 10},
    }  # fmt: skip


def _a_match(dice: random.Random, public: Public) -> str:
    """The id of somebody else's match."""
    known = [*public.matches, MARK]
    for seen in public.journals:
        known += [str(event["match"]) for event in seen.events[-3:] if "match" in event]
    return dice.choice(known)


def _a_command(dice: random.Random, place: Place, public: Public) -> str:
    """The id of somebody else's command, or of its own."""
    known = [seen.command for seen in public.journals if seen.command]
    return dice.choice([*known, *known, *place.commands, "hall-0123456789", MARK])


INTRODUCTIONS: tuple[Callable[[random.Random, int, Public], Claim], ...] = (
    *(its_own, one_of_many, a_foreign_journal) * 3, *(a_foreign_journal_and_number, odd_fields) * 2,
    a_foreign_number, a_number_that_nobody_has, without_its_key, a_keyed_journal_without_a_key, another_nonce,
)  # fmt: skip
FRAMES: tuple[Callable[[random.Random, Place, Public], Iterator[Said]], ...] = (
    *(play, a_status, a_foreign_command_answered) * 3, *(a_sealed_match, a_copied_match, a_pong) * 2,
    *(a_quoted_call, a_foreign_command_done, an_odd_event, an_odd_seal, no_frame) * 2,
    an_odd_answer, a_number_far_ahead, a_number_of_before, a_large_event, a_flood,
)  # fmt: skip

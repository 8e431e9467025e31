"""The hash chain of the match in play as the host computes it, and its verdict on the table's seal."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from boardside.chain import Chain, canonical, seal
from host_tools.live_values import Event
from host_tools.store.ownership import History, known, sealing

#: The verdicts on a confirmation's seal. SEALED: by the key that the journal belonged to then.
#: OPEN: the chain is right, and the table had no key. UNKNOWN: the chain is right, the key is not known here,
#: or there is no seal although the table had a key. FOREIGN: by a key that is known here, and was not the
#: journal's then. BROKEN: it is another chain.
SEALED, OPEN, UNKNOWN, FOREIGN, BROKEN = "sealed", "open", "unknown", "foreign", "broken"


#: The kinds of events that hold what people typed; only in them can anything be erased.
ERASABLE = ("match", "names", "protest", "override", "forfeit")


@dataclass(frozen=True, slots=True)
class Signers:
    """The possible signers of a journal's events: its `history`, and all `keys` that are known here. Without
    a history (a file of events): any of the keys, or none.
    """

    history: History
    keys: Sequence[bytes]

    def for_event(self, seq: int) -> tuple[Sequence[bytes], bool]:
        """The keys that the table may have sealed its event `seq` with, and whether it may have had none."""
        if not self.history:
            return self.keys, True
        signer, may_be_open = sealing(self.history, seq)
        return known(self.keys, signer), may_be_open


_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


class HostChain(Chain):
    """The same chain, its canonical texts by the quick encoder wherever that writes the same."""

    def text(self, event: Event) -> str:
        """As `boardside.chain.canonical`; they differ at most where a character needs an escape."""
        text = _encode(event)
        return canonical(event) if "\\" in text or "\x7f" in text else text

    def add(self, event: Event) -> None:
        """The next event; of one in which something was erased the head that was kept."""
        kept = erased_head(event)
        if kept is None:
            super().add(event)
            return
        if event["kind"] == "match":
            self.begin()
        self.head = kept
        self.count += 1


def erased_head(event: Event) -> bytes | None:
    """The head of the chain with the event as it was before something in it was erased (32 bytes); None
    for an event as it came.
    """
    erased = event.get("erased")
    if not isinstance(erased, dict) or event.get("kind") not in ERASABLE:
        return None
    head = bytes.fromhex(erased["head"])
    if len(head) != 32:
        raise ValueError("erased.head is no head of a chain")
    return head


class MatchChain:
    """Follows one table's events. `seal`: of the last confirmation of the match, None before it.

    `head`: 64 hex digits after the last event; None when it has no canonical text, and from there on.
    """

    def __init__(self) -> None:
        self._chain = HostChain()
        self._is_whole = True
        self.seal: str | None = None

    @property
    def head(self) -> str | None:
        """The chain up to and with the last event."""
        return self._chain.hex if self._is_whole and self._chain.count else None

    def add(self, event: Event, signers: Signers) -> None:
        """The next event of the journal; `signers`: who may have sealed it."""
        if event.get("kind") == "match":
            self._is_whole = True
            self.seal = None
        elif event.get("kind") == "confirm":
            self.seal = judge(event, self._chain, signers) if self._is_whole else BROKEN
        try:
            self._chain.add(event)
        except (KeyError, TypeError, ValueError, RecursionError):  # no table makes such an event
            self._is_whole = False


def judge(confirm: Event, before: Chain, signers: Signers) -> str | None:
    """The verdict on the seal of a `confirm` event; `before`: the chain of the match's events before it.

    One of the states above; None when it carries none: the table could not read its flash.
    """
    head, made = confirm.get("chain"), confirm.get("seal")
    if head is None:
        return None
    if head != before.hex or confirm.get("events") != before.count:
        return BROKEN
    keys, may_be_open = signers.for_event(confirm["seq"])
    if made is None:
        return OPEN if may_be_open else UNKNOWN
    if _is_by_one_of(keys, before, made):
        return SEALED
    return FOREIGN if _is_by_one_of(signers.keys, before, made) else UNKNOWN


def _is_by_one_of(keys: Iterable[bytes], before: Chain, made: str) -> bool:
    return any(seal(key, before.hex, before.count) == made for key in keys if key)

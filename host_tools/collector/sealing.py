"""The hash chain of the match in play as the host computes it, and the worth of the table's seal (D128)."""

import json
from collections.abc import Iterable
from typing import Any

from boardside.chain import Chain, canonical, seal

#: What a confirmation's seal was found to be. SEALED: by a key of this table. OPEN: the chain is right, and
#: the table has no key. UNKNOWN: the chain is right, the key is not known here. BROKEN: it is another chain.
SEALED, OPEN, UNKNOWN, BROKEN = "sealed", "open", "unknown", "broken"


#: The kinds of events that hold what people typed; only in them can anything be erased (D226).
ERASABLE = ("match", "names", "protest", "override", "forfeit")

_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


class HostChain(Chain):
    """The same chain, its canonical texts by the quick encoder wherever that writes the same."""

    def text(self, event: dict[str, Any]) -> str:
        """As `boardside.chain.canonical`; they part at most where a character needs an escape."""
        text = _encode(event)
        return canonical(event) if "\\" in text or "\x7f" in text else text

    def add(self, event: dict[str, Any]) -> None:
        """The next event; of one in which something was erased (D226) the head that was kept."""
        kept = erased_head(event)
        if kept is None:
            super().add(event)
            return
        if event["kind"] == "match":
            self.begin()
        self.head = kept
        self.count += 1


def erased_head(event: dict[str, Any]) -> bytes | None:
    """The head of the chain with the event as it was before something in it was erased (D226: 32 bytes); None
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

    def add(self, event: dict[str, Any], keys: Iterable[bytes]) -> None:
        """The next event of the journal. `keys`: those that a seal of this table may be made with."""
        if event.get("kind") == "match":
            self._is_whole = True
            self.seal = None
        elif event.get("kind") == "confirm":
            self.seal = judge(event, self._chain, keys) if self._is_whole else BROKEN
        try:
            self._chain.add(event)
        except (KeyError, TypeError, ValueError, RecursionError):  # no table makes such an event
            self._is_whole = False


def judge(confirm: dict[str, Any], before: Chain, keys: Iterable[bytes]) -> str | None:
    """What the seal of a `confirm` event is worth, `before` being the chain of the match's events before it.

    One of the four states above; None when it carries none (older firmware, or flash it could not read).
    """
    head, made = confirm.get("chain"), confirm.get("seal")
    if head is None:
        return None
    if head != before.hex or confirm.get("events") != before.count:
        return BROKEN
    if made is None:
        return OPEN
    return SEALED if any(seal(key, before.hex, before.count) == made for key in keys if key) else UNKNOWN

"""Questions for the address of a name, and their answers: DNS (RFC 1035) and mDNS's one-shot queries
(RFC 6762, section 6.7), which have the same form. Bytes in, bytes out; no socket, no time.

An answer is only a hint where the host may be; the host proves itself by the table's key
(docs/maintainer/protocol.md).
"""

DNS_PORT = 53
MDNS_PORT = 5353
MDNS_GROUP = "224.0.0.251"

#: RFC 1035, 2.3.4: a label, a whole name on the wire; 4.2.1: a message over UDP without extensions. An mDNS
#: responder keeps to the same size when it answers such a question.
LABEL_MOST = 63
NAME_MOST = 255
MESSAGE_MOST = 512

_HEADER = 12
_A, _CNAME, _IN = 1, 5, 1
#: RFC 6762, 10.2: the highest bit of a record's class is a flag there.
_CLASS = 0x7FFF
#: Response; opcode; truncated; response code, where 3 is "there is no such name".
_QR, _OPCODE, _TC, _RCODE, _NO_NAME = 0x8000, 0x7800, 0x0200, 0x000F, 3
#: More names than any sensible chain of aliases has.
_ALIASES_MOST = 8


def address_bytes(text: str) -> bytes:
    """The four bytes of an IPv4 address in dotted form, b"" when the text is not one."""
    parts = text.split(".")
    if len(parts) != 4:
        return b""
    for part in parts:
        if not part or len(part) > 3 or not _is_number(part) or int(part) > 255:
            return b""
    return bytes([int(part) for part in parts])


def is_name(text: str) -> bool:
    """Whether `text` can be the name of a host: labels of letters, digits and hyphens, with dots between.

    A text whose last label is a number is not a name: it was meant as an address.
    """
    labels = text.split(".")
    for label in labels:
        if not 0 < len(label) <= LABEL_MOST or label[0] == "-" or label[-1] == "-":
            return False
        for letter in label:
            if not ("a" <= letter <= "z" or "A" <= letter <= "Z" or "0" <= letter <= "9" or letter in "-_"):
                return False
    return len(text) + 2 <= NAME_MOST and not _is_number(labels[-1])


def question(name: str, number: int) -> bytes:
    """Ask for the IPv4 address of `name` (as `is_name` has it); number: 0..65535, the answer repeats it."""
    head = bytes([number >> 8, number & 255, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0])  # recursion desired, one question
    return head + _on_wire(name) + bytes([0, _A, 0, _IN])


def answer(message: bytes, name: str, number: int) -> "list[str] | None":
    """The IPv4 addresses in an answer to `question(name, number)`; an empty list: there are none.

    None: the message is not a complete, undamaged answer to that question. Never raises for its content.
    """
    if not _HEADER < len(message) <= MESSAGE_MOST or _short(message, 0) != number:
        return None
    flags = _short(message, 2)
    if not flags & _QR or flags & (_OPCODE | _TC) or flags & _RCODE not in (0, _NO_NAME):
        return None
    name_on_wire = _on_wire(name)
    try:
        at = _questions(message, name_on_wire)
        aliases, addresses = _records(message, at)
    except (ValueError, IndexError):
        return None
    for _ in range(_ALIASES_MOST):
        if name_on_wire not in aliases:
            break
        name_on_wire = aliases[name_on_wire]
    return [_text(four) for owner, four in addresses if owner == name_on_wire and _is_host(four)]


def _questions(message: bytes, name_on_wire: bytes) -> int:
    """Where the records begin. ValueError when another question was answered; mDNS may leave it out."""
    count = _short(message, 4)
    if count > 1:
        raise ValueError
    at = _HEADER
    if count:
        asked, at = _name(message, at)
        if asked != name_on_wire or _short(message, at) != _A or _short(message, at + 2) & _CLASS != _IN:
            raise ValueError
        at += 4
    return at


def _records(message: bytes, at: int) -> "tuple[dict[bytes, bytes], list[tuple[bytes, bytes]]]":
    """({alias: name}, [(name, four bytes of an address)]) of the answers. ValueError, IndexError: damaged."""
    aliases = {}
    addresses = []
    for _ in range(_short(message, 6)):
        owner, at = _name(message, at)
        kind, group, size = _short(message, at), _short(message, at + 2) & _CLASS, _short(message, at + 8)
        at += 10
        if at + size > len(message):
            raise ValueError
        if group == _IN and kind == _A:
            if size != 4:
                raise ValueError
            addresses.append((owner, message[at : at + 4]))
        elif group == _IN and kind == _CNAME:
            aliases[owner], end = _name(message, at)
            if end != at + size:
                raise ValueError
        at += size
    return aliases, addresses


def _name(message: bytes, at: int) -> "tuple[bytes, int]":
    """The name at `at`, unpacked and in lower case, and where it ends. ValueError, IndexError: damaged.

    A pointer may lead only to bytes before the part of the name that it ends, so pointers cannot form a loop.
    """
    name = b""
    end = -1
    floor = at
    while True:
        size = message[at]
        if size == 0:
            return (name + b"\0").lower(), at + 1 if end < 0 else end  # sizes are below any letter
        if size & 0xC0 == 0xC0:
            target = _short(message, at) & 0x3FFF
            if end < 0:
                end = at + 2
            if not _HEADER <= target < floor:
                raise ValueError
            at = floor = target
        elif size & 0xC0 or at + size >= len(message) or len(name) + size + 2 > NAME_MOST:
            raise ValueError
        else:
            name += message[at : at + 1 + size]
            at += 1 + size


def _short(message: bytes, at: int) -> int:
    return message[at] << 8 | message[at + 1]


def _on_wire(name: str) -> bytes:
    return b"".join([bytes([len(label)]) + label.lower().encode() for label in name.split(".")]) + b"\0"


def _text(four: bytes) -> str:
    return "%d.%d.%d.%d" % (four[0], four[1], four[2], four[3])


def _is_host(four: bytes) -> bool:
    """Whether it is one host's address: not "this network", multicast or broadcast."""
    return 0 < four[0] < 224


def _is_number(text: str) -> bool:
    return all("0" <= letter <= "9" for letter in text)

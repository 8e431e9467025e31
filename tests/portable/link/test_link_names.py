"""Questions for addresses: the bytes as RFC 1035 has them, and every answer that must not be believed."""

from boardside.link.names import address_bytes, answer, is_name, question

NAME = "Laptop.local"
WIRE = b"\x06laptop\x05local\x00"
ASKED = WIRE + b"\x00\x01\x00\x01"
POINTER = b"\xc0\x0c"
A = b"\x00\x01\x00\x01\x00\x00\x00\x78\x00\x04"


def head(number=0x1234, flags=0x8180, questions=1, answers=1):
    numbers = (number, flags, questions, answers, 0, 0)
    return b"".join([bytes([number >> 8, number & 255]) for number in numbers])


def answer_with(*records, **fields):
    return head(answers=len(records), **fields) + ASKED + b"".join(records)


GOOD = answer_with(POINTER + A + b"\xc0\xa8\x01\x0a")


def test_a_question_byte_for_byte():
    assert question(NAME, 0x1234) == head(flags=0x0100, answers=0) + ASKED


def test_an_answer_with_a_pointer_with_a_name_and_with_two_addresses():
    assert answer(GOOD, NAME, 0x1234) == ["192.168.1.10"]
    assert answer(GOOD, "LAPTOP.LOCAL", 0x1234) == ["192.168.1.10"]
    two = answer_with(WIRE + A + b"\x0a\x00\x00\x01", POINTER + A + b"\x0a\x00\x00\x02")
    assert answer(two, NAME, 0x1234) == ["10.0.0.1", "10.0.0.2"]


def test_mdns_may_leave_the_question_out_and_flush_caches():
    flush = A[:2] + b"\x80\x01" + A[4:]
    bare = head(questions=0, flags=0x8400) + WIRE + flush + b"\x0a\x00\x00\x07"
    assert answer(bare, NAME, 0x1234) == ["10.0.0.7"]


def test_an_alias_is_followed_and_a_ring_of_aliases_ends():
    cname = b"\x00\x05\x00\x01\x00\x00\x00\x78"
    other = b"\x02pc\x05local\x00"
    chain = answer_with(POINTER + cname + b"\x00\x0a" + other, other + A + b"\x0a\x01\x02\x03")
    assert answer(chain, NAME, 0x1234) == ["10.1.2.3"]
    ring = answer_with(POINTER + cname + b"\x00\x0a" + other, other + cname + b"\x00\x02" + POINTER)
    assert answer(ring, NAME, 0x1234) == []


def test_no_such_name_is_an_answer_without_addresses():
    assert answer(answer_with(flags=0x8183), NAME, 0x1234) == []
    assert answer(answer_with(), NAME, 0x1234) == []


def test_what_is_no_answer_to_this_question_is_refused():
    record = POINTER + A + b"\x0a\x00\x00\x01"
    for text, message in (
        ("another number", answer_with(record, number=0x1235)),
        ("a question", answer_with(record, flags=0x0180)),
        ("another operation", answer_with(record, flags=0x8980)),
        ("cut short by the server", answer_with(record, flags=0x8380)),
        ("the server failed", answer_with(record, flags=0x8182)),
        ("two questions", head(questions=2) + ASKED + ASKED + record),
        ("another name asked", head() + b"\x06laptoq\x05local\x00\x00\x01\x00\x01" + record),
        ("one label with a dot in it", head() + b"\x0claptop.local\x00\x00\x01\x00\x01" + record),
        ("another type asked", head() + WIRE + b"\x00\x1c\x00\x01" + record),
        ("another class asked", head() + WIRE + b"\x00\x01\x00\x03" + record),
        ("more records promised", head(answers=2) + ASKED + record),
        ("an address of six bytes", answer_with(POINTER + A[:-1] + b"\x06\x0a\x00\x00\x01\x00\x00")),
        ("too long", GOOD + bytes(512)),
    ):
        assert answer(message, NAME, 0x1234) is None, text


def test_the_address_of_another_name_is_not_taken():
    other = b"\x04evil\x05local\x00" + A + b"\x0a\x06\x06\x06"
    assert answer(answer_with(other), NAME, 0x1234) == []
    assert answer(answer_with(other, POINTER + A + b"\x0a\x00\x00\x01"), NAME, 0x1234) == ["10.0.0.1"]


def test_what_is_no_hosts_address_is_left_out():
    for four in (b"\x00\x00\x00\x00", b"\xe0\x00\x00\xfb", b"\xff\xff\xff\xff"):
        assert answer(answer_with(POINTER + A + four), NAME, 0x1234) == []


def test_pointers_that_lead_on_or_in_circles_are_refused():
    itself = 12 + len(ASKED)
    for target in (itself, itself + 2, 0x3FFF, 0, 11):
        pointer = bytes([0xC0 | target >> 8, target & 255])
        assert answer(answer_with(pointer + A + b"\x0a\x00\x00\x01"), NAME, 0x1234) is None, target
    # Two names that point at each other
    pair = answer_with(
        b"\x01a" + POINTER + A + b"\x0a\x00\x00\x01", bytes([0xC0, itself]) + A + b"\x0a\x00\x00\x02"
    )
    assert answer(pair, NAME, 0x1234) == []


def test_a_name_that_grows_by_pointers_beyond_its_limit_is_refused():
    long = b"".join([b"\x3f" + b"x" * 63] * 3)
    first = long + POINTER
    assert answer(answer_with(first + A + b"\x0a\x00\x00\x01"), NAME, 0x1234) == []
    assert answer(answer_with(b"\x3f" + b"x" * 63 + first + A + b"\x0a\x00\x00\x01"), NAME, 0x1234) is None


def test_an_answer_cut_anywhere_is_refused():
    for size in range(len(GOOD)):
        assert answer(GOOD[:size], NAME, 0x1234) is None, size


def dice(seed):
    state = seed * 2654435761 + 1
    while True:
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        yield state >> 12


def test_fuzz_damaged_answers_never_raise_and_never_give_what_is_no_address():
    numbers = dice(7)
    cname = b"\x00\x05\x00\x01\x00\x00\x00\x78\x00\x02" + POINTER
    whole = answer_with(b"\x02pc" + b"\xc0\x13" + cname, POINTER + A + b"\x0a\x00\x00\x01")
    believed = 0
    for turn in range(4000):
        message = bytearray(whole)
        for _ in range(1 + turn % 5):
            message[next(numbers) % len(message)] = next(numbers) & 255
        if turn % 3 == 0:
            message = message[: next(numbers) % len(message)]
        names = answer(bytes(message), NAME, 0x1234)
        assert names is None or len(names) <= 2
        for text in names or ():
            assert len(address_bytes(text)) == 4
            believed += 1
    assert believed  # the damage must not all be so coarse that nothing is read


def test_what_can_be_an_address_and_what_a_name():
    assert address_bytes("192.168.1.10") == b"\xc0\xa8\x01\x0a"
    for text in ("", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.x", "1.2.3.", "1.2.3.-4", "::1", "0001.2.3.4"):
        assert address_bytes(text) == b"", text
    for text in ("laptop", "laptop.local", "a-b.example.org", "7up", "x" * 63):
        assert is_name(text), text
    for text in ("", ".", "a..b", "a.", "-a", "a-", "a b", "a/b", "1.2.3.256", "é.local", "x" * 64, "::1"):
        assert not is_name(text), text

"""The finder: who is asked when, which datagrams count, and in which order hosts are called."""

from portable import PERIOD, diff

from boardside.link.finding import (
    ANNOUNCE_PORT,
    ASK_MOST_MS,
    AUTO,
    CANDIDATES_MOST,
    STALE_MS,
    Finder,
    announced_port,
    announcement,
)

SERVER = "192.168.1.1"
GROUP = "224.0.0.251"


class Chance:
    def __init__(self):
        self.state = 1

    def __call__(self, count):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return bytes([self.state >> (8 + index) & 255 for index in range(count)])


def begun(address, server=SERVER):
    made = Finder(address, 7580, Chance(), diff)
    made.begin(server)
    return made


def sent(finder, now):
    datagrams = []
    while True:
        datagram = finder.send(now)
        if datagram is None:
            return datagrams
        datagrams.append(datagram)


def answer(asked, four=b"\xc0\xa8\x01\x0a"):
    """The answer to a question: the address of its name."""
    head = asked[:2] + b"\x81\x80\x00\x01\x00\x01\x00\x00\x00\x00"
    return head + asked[12:] + b"\xc0\x0c\x00\x01\x00\x01\x00\x00\x00\x78\x00\x04" + four


def called(finder):
    candidates = []
    while True:
        candidate = finder.next()
        if candidate is None:
            return candidates
        candidates.append(candidate)


def where(candidates):
    return [(candidate.address, candidate.port) for candidate in candidates]


def heard(finder, *numbers, now=0):
    for number in numbers:
        finder.announced(announcement("a1b2", 7580), "10.0.0.%d" % number, now)


def test_each_kind_of_name_is_asked_for_where_it_belongs():
    for address, wanted in (
        ("laptop.local", [(GROUP, 5353)]),
        ("Laptop.LOCAL", [(GROUP, 5353)]),
        ("laptop.example.org", [(SERVER, 53)]),
        ("laptop", [(GROUP, 5353), (SERVER, 53)]),
        (AUTO, [(GROUP, 5353)]),
    ):
        asked = sent(begun(address), 0)
        assert sorted([(to, port) for _, to, port in asked]) == sorted(wanted), address
    assert sent(begun("laptop.example.org", ""), 0) == []
    assert ANNOUNCE_PORT == 7581


def test_only_auto_hears_announcements():
    assert begun(AUTO).hears
    assert not begun("laptop").hears


def test_it_asks_again_after_growing_pauses_across_the_wrap_with_new_numbers():
    start = PERIOD - 2500
    finder = begun("laptop.local")
    at = []
    numbers = []
    for step in range(0, 40_000, 50):
        for data, _, _ in sent(finder, (start + step) % PERIOD):
            at.append(step)
            numbers.append(data[:2])
    assert at[:5] == [0, 1000, 3000, 7000, 15_000]
    assert len(at) == 8
    for index in range(4, 7):
        assert at[index + 1] - at[index] == ASK_MOST_MS
    assert len(set(numbers)) == len(numbers)


def test_an_answer_makes_a_candidate_with_the_configured_port():
    finder = begun("laptop.local")
    asked = sent(finder, 0)[0][0]
    finder.receive(answer(asked), "192.168.1.77", 5353, 10)
    assert where(called(finder)) == [("192.168.1.10", 7580)]


def test_answers_with_a_wrong_number_from_a_wrong_place_or_before_any_question_are_nothing():
    finder = begun("laptop")
    early = begun("laptop")
    asked = {port: data for data, _, port in sent(finder, 0)}
    wrong = bytes([asked[53][0] ^ 1]) + asked[53][1:]
    for data, address, port in (
        (answer(wrong), SERVER, 53),
        (answer(asked[53]), "192.168.1.66", 53),
        (answer(asked[53]), SERVER, 54),
        (answer(asked[53]), SERVER, 5353),
        (answer(asked[5353]), "192.168.1.77", 53),
        (answer(asked[5353]), "192.168.1.77", 40_000),
        (b"", SERVER, 53),
        (b"\xff" * 512, SERVER, 53),
    ):
        finder.receive(data, address, port, 0)
    early.receive(answer(b"\xff\xff" + asked[53][2:]), SERVER, 53, 0)
    assert finder.is_empty
    assert early.is_empty
    finder.receive(answer(asked[53]), SERVER, 53, 0)
    assert not finder.is_empty


def test_the_answer_to_the_last_question_alone_counts():
    finder = begun("laptop.local")
    first = sent(finder, 0)[0][0]
    second = sent(finder, 1000)[0][0]
    finder.receive(answer(first), "192.168.1.77", 5353, 1001)
    assert finder.is_empty
    finder.receive(answer(second), "192.168.1.77", 5353, 1001)
    assert not finder.is_empty


def test_an_announcement_byte_for_byte_and_everything_that_is_none():
    assert announcement("a1b2c3d4", 7580) == b"boardside 1 a1b2c3d4 7580\n"
    assert announced_port(b"boardside 1 a1b2c3d4 7580\n") == 7580
    for data in (
        b"",
        b"boardside 1 a1b2c3d4 7580",
        b"boardside 2 a1b2c3d4 7580\n",
        b"Boardside 1 a1b2c3d4 7580\n",
        b"boardside 1  7580\n",
        b"boardside 1 a1b2c3d4 0\n",
        b"boardside 1 a1b2c3d4 -1\n",
        b"boardside 1 a1b2c3d4 65536\n",
        b"boardside 1 a1b2c3d4 999999\n",
        b"boardside 1 a1b2c3d4 7580 more\n",
        b"boardside 1 a1b2c3d4 75x0\n",
        b"boardside 1 a1b2c3d4 \n",
        b"boardside 1 a1b2c3d4e5f60718x 7580\n",
        b"boardside 1 a1b2c3d4 " + b"0" * 80 + b"1\n",
        b"\x00\xff\n",
    ):
        assert announced_port(data) == 0, data


def test_each_is_called_once_in_a_round_and_who_failed_less_goes_first():
    finder = begun(AUTO)
    heard(finder, 1, 2, 3)
    first = called(finder)
    assert [each.address[-1] for each in first] == ["1", "2", "3"]
    assert finder.next() is None
    finder.failed(first[0])
    finder.again(0)
    assert [each.address[-1] for each in called(finder)] == ["2", "3", "1"]


def test_a_host_that_comes_during_a_round_is_called_in_it():
    finder = begun(AUTO)
    heard(finder, 1)
    called(finder)
    heard(finder, 2)
    assert [each.address[-1] for each in called(finder)] == ["2"]


def test_the_one_proven_last_is_called_first_until_it_fails():
    finder = begun(AUTO)
    heard(finder, 1, 2, 3)
    third = called(finder)[2]
    finder.proven(third)
    finder.again(0)
    assert called(finder)[0] is third
    finder.failed(third)
    finder.again(0)
    assert called(finder)[0] is not third
    finder.proven(third)  # it is back
    finder.again(0)
    assert called(finder)[0] is third


def test_what_fails_and_is_not_heard_any_more_is_forgotten_but_the_proven_one():
    finder = begun(AUTO)
    heard(finder, 1, 2, 3)
    silent, loud, proven = called(finder)
    finder.proven(proven)
    for each in (silent, loud, proven):
        for _ in range(3):
            finder.failed(each)
    heard(finder, 2, now=STALE_MS)
    finder.again(STALE_MS - 1)
    assert len(called(finder)) == 3
    finder.again(STALE_MS)
    left = called(finder)
    assert silent not in left
    assert loud in left
    assert proven in left


def test_a_flood_of_false_hosts_is_bounded_and_keeps_nobody_out_for_good():
    finder = begun(AUTO)
    finder.announced(announcement("a1b2", 7580), "10.1.1.1", 0)
    finder.proven(called(finder)[0])
    reached = 0
    for number in range(2000):
        finder.announced(announcement("x", 1 + number), "10.6.6.6", number)
        if number % 20 == 0 and number > 200:  # the table's list is full long since
            finder.announced(announcement("a1b2", 7580), "10.1.1.2", number)
            finder.again(number)
            called_then = called(finder)
            assert len(called_then) <= CANDIDATES_MOST
            assert called_then[0].address == "10.1.1.1"  # the proven one is never pushed out
            reached += "10.1.1.2" in [each.address for each in called_then]
            for each in called_then[1:]:
                finder.failed(each)
    assert reached >= 50, reached


def test_the_same_hint_again_is_one_candidate():
    finder = begun(AUTO)
    for now in range(0, 20_000, 2000):
        heard(finder, 1, now=now)
    assert len(called(finder)) == 1

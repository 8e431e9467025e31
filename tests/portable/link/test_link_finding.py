"""The finder: who is asked when, which datagrams count, and in which order hosts are called."""

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
PERIOD = 1 << 30


def diff(later, earlier):
    return ((later - earlier + PERIOD // 2) & (PERIOD - 1)) - PERIOD // 2


class Chance:
    def __init__(self):
        self.state = 1

    def __call__(self, count):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return bytes([self.state >> (8 + index) & 255 for index in range(count)])


def finder(address, server=SERVER):
    made = Finder(address, 7580, Chance(), diff)
    made.begin(server)
    return made


def sent(one, now):
    found = []
    while True:
        datagram = one.send(now)
        if datagram is None:
            return found
        found.append(datagram)


def told(asked, four=b"\xc0\xa8\x01\x0a"):
    """The answer to a question: the address of its name."""
    head = asked[:2] + b"\x81\x80\x00\x01\x00\x01\x00\x00\x00\x00"
    return head + asked[12:] + b"\xc0\x0c\x00\x01\x00\x01\x00\x00\x00\x78\x00\x04" + four


def called(one):
    found = []
    while True:
        candidate = one.next()
        if candidate is None:
            return found
        found.append(candidate)


def where(candidates):
    return [(one.address, one.port) for one in candidates]


def heard(one, *numbers, now=0):
    for number in numbers:
        one.announced(announcement("a1b2", 7580), "10.0.0.%d" % number, now)


def test_each_kind_of_name_is_asked_for_where_it_belongs():
    for address, wanted in (
        ("laptop.local", [(GROUP, 5353)]),
        ("Laptop.LOCAL", [(GROUP, 5353)]),
        ("laptop.example.org", [(SERVER, 53)]),
        ("laptop", [(GROUP, 5353), (SERVER, 53)]),
        (AUTO, [(GROUP, 5353)]),
    ):
        asked = sent(finder(address), 0)
        assert sorted([(to, port) for _, to, port in asked]) == sorted(wanted), address
    assert sent(finder("laptop.example.org", ""), 0) == []
    assert ANNOUNCE_PORT == 7581


def test_only_auto_hears_announcements():
    assert finder(AUTO).hears
    assert not finder("laptop").hears


def test_it_asks_again_after_growing_pauses_across_the_wrap_with_new_numbers():
    start = PERIOD - 2500
    one = finder("laptop.local")
    at = []
    numbers = []
    for step in range(0, 40_000, 50):
        for data, _, _ in sent(one, (start + step) % PERIOD):
            at.append(step)
            numbers.append(data[:2])
    assert at[:5] == [0, 1000, 3000, 7000, 15_000]
    assert len(at) == 8
    for index in range(4, 7):
        assert at[index + 1] - at[index] == ASK_MOST_MS
    assert len(set(numbers)) == len(numbers)


def test_an_answer_makes_a_candidate_with_the_configured_port():
    one = finder("laptop.local")
    asked = sent(one, 0)[0][0]
    one.receive(told(asked), "192.168.1.77", 5353, 10)
    assert where(called(one)) == [("192.168.1.10", 7580)]


def test_answers_with_a_wrong_number_from_a_wrong_place_or_before_any_question_are_nothing():
    one = finder("laptop")
    early = finder("laptop")
    asked = {port: data for data, _, port in sent(one, 0)}
    wrong = bytes([asked[53][0] ^ 1]) + asked[53][1:]
    for data, address, port in (
        (told(wrong), SERVER, 53),
        (told(asked[53]), "192.168.1.66", 53),
        (told(asked[53]), SERVER, 54),
        (told(asked[53]), SERVER, 5353),
        (told(asked[5353]), "192.168.1.77", 53),
        (told(asked[5353]), "192.168.1.77", 40_000),
        (b"", SERVER, 53),
        (b"\xff" * 512, SERVER, 53),
    ):
        one.receive(data, address, port, 0)
    early.receive(told(b"\xff\xff" + asked[53][2:]), SERVER, 53, 0)
    assert one.is_empty
    assert early.is_empty
    one.receive(told(asked[53]), SERVER, 53, 0)
    assert not one.is_empty


def test_the_answer_to_the_last_question_alone_counts():
    one = finder("laptop.local")
    first = sent(one, 0)[0][0]
    second = sent(one, 1000)[0][0]
    one.receive(told(first), "192.168.1.77", 5353, 1001)
    assert one.is_empty
    one.receive(told(second), "192.168.1.77", 5353, 1001)
    assert not one.is_empty


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
    one = finder(AUTO)
    heard(one, 1, 2, 3)
    first = called(one)
    assert [each.address[-1] for each in first] == ["1", "2", "3"]
    assert one.next() is None
    one.failed(first[0])
    one.again(0)
    assert [each.address[-1] for each in called(one)] == ["2", "3", "1"]


def test_a_host_that_comes_during_a_round_is_called_in_it():
    one = finder(AUTO)
    heard(one, 1)
    called(one)
    heard(one, 2)
    assert [each.address[-1] for each in called(one)] == ["2"]


def test_the_one_proven_last_is_called_first_until_it_fails():
    one = finder(AUTO)
    heard(one, 1, 2, 3)
    third = called(one)[2]
    one.proven(third)
    one.again(0)
    assert called(one)[0] is third
    one.failed(third)
    one.again(0)
    assert called(one)[0] is not third
    one.proven(third)  # it is back
    one.again(0)
    assert called(one)[0] is third


def test_what_fails_and_is_not_heard_any_more_is_forgotten_but_the_proven_one():
    one = finder(AUTO)
    heard(one, 1, 2, 3)
    silent, loud, proven = called(one)
    one.proven(proven)
    for each in (silent, loud, proven):
        for _ in range(3):
            one.failed(each)
    heard(one, 2, now=STALE_MS)
    one.again(STALE_MS - 1)
    assert len(called(one)) == 3
    one.again(STALE_MS)
    left = called(one)
    assert silent not in left
    assert loud in left
    assert proven in left


def test_a_flood_of_false_hosts_is_bounded_and_keeps_nobody_out_for_good():
    one = finder(AUTO)
    one.announced(announcement("a1b2", 7580), "10.1.1.1", 0)
    one.proven(called(one)[0])
    reached = 0
    for number in range(2000):
        one.announced(announcement("x", 1 + number), "10.6.6.6", number)
        if number % 20 == 0 and number > 200:  # the table's list is full long since
            one.announced(announcement("a1b2", 7580), "10.1.1.2", number)
            one.again(number)
            found = called(one)
            assert len(found) <= CANDIDATES_MOST
            assert found[0].address == "10.1.1.1"  # the proven one is never pushed out
            reached += "10.1.1.2" in [each.address for each in found]
            for each in found[1:]:
                one.failed(each)
    assert reached >= 50, reached


def test_the_same_hint_again_is_one_candidate():
    one = finder(AUTO)
    for now in range(0, 20_000, 2000):
        heard(one, 1, now=now)
    assert len(called(one)) == 1

"""What the table is told about its links, and what the links are told about the table."""

from portable import diff

from boardside.app.links import STALE_MS, Links
from boardside.link.session import Identity


class Table:
    def __init__(self):
        self.status_revision = 0

    def command(self, event, now):
        return True, "ok", ""

    def set_host_time(self, ticks, host_ms, now):
        self.host_time = (ticks, host_ms, now)

    def status(self, now):
        return {}


class Journal:
    first_seq = 1
    last_seq = 0

    def read(self, from_seq=1):
        return iter(())


class Session:
    """A session as far as `Links` looks at it."""

    def __init__(self, up=True, silent=0, acked=0, keeper=""):
        self.up = up
        self.keeper = keeper
        self.silent = silent
        self.acked = acked
        self.stored = []
        self.changes = 0

    def silent_ms(self, now):
        return self.silent if self.up else None

    def event_stored(self, event):
        self.stored.append(event)

    def changed(self):
        self.changes += 1


class Tcp:
    session = None


def made(key=b"k" * 16, serial=None, tcp=None):
    identity = Identity(3, "Table 3", "0badcafe", 1, "0.1.0")
    links = Links(identity, Journal(), Table(), key, lambda count: bytes(count), diff)
    if serial is not None:
        links.serial = serial
    if tcp is not None:
        links.tcp = Tcp()
        links.tcp.session = tcp
    return links


def test_a_table_nobody_ever_called_has_no_link_to_show():
    assert made(serial=Session(up=False)).state(0, 0) == ("", -1)


def test_a_wifi_table_without_its_host_is_down():
    links = made(serial=Session(up=False))
    links.tcp = Tcp()
    assert links.state(0, 0) == ("down", -1)


def test_up_is_open_without_a_key():
    assert made(serial=Session(silent=1500)).state(0, 9000) == ("up", 1)
    assert made(key=b"", serial=Session(silent=1500)).state(0, 9000) == ("open", 1)


def test_the_better_of_two_links_counts():
    assert made(serial=Session(silent=7000), tcp=Session(silent=100)).state(0, 9000) == ("up", 0)
    assert made(serial=Session(up=False), tcp=Session(silent=100)).state(0, 9000) == ("up", 0)


def test_a_silent_link_is_stale_before_it_is_down_and_its_age_grows():
    session = Session(silent=STALE_MS)
    links = made(serial=session)
    assert links.state(0, 20_000) == ("stale", STALE_MS // 1000)
    session.up = False
    assert links.state(0, 80_000) == ("down", 60 + STALE_MS // 1000)


def test_events_and_changes_reach_every_session():
    serial, tcp = Session(), Session()
    links = made(serial=serial, tcp=tcp)
    links.event_stored({"seq": 1})
    assert serial.stored == tcp.stored == [{"seq": 1}]
    links.follow()
    links.follow()
    assert (serial.changes, tcp.changes) == (1, 1)
    links._table.status_revision += 1
    links.follow()
    assert (serial.changes, tcp.changes) == (2, 2)


def test_acknowledged_is_what_any_host_has_stored():
    assert made(serial=Session(acked=0), tcp=Session(acked=17)).acked() == 17
    assert made(serial=Session(acked=0)).acked() == 0


def test_a_new_session_does_not_inherit_another_ones_state():
    links = made()
    first, second = links.new_session(), links.new_session()
    assert first is not second
    assert not first.up


def test_the_status_names_every_host_that_keeps_what_it_gets_once():
    links = made(serial=Session(up=False), tcp=Session(keeper="b2"))
    assert links._status(0) == {"hosts": ["b2"]}
    links.serial = Session(keeper="a1")
    assert links._status(0) == {"hosts": ["a1", "b2"]}
    links.serial = Session(keeper="b2")
    assert links._status(0) == {"hosts": ["b2"]}
    assert made(serial=Session(up=False))._status(0) == {"hosts": []}

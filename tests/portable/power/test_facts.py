"""What the menu learns of the device, and the journal that is begun anew."""

from boardside.app import facts
from boardside.app.facts import Facts


class Hardware:
    """Stands in for hardware.py."""

    def __init__(self, partition=None):
        self.partition = partition
        self.restarts = 0

    def journal_partition(self):
        return self.partition

    def restart(self, run):
        self.restarts += 1

    def serial_number(self):
        return "240ac40b0d03"


class Partition:
    """A partition of so many blocks; block `bad` refuses."""

    def __init__(self, blocks, bad=-1):
        self.blocks = blocks
        self.bad = bad
        self.erased = []

    def ioctl(self, operation, argument):
        if operation == 4:
            return self.blocks
        if argument == self.bad:
            raise OSError(5)
        self.erased.append(argument)
        return 0


class Journal:
    id = "9f03bd21"
    last_seq = 40


class Run:
    cause = "dip"
    row = 1


class Wifi:
    state = "joined"
    problem = ""

    def signal(self):
        return "10.0.0.7", -71


class Tcp:
    host = ""


class Links:
    wifi = None
    tcp = None

    def acked(self):
        return 28


class Config:
    wifi_ssid = "Hall"
    host_address = "auto"


def made(links=None, feed=lambda done, count: None):
    return Facts(None, Journal(), links, Config(), Run(), feed)


def with_hardware(stub, work):
    """Run `work()` with `stub` in the place of the real chips."""
    real = facts.hardware
    facts.hardware = stub
    try:
        return work()
    finally:
        facts.hardware = real


def test_without_a_journal_there_is_no_link():
    facts = made().network()
    assert (facts["ssid"], facts["state"], facts["waiting"], facts["host"]) == ("Hall", "off", 0, "")


def test_the_network_is_shown():
    links = Links()
    assert made(links).network()["waiting"] == 12
    links.wifi, links.tcp = Wifi(), Tcp()
    facts = made(links).network()
    assert (facts["state"], facts["address"], facts["signal"]) == ("joined", "10.0.0.7", -71)
    assert facts["host"] == "auto"
    links.tcp.host = "10.0.0.1"
    assert made(links).network()["host"] == "10.0.0.1"


def test_who_it_is():
    facts = with_hardware(Hardware(), made().about)
    assert facts["serial"] == "240ac40b0d03"
    assert (facts["protocol"], facts["journal"], facts["cause"], facts["row"]) == (1, "9f03bd21", "dip", 1)


def test_a_partition_is_erased_and_the_table_starts_anew():
    stub = Hardware(Partition(7))
    assert with_hardware(stub, made().erase_journal)
    assert stub.partition.erased == list(range(7))
    assert stub.restarts == 1


def test_flash_that_refuses_is_reported_and_nothing_restarts():
    stub = Hardware(Partition(7, bad=3))
    assert not with_hardware(stub, made().erase_journal)
    assert stub.restarts == 0


def test_the_watchdog_is_fed_before_each_block_is_erased():
    fed = []
    stub = Hardware(Partition(256))
    table = made(feed=lambda done, count: fed.append((done, count, len(stub.partition.erased))))
    assert with_hardware(stub, table.erase_journal)
    assert fed == [(block, 256, block) for block in range(256)]

"""config.json: every field checked on its own, and a file that is wrong never lost."""

import json
import os

from boardside import config
from boardside.arrangement import problem

PATH = "build_test_config.json"


class File:
    """A config.json with this text in the current folder, removed at the end."""

    def __init__(self, text):
        self.text = text

    def __enter__(self):
        if self.text is not None:
            with open(PATH, "w") as file:
                file.write(self.text)
        return config.load(PATH)

    def __exit__(self, *_):
        try:
            os.remove(PATH)
        except OSError:
            pass


def read():
    with open(PATH) as file:
        return file.read()


FULL = {
    "table": 12,
    "name": "Centre court",
    "brightness": 15,
    "volume": 0,
    "watchdog": False,
    "wifi": {"ssid": "hall", "password": "hush hush"},
    "host": {"address": "192.168.1.10", "port": 7581},
    "key": "00112233445566778899aabbccddeeff",
}


def test_without_a_file_everything_has_a_default():
    with File(None) as loaded:
        assert loaded.problems == []
        assert (loaded.table, loaded.name) == (1, "Table 1")
        assert (loaded.brightness, loaded.volume, loaded.watchdog) == (8, 7, True)
        assert (loaded.wifi_ssid, loaded.wifi_password) == ("", "")
        assert (loaded.host_address, loaded.host_port) == ("", 7580)
        assert loaded.key == b""


def test_every_field_is_read():
    with File(json.dumps(FULL)) as loaded:
        assert loaded.problems == []
        assert (loaded.table, loaded.name) == (12, "Centre court")
        assert (loaded.brightness, loaded.volume, loaded.watchdog) == (15, 0, False)
        assert (loaded.wifi_ssid, loaded.wifi_password) == ("hall", "hush hush")
        assert (loaded.host_address, loaded.host_port) == ("192.168.1.10", 7581)
        assert loaded.key == bytes([0x11 * number for number in range(16)])


def test_a_wrong_field_has_its_default_and_is_named_and_the_others_hold():
    wrong = (
        ("table", 0),
        ("table", 1000),
        ("table", "3"),
        ("table", True),
        ("table", 1.5),
        ("name", ""),
        ("name", 5),
        ("name", "x" * 33),
        ("brightness", 16),
        ("volume", -1),
        ("watchdog", 1),
        ("key", "0011"),
        ("key", "0" * 33),
        ("key", "0" * 66),
        ("key", "g" * 32),
        ("key", 5),
        ("wifi", "hall"),
        ("host", {"address": "", "port": 7580}),
        ("host", {"address": "x", "port": 0}),
        ("host", {"address": "x", "port": 65536}),
    )
    usual = config.Config({})
    for name, value in wrong:
        fields = dict(FULL)
        fields[name] = value
        with File(json.dumps(fields)) as loaded:
            assert loaded.problems, (name, value)
            assert loaded.problems[0].startswith(name), (name, value, loaded.problems)
            if name in ("table", "brightness", "volume", "watchdog", "key"):
                assert getattr(loaded, name) == getattr(usual, name), (name, value)
            if name != "table":
                assert loaded.table == 12


def test_with_wi_fi_the_host_is_found_unless_it_is_named():
    wifi = {"ssid": "hall"}
    assert config.Config({"wifi": wifi}).host_address == "auto"
    assert config.Config({"wifi": wifi, "host": {"port": 7599}}).host_address == "auto"
    assert config.Config({"wifi": wifi, "host": {"address": "laptop"}}).host_address == "laptop"
    assert config.Config({}).host_address == ""
    wrong = config.Config({"wifi": wifi, "host": {"address": 7}})
    assert wrong.host_address == "auto"
    assert len(wrong.problems) == 1


def test_what_can_be_no_address_is_named_and_the_host_looked_for():
    for address, is_address, wanted, problems in (
        ("10.0.0.7", True, "10.0.0.7", 0),
        ("10.0.0.", False, "auto", 1),
        ("auto", False, "auto", 0),
        ("", False, "", 0),
    ):
        fields = {"host": {"address": address}} if address else {}
        checked = config.Config(fields)
        checked.try_host(lambda text, answer=is_address: answer)
        assert checked.host_address == wanted, address
        assert len(checked.problems) == problems, address
        if problems:
            assert checked.problems[0].startswith("host.address must be")


def test_what_is_no_json_object_gives_defaults_and_is_kept():
    for text in ("{", "[]", '"x"', "null", '{"table": 3', "\x00\xff"):
        with File(text) as loaded:
            assert len(loaded.problems) == 1, text
            assert loaded.table == 1
            loaded.keep("volume", 3)
            assert loaded.save(PATH) is False
            assert read() == text


def test_an_empty_file_is_named_and_written():
    """LittleFS makes a new file at once; what should be in it may find no room."""
    with File("") as loaded:
        assert (loaded.table, len(loaded.problems)) == (1, 1)
        loaded.keep("volume", 3)
        assert loaded.save(PATH)
        assert '"volume"' in read()


def test_a_file_that_is_nested_too_deeply_does_not_stop_the_table():
    with File("[" * 100_000) as loaded:
        assert (loaded.table, loaded.is_kept, len(loaded.problems)) == (1, True, 1)


def test_what_is_set_at_the_table_is_saved_and_nothing_else_changes():
    fields = dict(FULL)
    fields["later"] = {"unknown": [1, 2]}
    with File(json.dumps(fields)) as loaded:
        loaded.keep("volume", 9)
        loaded.keep("brightness", 2)
        assert (loaded.volume, loaded.brightness) == (9, 2)
        assert loaded.save(PATH) is True
        fields["volume"], fields["brightness"] = 9, 2
        assert json.loads(read()) == fields


def test_a_wrong_field_survives_saving_for_its_owner_to_correct():
    with File('{"table": 4, "brightness": "high"}') as loaded:
        loaded.keep("volume", 1)
        assert loaded.save(PATH) is True
        assert json.loads(read()) == {"table": 4, "brightness": "high", "volume": 1}


class Folder:
    """A folder of own rules with these files, removed at the end."""

    PATH = "build_test_rulesets"

    def __init__(self, **files):
        self.files = files

    def __enter__(self):
        os.mkdir(self.PATH)
        for name in self.files:
            with open(self.PATH + "/" + name + ".json", "w") as file:
                file.write(self.files[name])
        return config.load("no_such_config.json", self.PATH)

    def __exit__(self, *_):
        for name in self.files:
            os.remove(self.PATH + "/" + name + ".json")
        os.rmdir(self.PATH)


def test_own_rules_are_read_in_the_order_of_their_files():
    with Folder(
        b='{"base": "icf", "source": "Ours.", "points": 23}', a='{"name": "Club nights", "base": "vkk"}'
    ) as loaded:
        assert loaded.rulesets == [("Club nights", "vkk", {}), ("b", "icf", {"points": 23})]
        assert loaded.problems == []


def test_own_rules_that_cannot_be_used_are_named_and_left_out():
    with Folder(a="{", b="[]", c='{"points": 23}', d='{"base": "icf", "name": 7}') as loaded:
        assert loaded.rulesets == [("d", "icf", {})]
        assert len(loaded.problems) == 3
        for at, name in enumerate("abc"):
            assert loaded.problems[at].startswith("build_test_rulesets/%s.json" % name)


def test_own_rules_nested_too_deeply_or_no_text_are_named():
    with Folder(a="[" * 20000) as loaded:
        assert (loaded.rulesets, len(loaded.problems)) == ([], 1)


def test_own_rules_that_no_match_can_be_played_by_are_left_out_and_named():
    def problem(base, changes):
        return "rules.points: 0 must be 1 to 99" if changes.get("points") == 0 else ""

    with Folder(a='{"base": "icf", "points": 0}', b='{"base": "icf"}') as loaded:
        loaded.try_rules(problem)
        assert loaded.rulesets == [("b", "icf", {})]
        assert loaded.problems == ["rulesets/: a: rules.points: 0 must be 1 to 99"]


def test_without_a_folder_there_are_no_own_rules():
    assert config.load("no_such_config.json", "no_such_folder").rulesets == []


def test_how_the_panel_takes_strokes():
    with File('{"strokes": false, "struck": 0, "ruleset": "vkk"}') as loaded:
        assert (loaded.strokes, loaded.struck, loaded.ruleset, loaded.problems) == (0, 0, "vkk", [])
    with File('{"strokes": "no"}') as loaded:
        assert (loaded.strokes, len(loaded.problems)) == (1, 1)


def test_an_arrangement_that_cannot_be_gives_the_basic_build_and_a_problem():
    settings = config.Config({"displays": ["epd42", "max7219"], "panel": "gpio"})
    settings.try_arrangement(problem)
    assert (settings.displays, settings.panel) == (["max7219"], "gpio")
    assert "expander" in settings.problems[0]
    settings = config.Config({"displays": ["epd42", "max7219"], "panel": "mcp23017"})
    settings.try_arrangement(problem)
    assert (settings.displays, settings.panel, settings.problems) == (["epd42", "max7219"], "mcp23017", [])
    for wrong in ("max7219", [1], {}):
        settings = config.Config({"displays": wrong})
        assert settings.displays == ["max7219"]
        assert settings.problems == ["displays must be a list of names"]


def test_sounds_of_ones_own_are_tried_and_what_is_wrong_is_named():
    from boardside.table import sounds

    usual = sounds.pattern("key")
    fields = {"sounds": {"warn": "2(1500/60 -/40)", "bell": "1000/10", "key": "9999/10"}}
    try:
        with File(json.dumps(fields)) as loaded:
            loaded.try_sounds(sounds.replace)
            assert len(loaded.problems) == 2
            assert "no sound bell" in loaded.problems[0]
            assert "key: 9999/10" in loaded.problems[1]
            assert len(sounds.pattern("warn")) == 4
            assert sounds.pattern("key") == usual
    finally:
        sounds.replace("warn", sounds.PATTERNS["warn"])
    with File('{"sounds": {"warn": 5}}') as loaded:
        assert loaded.sounds == {}
        assert "sounds must be an object of texts" in loaded.problems[0]

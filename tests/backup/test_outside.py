"""What comes from outside is bounded in what it becomes, and commands no path, topic or header."""

import gzip
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from host_tools.integrations.mqtt import topics
from host_tools.integrations.sol import reading
from host_tools.integrations.sol.reasons import SolError
from host_tools.outside import json_text, yaml_text, zip_file
from host_tools.outside.files import safe_name
from host_tools.outside.yaml_text import YamlError
from host_tools.outside.zip_file import ZipError
from host_tools.web.pages.tournament_files import Wanted

HOSTILE = ("../../x", "/etc/x", "a\\b", 'x"; filename="y', "a\r\nX: y", ".hidden", "", "x" * 500, "\u202e")


@pytest.mark.parametrize(
    "text",
    [
        "9" * 25,
        "1e999",
        "-" + "1" * 30,
        "NaN",
        "-Infinity",
        "[" * 65 + "]" * 65,
        "[" * 100_000,
        '{"a":' * 70 + "1" + "}" * 70,
        b"\xff",
        "[" + "1," * 50 + "1]" * 2,
    ],
)
def test_json_beyond_a_bound_is_refused(text: str | bytes) -> None:
    with pytest.raises(json.JSONDecodeError):
        json_text.value(text)


@pytest.mark.parametrize(
    "value", [[[]] * 500, {"a": "]" * 500 + '"[' * 500}, ["\\", '"', "[{"] * 100, 2**63, -1.5, "[[["]
)
def test_wide_json_and_brackets_in_texts_are_read(value: Any) -> None:
    assert json_text.value(json.dumps(value)) == value
    assert json_text.value(b"\xef\xbb\xbf" + json.dumps(value).encode()) == value


def laughs() -> str:
    """A hundred thousand million by ten aliases of ten."""
    lines = ["a0: &a0 [x, x]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    return "\n".join(lines)


@pytest.mark.parametrize(
    "text",
    [
        laughs(),
        "&a [*a]",
        "2021-13-45",
        "9" * 5000,
        "0x" + "f" * 5000,
        ".inf",
        "1" * 30,
        "[" * 70 + "]" * 70,
        "? [1]\n: 2",
        "[1, 2",
        "!!python/object/apply:os.getcwd []",
        "\n".join(["a: &a x"] + ["b: *a"] * 1001),
    ],
)
def test_yaml_beyond_a_bound_is_refused(text: str) -> None:
    with pytest.raises(YamlError):
        yaml_text.documents(text)


def test_plain_aliases_dates_and_documents_are_read() -> None:
    first, second = yaml_text.documents("a: &x {n: 1}\nb: *x\n---\n- 2021-03-04\n")
    assert first == {"a": {"n": 1}, "b": {"n": 1}}
    assert str(second[0]) == "2021-03-04"


@pytest.mark.parametrize("raw", [laughs().encode(), b"date: 2021-13-45", b"x: " + b"9" * 5000])
def test_a_sol_file_beyond_a_bound_is_refused(raw: bytes) -> None:
    for given in (raw, gzip.compress(raw)):
        with pytest.raises(SolError):
            reading.parse(given)


def test_a_zip_file_is_bounded_in_members_lines_bytes_and_methods(tmp_path: Path) -> None:
    many, long = tmp_path / "many.zip", tmp_path / "long.zip"
    with zipfile.ZipFile(many, "w") as file:
        for number in range(zip_file.MEMBERS_MOST + 1):
            file.writestr(str(number), b"")
    with pytest.raises(ZipError), zip_file.opened(many):
        pass
    for method in (zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2):
        with zipfile.ZipFile(many, "w", method) as file:
            file.writestr("a", b"x" * 1000)
        with pytest.raises(ZipError), zip_file.opened(many):
            pass
    with zipfile.ZipFile(long, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a", b"x\n" + b" " * (zip_file.LINE_MOST + 1))
    with zip_file.opened(long) as opened:
        assert opened.read("a", 2**30)[:2] == b"x\n"
    with pytest.raises(ZipError), zip_file.opened(long) as opened:
        list(opened.lines("a"))
    with pytest.raises(ZipError), zip_file.opened(long) as opened:
        opened.read("a", 10)


@pytest.mark.parametrize("text", HOSTILE)
def test_a_name_commands_no_path_header_or_topic(text: str) -> None:
    for name in (safe_name(text), Wanted("archive", text).name, Wanted("lists", text, text).name):
        assert name
        assert name == Path(name).name
        assert name[0] != "."
        assert name.isascii()
        assert not set(name) & set('/\\"\r\n:; ')
    topic, _ = topics.result("boardside", text, {"event": text, "id": text})
    assert topic.count("/") == 4
    assert not set(topic) & set("+#\r\n\0")
    assert "" not in topic.split("/")

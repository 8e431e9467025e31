"""Tokens of scripts: made once, looked up by their digest, removed; and the command."""

from pathlib import Path

import pytest
from sqlalchemy import select
from typer.testing import CliRunner

from host_tools.cli import build
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.store.reasons import TokenRefused
from host_tools.store.schema import tokens


def test_a_token_acts_under_its_name_and_is_not_kept(store: Store) -> None:
    token = store.tokens.make("streamer")
    assert store.tokens.holder(token) == "streamer"
    assert store.tokens.holder(token[:-1]) is None
    with reading(store.engine) as connection:
        (row,) = connection.execute(select(tokens)).all()
    assert token not in map(str, row)
    (record,) = store.tokens.rows()
    assert record.used_at is not None


def test_names(store: Store) -> None:
    store.tokens.make("a")
    with pytest.raises(TokenRefused) as refused:
        store.tokens.make("a")
    assert str(refused.value).startswith("There is a token 'a' already")
    for name in ("", " a", "x" * 41, "two\nlines"):
        with pytest.raises(TokenRefused) as refused:
            store.tokens.make(name)
        assert "1 to 40" in str(refused.value)
    assert not store.tokens.remove("b")


def test_the_command_shows_a_token_once(store: Store, url: str) -> None:
    def call(*words: str, code: int = 0) -> tuple[str, str]:
        done = CliRunner().invoke(build("token"), ["token", *words, "--db", url])
        assert done.exit_code == code, done.output
        return done.stdout, done.stderr

    token = call("add", "streamer")[0].strip()
    assert store.tokens.holder(token) == "streamer"
    assert "already" in call("add", "streamer", code=2)[1]
    listed = call("list")[0]
    assert "streamer" in listed
    assert token not in listed
    assert "acts no more" in call("remove", "streamer")[0]
    assert "none" in call("remove", "streamer", code=2)[1]
    assert "No script" in call("list")[0]


@pytest.mark.parametrize("words", [["token", "list"], ["token", "remove", "a"], ["password", "--remove"]])
def test_looking_and_removing_make_no_database(words: list[str], tmp_path: Path) -> None:
    done = CliRunner().invoke(build(words[0]), [*words, "--db", f"sqlite:///{tmp_path / 'none.sqlite3'}"])
    assert (done.exit_code, list(tmp_path.iterdir())) == (2, [])
    assert "There is no database" in done.stderr

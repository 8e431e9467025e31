"""`boardside verify`: intact records pass, and every change is found at its place."""

import json
import time
from pathlib import Path

import pytest
from audited import KEY, Recorded, opened
from sqlalchemy import text
from typer.testing import CliRunner

from boardside.chain import Chain, seal
from boardside.link.frame import dumps
from host_tools.cli import build
from host_tools.store import Store
from host_tools.store.ownership import Claim, key_id
from host_tools.verify.command import CannotVerify, verify_database, verify_file


@pytest.fixture
def store(tmp_path: Path):
    opened_store = opened(tmp_path)
    yield opened_store
    opened_store.close()


def filled(store: Store, **how) -> Recorded:
    """One sealed match of table 3, its key in the database."""
    table = Recorded(**how)
    if table.key:
        store.keys.add(table.number, table.key.hex(), None)
    table.add("boot", None, cause="power")
    table.play()
    table.store_all(store)
    return table


def change(store: Store, sql: str, **values) -> None:
    with store.engine.begin() as connection:
        assert connection.execute(text(sql), values).rowcount > 0


def broken(store: Store) -> list:
    return [finding for finding in verify_database(store).findings if finding.is_broken]


def test_a_sealed_match_is_whole(store) -> None:
    filled(store)
    report = verify_database(store)
    assert report.is_whole
    assert report.findings == []
    (match,) = report.matches
    assert (match.match, match.seal, match.events, match.result) == ("M1", "sealed", 8, "1:0")
    assert store.matches()[0]["seal"] == "sealed"


def test_without_a_key_it_is_sealed_openly(store) -> None:
    filled(store, key=b"")
    assert verify_database(store).matches[0].seal == "open"


def test_a_key_that_is_not_known_here_is_said_so(store) -> None:
    table = Recorded()
    table.play()
    table.store_all(store)
    report = verify_database(store)
    assert report.is_whole
    assert report.matches[0].seal == "unknown"


def test_an_old_key_still_proves_what_it_sealed(store) -> None:
    filled(store)
    store.keys.add(3, "ff" * 16, None)
    store.keys.revoke(3)
    assert verify_database(store).matches[0].seal == "sealed"


def test_a_changed_event_is_named(store) -> None:
    filled(store)
    change(
        store,
        "update events set body = replace(body, :old, :new) where seq = 8",
        old='"left":3',
        new='"left":1',
    )
    findings = broken(store)
    assert findings[0].seq == 8
    assert "was changed after it had come" in findings[0].text
    assert "up to event 7 all is as it came" in findings[0].text
    assert [finding.seq for finding in findings[1:]] == [9, 2], "the seal, and the result, do not fit either"


def test_a_removed_event_is_named(store) -> None:
    filled(store)
    change(store, "delete from events where seq = 5")
    first = broken(store)[0]
    assert first.seq == 6
    assert first.text.startswith("event 5 before it were removed after they had come")


def test_swapped_events_are_named(store) -> None:
    filled(store)
    change(store, "update events set seq = 100 where seq = 4")
    change(store, "update events set seq = 4 where seq = 6")
    change(store, "update events set seq = 6 where seq = 100")
    assert broken(store)[0].seq == 4


def test_a_forger_who_makes_the_chain_anew_is_found_by_the_seal(store) -> None:
    table = filled(store)
    change(store, "update events set body = replace(body, 'Asha', 'Usha') where seq = 2")
    chain = Chain()
    for row in store.events():
        chain.add(row["event"])
        change(store, "update events set chain = :chain where seq = :seq", chain=chain.hex, seq=row["seq"])
    findings = broken(store)
    assert findings[0].seq == 9
    assert "the seal does not fit events 2 to 8" in findings[0].text
    forged = {**table.journal.stored[8], "chain": _head(store, 8), "events": 7}
    change(store, "update events set body = :body where seq = 9", body=dumps(forged))
    assert verify_database(store).matches[0].seal == "unknown", "the key is what the forger does not have"


def _head(store: Store, upto: int) -> str:
    chain = Chain()
    for row in store.events():
        if row["seq"] <= upto:
            chain.add(row["event"])
    return chain.hex


def test_a_changed_result_is_found(store) -> None:
    filled(store)
    change(store, "update matches set winner = 'b'")
    (finding,) = broken(store)
    assert 'the stored winner is not what the events come to: "b" against "a"' in finding.text


def test_a_result_that_lags_behind_is_found_unless_it_is_just_being_stored(store) -> None:
    filled(store)
    change(store, "update matches set last_seq = 8, winner = 'b'")
    assert "up to event 8, the events end with 9" in broken(store)[0].text
    change(store, "update events set received_at = :now where seq = 9", now=int(time.time() * 1000))
    assert broken(store) == []


def test_a_removed_or_overwritten_result_is_found(store) -> None:
    filled(store)
    change(store, "update matches set official = '{'")
    assert "is no JSON" in broken(store)[0].text
    change(store, "delete from matches")
    assert "no result is stored for the match" in broken(store)[0].text


def test_a_cut_off_end_is_found(store) -> None:
    filled(store)
    change(store, "delete from events where seq = 9")
    assert "up to event 9, the events end with 8" in broken(store)[0].text


def test_a_match_whose_events_are_gone_is_found(store) -> None:
    filled(store)
    change(store, "delete from events where seq > 1")
    assert "it is not there" in broken(store)[0].text


def test_overwritten_rows_do_not_stop_the_audit(store) -> None:
    filled(store)
    for seq, body in ((3, "[1]"), (4, "{nonsense"), (5, '{"seq":5}'), (6, "[" * 900 + "]" * 900)):
        change(store, "update events set body = :body where seq = :seq", body=body, seq=seq)
    assert [f.seq for f in broken(store) if "no event" in f.text] == [3, 4, 5, 6]


def test_what_never_came_is_not_called_removed(store) -> None:
    table = Recorded()
    store.keys.add(3, KEY.hex(), None)
    table.add("boot", None, cause="power")
    table.play(confirm=False)
    table.journal.lost.add(3)
    table.restart()
    table.add("confirm")
    table.store_all(store, skip={3})
    report = verify_database(store)
    assert report.is_whole
    assert [finding.text for finding in report.findings] == [
        "event 3 before it never came (damaged flash at the table)"
    ]
    assert report.matches[0].seal == "sealed"


def test_a_record_damaged_at_the_table_after_it_had_come_explains_the_seal(store) -> None:
    table = Recorded()
    store.keys.add(3, KEY.hex(), None)
    table.play(confirm=False)
    table.journal.lost.add(4)
    table.restart()
    table.add("confirm")
    table.store_all(store)
    report = verify_database(store)
    assert report.is_whole
    assert "sealed without event 4" in report.findings[0].text
    assert report.matches[0].seal == "sealed"


def test_a_copy_under_another_journal_is_found(store) -> None:
    filled(store)
    copy = Recorded(4, "deadbeef")
    original = Recorded()
    original.add("boot", None, cause="power")
    original.play()
    copy.journal.stored = original.journal.stored
    copy.store_all(store)
    assert any("one is a copy" in finding.text for finding in broken(store))


@pytest.mark.parametrize("key", [KEY, b""])
@pytest.mark.parametrize("journal", ["00000000", "ffffffff"])
def test_d350_the_one_that_was_stored_first_is_no_copy(store, key: bytes, journal: str) -> None:
    """Whoever copies a match can seal the copy with a key of his own."""
    original = filled(store, key=key)
    other = bytes(reversed(KEY))
    store.keys.add(4, other.hex(), None)
    copy = Recorded(4, journal, other)
    copy.journal.stored = [dict(event) for event in original.journal.stored]
    confirm = copy.journal.stored[-1]
    confirm["seal"] = seal(other, confirm["chain"], confirm["events"])
    copy.store_all(store)
    store.owners.claim([Claim(copy.journal.id, 4, key_id(other), 99)])
    journals = {(match.journal, match.is_whole) for match in verify_database(store).matches}
    assert journals == {(original.journal.id, True), (journal, False)}


def test_d346_a_seal_by_another_table_s_key_is_broken(store) -> None:
    other = bytes(reversed(KEY))
    store.keys.add(4, other.hex(), None)
    store.owners.claim([Claim("0badcafe", 3, key_id(KEY), 0)])
    table = Recorded(key=other)
    table.play()
    table.store_all(store)
    assert verify_database(store).matches[0].seal == "foreign"
    assert any("sealed by another table's key" in finding.text for finding in broken(store))


def test_d346_a_table_with_a_key_does_not_confirm_without(store) -> None:
    store.owners.claim([Claim("0badcafe", 3, key_id(KEY), 0)])
    filled(store)
    open_one = Recorded(key=b"")
    open_one.play("M2")
    open_one.journal.stored = [{**event, "seq": event["seq"] + 20} for event in open_one.journal.stored]
    chain = Chain()
    for event in open_one.journal.stored[:-1]:
        chain.add(event)
    open_one.journal.stored[-1]["chain"] = chain.hex
    open_one.store_all(store)
    assert [match.seal for match in verify_database(store).matches] == ["sealed", "unknown"]


def test_d345_an_event_of_another_table_is_named(store) -> None:
    store.owners.claim([Claim("0badcafe", 3, key_id(KEY), 0)])
    filled(store)
    with store.engine.begin() as connection:
        connection.execute(text("update events set table_no = 4 where seq > 5"))
    [finding] = broken(store)
    assert "it came from table 4, and the journal is table 3's" in finding.text
    assert finding.seq == 6


def test_an_undone_and_repeated_confirmation_is_whole(store) -> None:
    table = Recorded()
    store.keys.add(3, KEY.hex(), None)
    table.play()
    table.add("undo", of=8)
    table.restart()
    table.add("confirm")
    table.store_all(store)
    report = verify_database(store)
    assert report.is_whole, report.findings
    assert report.matches[0].seal == "sealed"


def test_one_match_or_table_of_many(store) -> None:
    table = filled(store)
    table.play("M2")
    table.store_all(store)
    assert [match.match for match in verify_database(store, match="M2").matches] == ["M2"]
    assert len(verify_database(store, table=3).matches) == 2
    with pytest.raises(CannotVerify, match="nothing of table 4"):
        verify_database(store, table=4)


def test_a_file_of_events_is_checked_alone(tmp_path: Path) -> None:
    table = Recorded()
    table.play()
    lines = [dumps(event) for event in table.journal.stored]
    report = verify_file(lines, [KEY])
    assert report.is_whole, report.findings
    assert report.matches[0].seal == "sealed"
    assert verify_file(lines, []).matches[0].seal == "unknown"
    report = verify_file(lines[:3] + lines[4:], [KEY])
    assert not report.is_whole
    with pytest.raises(CannotVerify, match="Line 2 is no event"):
        verify_file([lines[0], "{"], [])
    with pytest.raises(CannotVerify, match="no match in it"):
        verify_file([], [])


def run(*arguments: str):
    return CliRunner().invoke(build("verify"), ["verify", *arguments])


def test_the_command(store, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'hall.sqlite3'}"
    assert "holds no event" in run("--db", url).output
    filled(store)
    result = run("--db", url)
    assert result.exit_code == 0
    assert "whole   table 3, match M1 (Asha - Zoë 1:0): 8 events, sealed by the table's key" in result.output
    assert "1 match: all is as it was sent and sealed." in result.output
    change(store, "update events set body = replace(body, 'Asha', 'Usha') where seq = 2")
    result = run("--db", url, "--json")
    assert result.exit_code == 1
    assert json.loads(result.output)["whole"] is False
    assert run("--db", f"sqlite:///{tmp_path / 'none.sqlite3'}").exit_code == 2
    assert run(str(tmp_path / "none.jsonl")).exit_code == 2
    keys, pulled = tmp_path / "keys.json", tmp_path / "events.jsonl"
    keys.write_text(json.dumps({"3": KEY.hex()}))
    table = Recorded()
    table.play()
    pulled.write_text("\n".join(dumps(event) for event in table.journal.stored))
    assert "sealed by the table's key" in run(str(pulled), "--keys", str(keys)).output
    assert "not sealed by a key of this table that is known here" in run(str(pulled)).output
    keys.write_text("[]")
    assert "holds no keys" in run(str(keys), "--keys", str(keys)).output

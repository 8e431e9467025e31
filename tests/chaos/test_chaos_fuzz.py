"""A bounded run of the fuzzer; `python -m tests.chaos.fuzz` throws a million."""

import pytest

from tests.chaos.fuzz import FILES, run, run_configs, run_files, run_images, run_updates
from tests.sampling import WHOLE, sampled, some


@sampled
@pytest.mark.parametrize("seed", some([1, 2], 2))
def test_anything_at_all_is_answered_by_coded_errors_only(seed: int) -> None:
    count = 20_000 if WHOLE else 10_000
    blocks = run(count, seed)
    assert sum(fuzz.coded for fuzz in blocks) > count // 20
    assert sum(fuzz.taken for fuzz in blocks) > count // 200


@sampled
@pytest.mark.parametrize("seed", some([1, 2], 2))
def test_a_damaged_journal_tells_nothing_that_was_not_written(seed: int) -> None:
    (images,) = run_images(1500, seed)
    assert images.opened > 500
    assert images.refused > 20


def test_any_config_json_gives_a_table_that_starts() -> None:
    run_configs(1500, 1)


@sampled
@pytest.mark.parametrize("seed", some([1, 2], 2))
def test_no_update_gone_wrong_takes_the_firmware_away(seed: int) -> None:
    updates = run_updates(3000, seed)
    assert sum(each.refused for each in updates) > 500
    assert sum(each.switched for each in updates) > 3


@sampled
@pytest.mark.parametrize("name", FILES)
def test_a_file_from_outside_is_refused_or_can_be_read(name: str) -> None:
    count = 400 if WHOLE else 40
    [files] = run_files(name, count, 1)
    assert files.refused > count // 10
    assert files.taken > count // 20

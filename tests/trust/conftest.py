"""What the tests of keys and provisioning share."""

import pytest

from host_tools.device import prompt


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A real table, simulated on a busy machine, is asked for longer than one on a desk."""
    monkeypatch.setattr(prompt, "TRIES_S", (*prompt.TRIES_S, 30.0, 60.0))
    monkeypatch.setattr(prompt, "TIMEOUT_S", 60.0)

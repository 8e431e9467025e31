"""What the tests of keys and provisioning share."""

import pytest

from host_tools.device import prompt, provision


@pytest.fixture(autouse=True)
def _unhurried(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real table, simulated on a busy machine, is asked for longer than one on a desk."""
    if request.node.get_closest_marker("slow") is None:
        return
    monkeypatch.setattr(prompt, "TRIES_S", (*prompt.TRIES_S, 30.0, 60.0))
    monkeypatch.setattr(prompt, "TIMEOUT_S", 60.0)
    monkeypatch.setattr(provision, "PROVE_S", 90.0)

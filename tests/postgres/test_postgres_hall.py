"""The hall's clock on a server: its time is the server's, and two who change it at once take turns."""

import threading
import time

from host_tools.store import Store
from host_tools.store.halls import HallState


def test_the_time_is_the_servers(store: Store) -> None:
    before = time.time_ns() // 1_000_000
    servers = store.hall.clock_ms()
    assert before - 20 <= servers <= time.time_ns() // 1_000_000 + 20  # it runs on this computer
    store.hall.set_shift(5_000)
    store.hall.set_shift(7_000)
    before = store.hall.clock_ms()
    shifted = store.hall.now()
    assert before + 7_000 - 20 <= shifted <= store.hall.clock_ms() + 7_000 + 20


def test_two_changes_at_once_are_two_changes(store: Store, url: str) -> None:
    other = Store.open(url)
    store.hall.change("start", 60_000, None, store.hall.now())
    made: list[HallState] = []

    def correct(client: Store) -> None:
        for left in range(1_000, 21_000, 1_000):
            made.append(client.hall.change("resume", left, None, client.hall.now()))

    both = [threading.Thread(target=correct, args=(client,)) for client in (store, other)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join(30)
    assert sorted(state.number for state in made) == list(range(2, 42))
    assert store.hall.get() == max(made, key=lambda state: state.number)
    other.close()

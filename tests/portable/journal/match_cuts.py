"""Every power cut of a recorded match at the real table: `run(BEFORE, MOVES, ...)`, for tests/journal, which
makes the moves.
"""

import json

import desk
from nor import Nor

from boardside.journal.ring import Ring

SECTORS = 4


def lines(path):
    """The moves of a file, one JSON object a line."""
    with open(path) as file:
        return [json.loads(line) for line in file]


def run(before, moves, part=(0, 1), second=10, seed=1):
    """Cut in every operation; (operations, cuts, cuts in the recovery)."""
    base, log, record = desk.record(Nor(SECTORS), Ring, before, moves)
    done = desk.cut_all(
        base, log, record, lambda image: Nor(image=image), Ring, part=part, second=second, seed=seed
    )
    return (len(log),) + done

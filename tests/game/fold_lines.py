"""Under MicroPython: fold each line's list of events, print what came of it as a line of JSON."""

import json
import sys

from boardside.game import dicts, fold, official
from boardside.game.errors import GameError
from boardside.table.ruling_words import text_of


def report(events):
    """What comes of a list of events, JSON-ready; the test computes it so under CPython too."""
    try:
        folded = fold.fold(lambda: iter(events))
    except GameError as error:
        return {"code": error.code, "reason": error.reason, "facts": error.facts, "seq": error.seq}
    return {
        "state": dicts.to_dict(folded.state),
        "games": dicts.score_card(folded.state),
        "result": official.official(folded.state),
        "undoable": folded.undoable,
        "last": folded.last,
        "rulings": [[seq, text_of(r.clauses), list(r.laws), r.facts] for seq, r in folded.rulings],
    }


if __name__ == "__main__":
    with open(sys.argv[1]) as lines:
        for line in lines:
            print(json.dumps(report(json.loads(line))))

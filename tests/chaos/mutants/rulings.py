"""Faults in the codes and the words of rulings and troubles."""

from tests.chaos.mutating import Mutant

_SAID = "tests/portable/game/test_what_rulings_say.py"
_PAGES = "tests/web/test_web_rulings.py"
_WORDS = "tests/words/test_ruling_words.py"
_TROUBLES = "tests/words/test_refusal_sentences.py"

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "a fold puts every stroke into clauses that nobody reads",
        "boardside.game.state:Ruling.__init__",
        "self.stroke = stroke",
        "self.stroke, self._clauses = stroke, stroke.clauses",
        (_SAID, "asked_for"),
    ),
    Mutant(
        "a short line leaves out who won the board",
        "boardside.table.ruling_words:shortened",
        "_LEFT_OUT.get(reason, SHORTEST + 1) > step",
        "_LEFT_OUT.get(reason, 0) > step",
        (_SAID, "too_long"),
    ),
    Mutant(
        "a due is not said",
        "boardside.game.strokes.clauses:_charged",
        '(("due", ruling.dues),)',
        "()",
        (_WORDS, "every_reason_of_the_list"),
    ),
    Mutant(
        "a page says a side by its letter though its name is known",
        "host_tools.web.live.shown_tables:called",
        "any(given.get(side) or [])",
        "False",
        (_PAGES, "players_names"),
    ),
    Mutant(
        "a page speaks of the other side",
        "host_tools.laws.rulings:_say",
        "fields[name] = names[value]",
        'fields[name] = names["b" if value == "a" else "a"]',
        (_PAGES, "players_names"),
    ),
    Mutant(
        "a trouble says once what came often",
        "host_tools.collector.reasons:spoken_trouble",
        'trouble["count"] > 1',
        "False",
        (_TROUBLES, "counted"),
    ),
)

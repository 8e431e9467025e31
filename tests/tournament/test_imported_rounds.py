"""Rounds that were played elsewhere: seeds, double absences, rounds taken twice, and chess's report TRF16."""

import json

import pytest

from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, DeskError, NewEntry, Person
from host_tools.tournament.imports.import_files import ImportFile
from host_tools.tournament.model.model import Competition, StagePlan
from tests.refusals import causes, refused

NAMES = ("Asha", "Bela", "Cem", "Dev")
ROUNDS = "round,a,b,winner\n1,Asha,Bela,a\n1,Cem,Dev,b\n"


def event_of(desk: Desk, kind: str, **settings: int) -> Competition:
    """An event of four with one stage."""
    owner = desk.do(NewTournament(key="open", name="Open", ruleset="wcc"), None)
    event = desk.do(
        AddEvent(key="ms", name="Singles", stages=[StagePlan(kind, settings=settings)]), owner
    ).event  # type: ignore[arg-type, misc]
    desk.add_entries(event, [NewEntry((Person(name),)) for name in NAMES])
    return event


def rows(text: str) -> list[ImportFile]:
    """A file with these rows."""
    return [ImportFile("rounds.csv", text.encode())]


def test_a_swiss_that_goes_on_draws_a_seed_or_takes_one(desk: Desk) -> None:
    seeds = set()
    for key in ("one", "two"):
        owner = desk.do(NewTournament(key=key, name=key, ruleset="wcc"), None)
        event = desk.do(
            AddEvent(key="ms", name="S", stages=[StagePlan("swiss", settings={"rounds": 3})]), owner
        ).event
        desk.add_entries(event, [NewEntry((Person(name),)) for name in NAMES])
        desk.import_files(rows(ROUNDS), key)
        seeds.add(desk.do(Draw(), event).seed)
        assert [stage.seed for stage in desk.stages(event)] == [desk.stages(event)[0].seed]
    assert len(seeds) == 2
    assert "" not in seeds
    owner = desk.do(NewTournament(key="three", name="Three", ruleset="wcc"), None)
    event = desk.do(
        AddEvent(key="ms", name="S", stages=[StagePlan("swiss", settings={"rounds": 3})]), owner
    ).event
    desk.add_entries(event, [NewEntry((Person(name),)) for name in NAMES])
    desk.import_files(rows(ROUNDS), "three")
    with refused("bad_seed"):
        desk.do(Draw(seed="x" * 40), event)
    assert desk.do(Draw(seed="OURS"), event).seed == "OURS"
    with refused("drawn_already"):
        desk.do(Draw(seed="OTHER"), event)


def test_stages_after_imported_groups_have_a_seed(desk: Desk) -> None:
    owner = desk.do(NewTournament(key="open", name="Open", ruleset="icf"), None)
    plan = [StagePlan("groups", settings={"groups": 1, "advance": 2}), StagePlan("round_robin")]
    event = desk.do(AddEvent(key="ms", name="Singles", stages=plan), owner).event
    desk.add_entries(event, [NewEntry((Person(name),)) for name in NAMES[:3]])
    text = "group,round,a,b,winner\n1,1,Asha,Bela,a\n1,2,Cem,Asha,b\n1,3,Bela,Cem,a\n"
    desk.import_files(rows(text))
    later = desk.stages(event)[1]
    assert later.state == "drawn"
    assert (later.seed or "").partition("/")[0]


@pytest.mark.parametrize("how", ["walk_over", "w.o.", "conceded", "lost"])
def test_a_draw_is_no_walk_over_and_no_loss(desk: Desk, how: str) -> None:
    event = event_of(desk, "round_robin")
    desk.do(Draw(), event)
    with refused("import_no_draw"):
        desk.import_files(rows(f"a,b,winner,how\nAsha,Bela,draw,{how}\n"))


@pytest.mark.parametrize("how", ["", "walk_over"])
def test_none_is_the_word_for_a_double_absence(desk: Desk, how: str) -> None:
    event = event_of(desk, "round_robin")
    desk.do(Draw(), event)
    desk.import_files(rows(f"a,b,winner,how\nAsha,Bela,none,{how}\n"))
    [done] = [each.result for each in desk.fixtures(event) if each.state == "done"]
    assert done is not None
    assert (done.how, done.winner) == ("walk_over", None)
    with refused("import_winner"):
        desk.import_files(rows("a,b,winner\nCem,Dev,neither\n"))


def test_a_round_robins_round_that_is_pasted_twice_is_refused(desk: Desk) -> None:
    event_of(desk, "round_robin")
    with refused("import_pair_twice", line=2):
        desk.import_files(rows(ROUNDS + "2,Bela,Asha,b\n2,Cem,Dev,b\n"))


@pytest.mark.parametrize("kind", ["swiss", "external"])
def test_a_round_that_is_pasted_twice_is_named(desk: Desk, kind: str) -> None:
    event_of(desk, kind, **({"rounds": 3} if kind == "swiss" else {}))
    with refused("import_once_a_round"):
        desk.import_files(rows(ROUNDS + "1,Asha,Bela,a\n"))
    made = desk.import_files(rows(ROUNDS + "2,Bela,Asha,b\n2,Cem,Dev,b\n"))
    assert [(why.reason, why.facts["round"], why.facts["earlier"]) for why in made.remarks] == [
        ("import_round_twice", 2, 1)
    ]


def player(number: int, name: str, *rounds: str, licence: str = "") -> str:
    """A player's line of TRF16."""
    head = f"001 {number:4} m    {name:33} {0:4} IND {licence:>11} {'':10} {0.0:4} {number:4}"
    return head + "".join(f"  {each}" for each in rounds)


def trf(*lines: str) -> list[ImportFile]:
    """A report with these lines."""
    return [ImportFile("chess.trf", "\n".join(("012 City Open", "XXR 4", *lines, "")).encode())]


REPORT = (
    player(1, "Patel, Tariq", "   2 w 1", "   3 b =", "0000 - U", licence="501"),
    player(2, "Zoë, Ann", "   1 b 0", "   4 w +", "   3 w -"),
    player(3, "Patel, Tariq", "   4 w =", "   1 w =", "   2 b -", licence="502"),
    player(4, "Dev", "   3 b =", "   2 b -", "0000 - Z"),
)


def test_a_report_of_chess_is_read_with_players_rounds_and_results(desk: Desk) -> None:
    owner = desk.do(NewTournament(key="open", name="Open", ruleset="wcc"), None)
    event = desk.do(
        AddEvent(key="ms", name="S", stages=[StagePlan("swiss", settings={"rounds": 4})]), owner
    ).event
    assert REPORT[0][91:99] == "   2 w 1"
    made = desk.import_files(trf(*REPORT), "open", "ms")
    assert made.counts()["entry"] == 4
    number = {entry.id: at for at, entry in enumerate(desk.entries(event), 1)}
    played = [
        (each.round, number[each.a or 0], each.b and number[each.b], each.result and each.result.winner)
        for each in desk.fixtures(event)
    ]
    assert sorted(played, key=str) == sorted(
        [
            (1, 1, 2, "a"),
            (1, 3, 4, None),
            (2, 3, 1, None),
            (2, 2, 4, "a"),
            (3, 2, 3, None),
            (3, 1, None, "a"),
        ],
        key=str,
    )
    walk_overs = [
        each.round for each in desk.fixtures(event) if each.result and each.result.how == "walk_over"
    ]
    assert set(walk_overs) >= {2, 3}
    assert desk.import_files(trf(*REPORT), "open", "ms").changes == ()


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ((player(1, "A", "   2 w 1"), player(2, "B", "   1 b 1")), "trf_results_differ"),
        ((player(1, "A", "   2 w 1"), player(2, "B", "0000 - Z")), "trf_one_sided"),
        ((player(1, "A", "   9 w 1"), player(2, "B", "0000 - Z")), "trf_one_sided"),
        ((player(1, "A", "   2 x 1"), player(2, "B", "   1 b 0")), "trf_cell"),
        ((player(1, "A"), player(1, "B")), "cell_no_number"),
    ],
)
def test_a_broken_report_is_refused_with_its_line(desk: Desk, lines: tuple[str, ...], reason: str) -> None:
    owner = desk.do(NewTournament(key="open", name="Open", ruleset="wcc"), None)
    desk.do(AddEvent(key="ms", name="S", stages=[StagePlan("swiss", settings={"rounds": 4})]), owner)
    with pytest.raises(DeskError) as caught:
        desk.import_files(trf(*lines), "open", "ms")
    found = list(causes(caught.value.cause))
    assert reason in [each.reason for each in found], json.dumps([each.reason for each in found])
    assert any(each.facts.get("line", 0) > 2 for each in found)

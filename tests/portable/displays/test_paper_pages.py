"""Pages on e-paper: pieces are cut out of the same page; all kinds of names; all in its place."""

from paper_page import drawn, laid, page
from paper_states import PAIRS, STATES, carrom, crokinole, later_board, screen_of, settled, strokes_begun

from boardside.faces.back import Turned
from boardside.faces.paper import page29, page42
from boardside.faces.paper.fonts import NAME, SMALL
from boardside.faces.paper.reading import Watch
from boardside.faces.paper.sheet import MARKS, SIZE, Sheet

LAYOUTS = ((page42, False), (page29, True))


def test_a_page_in_rows_and_an_upright_one_look_the_same():
    for layout in (page42, page29):

        class Fitting:
            WIDTH, HEIGHT, PARTS = layout.WIDTH, layout.HEIGHT // 40 * 40, layout.PARTS

        screen = screen_of(later_board)
        assert page(Fitting, screen, False) == page(Fitting, screen, True)


def test_the_pieces_that_are_drawn_are_pieces_of_the_page():
    for layout, upright in LAYOUTS:
        sheet = laid(layout, screen_of(later_board))
        whole = drawn(layout, sheet, upright).views
        for first in range(0, len(whole) - 3, 5):
            bands = bytearray(len(whole))
            for band in (first, first + 1, len(whole) - 1):
                bands[band] = 1
            some = drawn(layout, sheet, upright, bands).views
            for band in range(len(whole)):
                if bands[band]:
                    assert bytes(some[band]) == bytes(whole[band]), (first, band)


def test_every_mark_is_drawn_within_the_page():
    for layout, _ in LAYOUTS:
        for state in STATES:
            sheet = laid(layout, screen_of(state))
            for part in range(sheet.parts):
                marks = sheet.marks[part]
                assert not marks[(MARKS - 1) * SIZE], (state.__name__, part)
                for mark in range(MARKS):
                    kind, x, y, width, height = [marks[mark * SIZE + at] for at in range(5)]
                    if kind:
                        assert x + width <= layout.WIDTH, (state.__name__, part, mark, x, width)
                        assert y < layout.HEIGHT, (state.__name__, part, mark, y, height)


def test_the_same_sheet_differs_nowhere_and_another_one_in_its_rows():
    umpire = later_board()
    first = laid(page42, umpire.table.screen(umpire.now))
    again = laid(page42, umpire.table.screen(umpire.now))
    rows = [0, 0]
    assert not [part for part in range(first.parts) if first.differs(again, part, rows)]
    umpire.table.set_link("stale", 60)
    other = laid(page42, umpire.table.screen(umpire.now))
    changed = [part for part in range(first.parts) if first.differs(other, part, rows)]
    assert changed == [page42.PARTS.index(page42.signs)]
    first.differs(other, changed[0], rows)
    assert 0 <= rows[0] < rows[1] <= 30


def test_names_of_all_kinds_fit_and_are_seen_to_be_cut():
    sheet = Sheet(1)
    for name in ("Bo", "Ananya Chatterjee-Venkataraman", "Þórður Ægisson", "Łukasz Żak", "Nguyễn", "ரவி", ""):
        for most in (60, 178):
            sheet.begin(0)
            assert sheet.at(0, 40).heading(name, most) <= most, name
            assert sheet.at(0, 40).text(name, most) <= most, name


def test_what_has_no_glyph_is_transliterated_or_a_box():
    assert NAME.measure("Łukasz Żak") == NAME.measure("Lukasz Zak")
    assert SMALL.measure("Šimůnek") == SMALL.measure("Simunek")
    assert NAME.measure("é") == NAME.measure("e")
    assert NAME.measure("e\u0301") == NAME.measure("e")  # the accent stands by itself: it is left out
    assert NAME.measure("ரவி") == 3 * NAME.measure("字") + 2 * NAME.gap


def test_every_printable_character_has_ink_in_the_small_font():
    for code in range(33, 127):
        if chr(code) in "@#$*|_^`{}~\\":
            continue
        assert SMALL.starts[code], chr(code)


def test_long_names_change_nothing_outside_of_their_place():
    short = settled(carrom(a=["A"], b=["B"]))
    long = settled(carrom(a=["A" * 60], b=["Wilhelmina Featherstonehaugh-Cholmondeley"]))
    before = page(page42, short.table.screen(short.now), False)
    after = page(page42, long.table.screen(long.now), False)
    assert before[: 50 * 20] == after[: 50 * 20]
    assert before[50 * 92 : 50 * 215] == after[50 * 92 : 50 * 215]


def test_after_any_keys_the_page_can_be_laid_out_within_its_edges():
    state = 7
    for umpire in (strokes_begun(**PAIRS), crokinole(), strokes_begun(ruleset="vaishali")):
        sheets = [(layout, Sheet(len(layout.PARTS))) for layout, _ in LAYOUTS]
        for _ in range(150):
            state = (state * 1103515245 + 12345) & 0x3FFFFFFF
            key = "WBQSFDCPUOCCOO"[(state >> 8) % 14]
            umpire.press(key + "+" if (state >> 20) % 9 == 0 else key)
            if (state >> 16) % 5 == 0:
                umpire.wait(2_000, 200)
            screen = umpire.table.screen(umpire.now)
            for layout, sheet in sheets:
                for part in range(len(layout.PARTS)):
                    sheet.begin(part)
                    layout.PARTS[part](sheet, screen)
                    marks = sheet.marks[part]
                    for mark in range(MARKS):
                        if marks[mark * SIZE]:
                            x, width = marks[mark * SIZE + 1], marks[mark * SIZE + 3]
                            assert x + width <= layout.WIDTH, (screen.line, x, width)


def test_a_page_that_looks_different_is_noticed_at_once():
    """The watch may see a change where there is none, never the other way round; time passes between keys."""
    state = 11
    for umpire in (strokes_begun(**PAIRS), crokinole(), later_board()):
        watch, turned_watch, turned = Watch(), Watch(), Turned()
        sheets = [[layout, Sheet(len(layout.PARTS)), Sheet(len(layout.PARTS))] for layout, _ in LAYOUTS]
        for step in range(60):
            state = (state * 1103515245 + 12345) & 0x3FFFFFFF
            if step % 3 == 0:
                umpire.press("WBQSFDCPUOCCOO"[(state >> 8) % 14])
            if step % 20 == 10:
                umpire.table.set_link("stale" if step % 40 == 10 else "up", step)
            umpire.wait(400 + (state >> 16) % 5 * 700, 100)
            screen = umpire.table.screen(umpire.now)
            turned.take(screen)
            for seen, watcher in ((screen, watch), (turned, turned_watch)):
                is_noticed = watcher.differs(seen)
                for kept in sheets:
                    place = 1 if seen is screen else 2
                    sheet = laid(kept[0], seen)
                    if not is_noticed:
                        for part in range(sheet.parts):
                            assert sheet.is_same(kept[place], part), (step, part, screen.line)
                    kept[place] = sheet

"""What each sound of the table says, in a few words; the guide has more (docs/umpire/panel.md, Sounds)."""

MEANINGS = {
    "key": "a key was taken",
    "refuse": "a key means nothing now",
    "warn": "5 s (15 s) before a clock's zero",
    "zero": "a clock is at zero",
    "board": "a board's or round's result is entered; the seal",
    "game": "a game is over",
    "match": "the match is decided",
    "change": "a change of sides falls due",
    "start": '"Play"; a match has come',
    "hall_start": "the hall's clock starts",
    "hall_end": "the hall's clock has ended",
}

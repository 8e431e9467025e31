"""What an organiser sends who is logged in: forms with the right token and anything in their fields. It may
change what it likes; what it makes of the hall must still be one. (A script's JSON: http_described.py.)
"""

from urllib.parse import urlencode

from http_dice import FIELDS, ORIGIN, QUERIES, URLENCODED, Dice, Request, Route

#: Passwords are not changed by forms; who logs out would be a stranger from then on.
LEFT_ALONE = ("/admin/logout", "/admin/login")
#: A card costs as much as twenty other answers.
DEAR = "card.pdf"
#: Values that get further than most, by field.
LIKELY = {
    "key": ("open", "x1", "x2", "ms"),
    "name": ("Asha Rao", "Ben Kofi", "An Event", "Łukasz"),
    "kind": ("singles", "doubles", "team"),
    "ruleset": ("icf", "vkk", "spandan", "vaishali", "wcc"),
    "stages": ("knockout", "groups 2", "groups 4 2\nknockout", "round", "crokinole"),
    "list": ("name\nAnn\nBob\n", "name,club\nAnn,One\nBob,Two\n", "x"),
    "table": ("1", "3", "8"),
    "umpire": ("Rao", ""),
    "winner": ("a", "b", "draw"),
    "games": ("25-3 25-9", "25-3", "0-0", "25-24 3-25 25-0"),
    "reason": ("misread", ""),
    "seed": ("s", "2026"),
    "do": ("start", "pause", "go", "end", "uphold", "reject", "look", "save"),
    "base": ("icf", "wcc"),
    "points": ("23", "0"),
    "rounds": ("5", "x"),
    "length": ("45:00", "1:00:00"),
    "side": ("a", "b"),
}


class Insider:
    """Draws requests that are let in. csrf: the forms' token."""

    def __init__(self, routes: list[Route], csrf: str) -> None:
        allowed = [
            route for route in routes if route.path not in LEFT_ALONE and not route.path.startswith("/api/")
        ]
        self._routes = [route for route in allowed if DEAR not in route.path] * 4
        self._routes += [route for route in allowed if DEAR in route.path]
        self._csrf = csrf

    def request(self, dice: Dice) -> Request:
        """The next one."""
        route = dice.choice(self._routes)
        path = dice.filled(route.path)
        query = dice.pairs(QUERIES) if dice.random() < 0.2 else b""
        headers = [(b"host", ORIGIN.partition(b"//")[2]), (b"origin", ORIGIN)]
        headers.append((b"cookie", dice.cookies[0].encode()))
        if route.method != "POST":
            return Request(route.method, path, query, headers, b"")
        headers.append((b"content-type", URLENCODED))
        return Request(route.method, path, query, headers, self._form(dice))

    def _form(self, dice: Dice) -> bytes:
        """Each field once: the same one twice is refused as it comes."""
        names = dice.sample(FIELDS[1:], dice.randrange(12))
        filled = [
            (name, dice.choice(LIKELY[name]) if name in LIKELY and dice.random() < 0.8 else dice.raw())
            for name in names
        ]
        return urlencode([*filled, ("csrf", self._csrf)]).encode()

"""Why an entry has its place in a standing: organiser's pages, API and command line in English, paper in the
current language.

`tournament.model.Place` has the reason, its facts and the figures. The public pages have separate words for
the step and its figures, in the reader's language (web/pages/fixtures.py).
"""

from collections.abc import Mapping

from host_tools.tournament.model.model import Counted, Place, PlaceReason, Unranked
from host_tools.words.refusals import Translate, untranslated

#: What a step of a tie-break counts.
COUNTED: Mapping[Counted, str] = {
    "points": "points",
    "wins": "matches won",
    "buchholz": "Buchholz",
    "net": "net points",
    "scored": "points scored",
    "twenties": "20s",
    "points_tied": "points among those level",
    "twenties_tied": "20s in games among those level",
    "twenties_all": "20s in all games",
    "shoot_out": "shoot-out",
    "toss": "toss",
    "organiser": "the organiser's decision",
}
#: {where}: a round of a knockout.
WORDS: Mapping[PlaceReason, str] = {
    "by_step": "{counted} {figure} against {against}",
    "only_entry": "the only entry",
    "level_with_one": "level with one other",
    "level_with_others": "level with {count} others",
    "withdrawn": "withdrawn",
    "no_match": "has no match",
    "still_in": "still in: {where}",
    "won": "won {where}",
    "nobody_in_final": "nobody to play in the final",
    "through": "through {where}",
    "lost": "lost {where}",
    "lost_by_walk_over": "lost {where} by walk-over",
    "third_open": "still in: the match for third place",
    "third_won": "won the match for third place",
    "third_nobody": "nobody to play for third place",
    "third_lost": "lost the match for third place",
}
#: Why an external stage has no standing here.
UNRANKED: Mapping[Unranked, str] = {
    "rounds_missing": "not all its rounds are in Boardside: import SoL's export again",
    "other_results": "SoL has other results of rounds that it has ranked: make them agree, and import again",
    "best_of_three": "SoL ranks matches of three games by what its cards have",
    "knockout": "SoL ranks a knockout by its rounds",
    "retirements": "SoL estimates points for who has dropped out",
}
_ROUNDS = {
    "final": "the final",
    "semi_final": "the semi-final",
    "quarter_final": "the quarter-final",
    "pre_quarter_final": "the pre-quarter-final",
}
_ROUND = "round {round}"


OPEN, WITHDRAWN, AND = "{why}; a shoot-out decides", "{why} (withdrawn)", "{one} and {other}"
CONTEXT = "place"


def why(place: Place, translate: Translate = untranslated) -> str:
    """The reason with its figures, and what is still open."""

    def said(text: str, **facts: object) -> str:
        return translate(CONTEXT, text).format_map(facts)

    facts = dict(place.facts)
    if "counted" in facts:
        against, *others = map(str, place.against)
        for other in others:
            against = said(AND, one=against, other=other)
        facts |= {"counted": said(COUNTED[facts["counted"]]), "figure": place.figure, "against": against}
    if "stage" in facts:
        facts["where"] = said(_ROUNDS.get(facts["stage"], _ROUND), round=facts["round"])
    text = said(WORDS[place.reason], **facts)
    if place.open:
        text = said(OPEN, why=text)
    return said(WITHDRAWN, why=text) if facts.get("withdrawn") else text


def marked() -> list[tuple[str, str]]:
    """(context, English text) of everything that needs a translation."""
    texts = (*COUNTED.values(), *WORDS.values(), *_ROUNDS.values(), _ROUND, OPEN, WITHDRAWN, AND)
    return [(CONTEXT, text) for text in texts]

"""One short sentence for each Law and each decision that a ruling can name, and for others that are asked.

For people at the laptop; the table has no room for it. D-numbers: docs/maintainer/laws.md. V1 to V14, P1
to P3 and R3 to R12c are clauses of GEC Vaishali, VKK and Spandan, numbered here, as their rulebooks do not. A
heading ("Scoring") is one of the rulebook of the World Crokinole Championship. A test holds that no ruling
names a Law that is missing here.
"""

import re
from collections.abc import Iterator

# The board and its strokes.
_PLAY = {
    "15": "To cover is to pocket an own c/m with the Queen or in the very next stroke.",
    "26a": "White slam: all nine white c/m and the Queen go down in the first turn.",
    "26b": "Black slam: all black c/m that are left go down in black's first turn.",
    "39a": "The winner of the toss chooses between the break and the side.",
    "40": "Two trial boards, one for each side, after the toss and before the match.",
    "42": "The break is taken by the player who chose to strike first.",
    "43": "Who breaks has white in that board; the Queen is common.",
    "44": "The break is made as soon as the striker touches a c/m, even slightly.",
    "45a": "No c/m was touched: the break may be tried again, three tries in all.",
    "45b": "After the last try without touching a c/m the other side breaks, still with black.",
    "45c": "An improper try, or the striker down untouched, loses the break without any due or penalty.",
    "46": 'The break follows the umpire\'s "Play", within 15 seconds.',
    "47": 'Break before "Play": own c/m and the Queen that went down come out, and it is a foul.',
    "48": "The turn goes on as long as own c/m or the Queen go down properly; otherwise it passes.",
    "49a": "The break passes by turns; the side that did not break first opens game two.",
    "49b": "In doubles turn and break pass to the player on the right.",
    "50": "A stroke is to be made within 15 seconds.",
    "51": "Who plays out of turn loses the board; unnoticed until the next stroke, the turn is allowed.",
    "116": "The striker off the board: the turn goes on if own c/m or the Queen went down.",
    "122": 'Powder is spread evenly before the break; put on or wiped off after "Play" it is a foul.',
    "123": "A stroke is complete when all has come to rest; the player then takes the striker off.",
    "124a": "After own c/m or the Queen the count starts as soon as the stroke is complete.",
    "124b": "Otherwise it starts when the striker is off the board.",
    "124c": "Nobody strikes before the opponent has picked up the striker.",
    "127a": "A striker that slips and leaves base line or circle is a stroke, whatever it touched.",
    "127b": "A striker that slips without leaving them or moving a c/m is no stroke.",
    "130a": "The striker must touch both base lines.",
    "130b": "In a base circle the striker covers it fully, and does not touch the arrow.",
    "131": "In doubles partners do not talk or make signs during a board: else a foul.",
    "134": "C/m touched or moved by other than a stroke are put back, and it is a foul.",
    "135": "The striker's run is not tried on the surface during a board.",
    "141": "Of a c/m that breaks, where the bigger part lies counts.",
    "125": "The opponent's c/m that go down stay down, and the turn is lost.",
    "137": "After three passes in a row by each side the board is cancelled and replayed.",
    "140": "The board is replayed when something unforeseen, beyond the umpire's control, stops it.",
    "126a": "Hitting, tapping or moving the board is a foul.",
    "142": "The board is replayed when c/m on the base lines leave no place for the striker.",
}
_FOULS = {
    "62": "Whatever is contrary to these Laws is a technical foul (63) or a foul (64).",
    "63a": "An infringement before the first stroke of the turn costs one penalty; the turn goes on.",
    "63b": "An infringement by the side not in turn costs it one penalty; the turn stays where it is.",
    "64a": "A foul during or after the first stroke of the turn costs one penalty and the turn.",
    "64b": "With a foul, own c/m and Queen of that stroke come out, and one c/m more; the turn passes.",
    "65a": "C/m or Queen off the surface: the umpire puts them into the centre circle, as far as free.",
    "65b": "Queen and a c/m off: the Queen first, the c/m touching her, away from the player in turn.",
    "65c": "White and black off: first the c/m of the player who struck, the other touching it.",
    "65d": "More than two off: the first two by 65b and 65c, the others touching them.",
    "66a": "Off and back on the surface: into the centre circle; what they moved is put right.",
    "66b": "Back after hitting lamp or shade: it has travelled naturally, and nothing is put right.",
    "67": "A c/m or the Queen on its rim stays as it is.",
    "68": "C/m or Queen that overlap stay as they are.",
    "69a": "Striker on c/m or Queen: the umpire takes it off without moving them.",
    "69b": "At a pocket, a c/m or the Queen that falls in as the striker is taken off is pocketed.",
    "70a": "C/m or Queen on the striker: lifted, striker out, put down where they would rest.",
    "70b": "At a pocket, the striker that falls in as they are lifted is pocketed: a due.",
    "71": "A c/m at the mouth of a pocket that falls in, for whatever reason, is properly pocketed.",
    "72a": "Striker alone, properly: one due, and the turn passes.",
    "72b": "Striker in an improper stroke: a due and a penalty, two in all, and the turn passes.",
    "72c": "With no pocketed c/m to take, what is owed stays outstanding until there are.",
    "73": "Striker with own c/m, properly: they come out with one due; the turn goes on.",
    "74": "Striker with the opponent's c/m, properly: theirs stay down, one due, the turn passes.",
    "75": "Striker with c/m of both, properly: own out with one due, theirs stay down, the turn goes on.",
    "76": "The opponent's c/m stay down in an improper stroke too; one penalty, the turn passes.",
    "77a": "Own c/m in an improper stroke come out with one penalty; the turn passes.",
    "77b": "Own c/m with the striker, improperly: out with a due and a penalty; the turn passes.",
    "78a": "What is owed is taken out as soon as there are c/m, even in the offender's turn.",
    "78b": "In doubles the player on the right of the one in turn places; himself, what he made available.",
    "79a": "Without room the placing waits and follows as soon as there is room.",
    "79b": "In doubles the right to place goes round with the turn.",
    "81": "When room appears, the player who may place does so at once.",
    "80": "There is room, but the player does not risk placing: his right is forfeited.",
    "82a": "Own c/m placed by mistake: put right when it is pointed out, and a foul.",
    "82b": "Not noticed before the next stroke, they stand as placed.",
    "83": "C/m not placed when they were there, unnoticed before the next stroke, are forfeited.",
    "84a": "Placing is done when the finger leaves a c/m inside the outer circle.",
    "84b": "While placing, no other c/m and no striker in the hand.",
    "85": "Placed outside the outer circle: to be put right, and a foul.",
    "86": "While placing, another c/m or the Queen moved: put back by the umpire, and a foul.",
    "87a": "What may be placed can be forgone whole, not in part; not said in 15 seconds, the right is lost.",
    "87b": "Points on demand may be taken all, in part or not at all by whom they benefit.",
    "88a": "Placing has 15 seconds from the umpire's announcement.",
    "88b": "Placing not finished in time: what was placed may be removed, and it is a foul.",
    "89a": "Dues and penalties of the two sides are never set off against each other.",
    "89b": "Nothing is placed over the centre circle: to be put right, and a foul.",
    "90": "In doubles the player places himself; c/m missing on his side the umpire hands him.",
}
_QUEEN = {
    "92": "The right to the Queen begins with the first own c/m down.",
    "93": "The umpire puts the Queen into the centre circle; a shot that results stays.",
    "94": "With the circle covered she goes onto its free part or beside it, not easy to pocket.",
    "95a": "The Queen before any own c/m has been down comes out, and the turn passes.",
    "95b": "The Queen while a due is owed comes out, and the turn passes.",
    "95c": "The right to the Queen stays when dues have brought all nine back on the board.",
    "95d": "Queen and striker while all nine own are on the board: Queen out, one due, the turn passes.",
    "96": "A Queen pocketed must be covered, or she is put back.",
    "97a": "Queen and own c/m in one stroke: she is covered.",
    "97b": "With all nine own on the board, one own does not cover the Queen yet; two or more do.",
    "98a": "Queen, own c/m and striker, properly: Queen and own out, one due, the turn goes on.",
    "98b": "Queen, own c/m, striker, improperly: all out with a due and a penalty, the turn passes.",
    "99a": "Queen and striker, properly: Queen out, one due, the turn goes on.",
    "99b": "Queen and striker, improperly: Queen out, a due and a penalty, the turn passes.",
    "100a": "Striker alone while covering: Queen out, one due, the turn passes.",
    "100b": "Striker alone while covering, improperly: Queen out, a due and a penalty, turn passes.",
    "101a": "Striker with own c/m while covering: own out, one due, turn goes on, Queen still to be covered.",
    "101b": "Striker, own c/m while covering, improperly: Queen and own out, due and penalty, turn passes.",
}
# The end of a board. A number without letter is used for the row where the result alone does not tell which.
_ENDS = {
    "52a": "Who pockets all own c/m first wins the board.",
    "52b": "The Queen is worth 3 points up to 21, a c/m 1.",
    "53a": "The winner of a board gets one point for each c/m of the other side on the board.",
    "53b": "The Queen's points go only to the side that covered her and wins the board.",
    "53c": "The loser gets nothing for the Queen, even if it covered her.",
    "54": "From 22 points on the Queen is worth nothing to the winner.",
    "55": "A board gives at most 12 points; what is still owed is written off.",
    "91": "Who leaves the seat during a board loses it: own c/m and the Queen on the board count.",
    "113": "The Queen at the mouth of a pocket that falls in, for whatever reason, is pocketed.",
    "114": "No due or penalty is placed to make a shot with the Queen: to be put right, and a foul.",
    "102": "The last c/m of both while covering the Queen: 3 points, or 1 from 22 points on.",
    "102a": "The last c/m of both while covering, properly: the side wins 3, or 1 from 22 points on.",
    "102b": "The last c/m of both while covering, improperly: the other side wins 3 (1 from 22), and demand.",
    "103": "The opponent's last c/m while covering: board lost by own c/m left and the Queen.",
    "103a": "The opponent's last c/m while covering: board lost by own c/m left and the Queen.",
    "103b": "The opponent's last c/m while covering, improperly: the same, and points on demand.",
    "104": "Queen and the last c/m of both in one stroke: 3 points, or 1 from 22 points on.",
    "104a": "Queen and the last c/m of both in one proper stroke: the side wins 3, or 1 from 22 points on.",
    "104b": "Queen and the last c/m of both, improperly: the other side wins 3 (1 from 22), and demand.",
    "105": "The last c/m of both with the Queen on the board: the other side gets 3 (1 from 22).",
    "105a": "The last c/m of both with the Queen on the board: the other side gets 3 (1 from 22).",
    "105b": "The last c/m of both improperly, Queen on the board: lost by 3 (1 from 22), and demand.",
    "106": "The opponent's last c/m with the Queen on the board: lost by own c/m left and the Queen.",
    "106a": "The opponent's last c/m with the Queen on the board: lost by own c/m left and the Queen.",
    "106b": "The opponent's last c/m improperly, Queen on the board: the same, and points on demand.",
    "107": "The own last c/m with the Queen on the board: board lost by 3, or 1 from its 22 points on.",
    "107a": "The own last c/m with the Queen on the board: lost by 3, or 1 from its 22 points on.",
    "107b": "The own last c/m improperly, Queen on the board: lost by 3 (1 from 22), one on demand.",
    "108a": "The own last c/m with the striker, Queen on the board: lost by 3 (1 from 22), one on demand.",
    "108b": "The same in an improper stroke: lost by 3 (1 from 22 on), and two on demand.",
    "109a": "Queen, the last c/m of both and the striker: lost by 3 (1 from 22), one on demand.",
    "109b": "The same in an improper stroke: lost by 3 (1 from 22 on), and two on demand.",
    "110": "The last c/m of both, not cleanly, with the own Queen covered: lost by 1, and points on demand.",
    "110a": "The last c/m of both and the striker, own Queen covered: lost by 1, and one on demand.",
    "110b": "The same in an improper stroke: lost by 1, and two on demand.",
    "111a": "The opponent's last c/m and the striker, Queen on the board: c/m left and Queen, one on demand.",
    "111b": "The same in an improper stroke: c/m left and Queen, two on demand.",
    "112": "The last c/m of both, not cleanly, the other's Queen: lost by 3 (1 from 22), and demand.",
    "112a": "The last c/m of both and the striker, the other's Queen: lost by 3 (1 from 22), one on demand.",
    "112b": "The same in an improper stroke: lost by 3 (1 from 22 on), and two on demand.",
    "121b": 'Who plays on without "Play" loses the board: own c/m and the Queen on the board count.',
    "126b": "Who disturbs the board beyond repair loses it: own c/m and the Queen on the board count.",
}
# Game, match and the umpire.
_MATCH = {
    "56a": "A game goes to the first side with 25 points, or to the leader after eight boards.",
    "56b": "Level after the last board: an extra board after a toss for the break.",
    "57": "A match is the best of three games.",
    "58": "In singles the players change sides after each game.",
    "59": "In doubles all move to the next side on the right after each game.",
    "60a": "In game three sides change after the fourth board or at 13 points, whichever is first.",
    "60b": "From the quarter-final on, sides change in game three at 13 points.",
    "60c": "A change of sides forgotten is made when noticed, at the end of that board.",
    "61": "Changing sides takes at most two minutes.",
    "121a": 'An appeal stops the count; it goes on at the umpire\'s "Play".',
    "138": "Ten minutes of rest between games two and three.",
    "139": "A side may concede a game or the match at any time.",
    "143a": "Leaving the playing area without the umpire's leave can lose the match.",
    "143b": "Overstaying the rest before the deciding game can lose the match.",
    "143c": "The umpire's decision holds; refusing it can lose the match.",
    "143d": "Insulting the officials can lose the match.",
    "143e": "Smoking, drink or drugs at play can lose the match.",
    "143f": "Playing with an uncertified striker can lose the match.",
    "143g": "Stopping play without the umpire's leave can lose the match.",
    "143h": "Distracting the opponent more than twice in spite of warnings can lose the match.",
    "143i": "Not at the board within 15 minutes of the announcement: the match can be lost.",
    "145": "A protest is told to the umpire at once, with its fee.",
    "146": "A written protest is to be handed in within 15 minutes after the board.",
    "149": "A protest that is lodged cannot be withdrawn.",
    "150": "With a protest recorded play goes on; the result is not announced before it is considered.",
    "144": "A protest is written in English and signed, to the tournament's secretary through the referee.",
    "147": "It has facts alone: what happened, the decision, the point appealed against.",
    "148": "Abusive language has it rejected at once.",
    "151a": "A protest upheld: the match goes on from the beginning of that board, the fee is refunded.",
    "151b": "A protest overruled: the result stands, the fee is forfeited.",
    "151c": "The decision is told to both within an hour of the protest.",
}
_DECISIONS = {
    "D1": "Queen and the opponent's c/m, properly, with the right: to be covered, the turn goes on.",
    "D2": "Queen, the opponent's c/m and the striker: Queen out, theirs stay down, dues; the turn passes.",
    "D3": "A due still owed does not hold up a proper finish.",
    "D4": "The last c/m of both, properly, own Queen covered: the side wins 3, or 1 from 22 points on.",
    "D5": "The last c/m of both, properly, Queen covered by the other side: the side wins 1.",
    "D6": "A game's official score is at most the game's points.",
    "D7": "From the quarter-final on a game has no limit of boards.",
    "D10": "A side's points count from its first covered Queen of the match on.",
    "D11": "Queen and own c/m while a due is owed: Queen out, own c/m pay the due, the turn passes.",
    "D12": "The own last piece with the Queen on the board: five come out, and the board goes on.",
    "D13": "The Queen with the last own c/m while a due waits: she comes out, and the board is lost.",
    "D14": "By its page 1 who wins the toss strikes first; an organiser may choose 39.",
    "D15": "What the rulebook leaves open the federation's decides, the clocks too.",
    "D16": "By this rulebook no foul is technical: it ends the turn, also at an untouched break.",
    "D455": "Where the ruleset says so, who wins the toss breaks.",
    "D20": "At time a game is decided by the present score.",
    "D21": "The Queen that the winner covered counts when the other side loses the board by ruling.",
    "D24": "A draw is possible only where the organiser's rules say so.",
    "D25": "An extra board that leaves the game level is followed by another.",
    "D26": "A game given up is scored with full points for the other side.",
    "D27": "Games still needed are scored with full points when the match is given up or lost by ruling.",
    "D160": "A clock may be set by hand: the record says that it was the umpire.",
    "D296": "The organiser has decided the match; at its table it ends as it was played, and awards nothing.",
    "D60": "A protest upheld takes the match back to how its board began.",
    "D62": "A protest can be undone, for a slip of the umpire's finger.",
    "D41": "An improper break that touched a c/m is ruled as any improper stroke.",
    "D42": "A due owed takes the Queen and the turn, also with the striker down.",
    "D44": "An own c/m in the stroke that loses the board does not cover the Queen any more.",
    "D450": "No Law speaks of the striker there: the nearest one holds, 109, 111 or 112.",
    "D46": "A side keeps a c/m on the board: the umpire puts one back when all are down but come back.",
    "D47": "What is forgone is all that is owed, also what is still outstanding.",
    "D48": "A penalty of the side not in turn is placed by the player in turn.",
    "D50": "Placing not completed: technical or not as any other infringement of that side.",
    "D51": "A Queen not yet covered counts as on the board when a board is lost by ruling.",
}
_VAISHALI = {
    "V1": "An own piece down: another strike; nothing down: the turn ends.",
    "V2": "Striker alone: one piece comes out, the turn ends.",
    "V3": "Striker with a piece: two pieces come out, the turn ends.",
    "V4": "An opponent's piece stays down; one penalty, the turn ends, a Queen with it goes back.",
    "V5": "The opponent's last piece comes back, with one penalty.",
    "V6": "The own last piece before the Queen: five out, three placed by the player, two by the opponent.",
    "V7": "The Queen may be taken only after an own piece; otherwise she goes back and the turn ends.",
    "V8": "The Queen needs a cover in the same turn, or she goes back.",
    "V9": "A point for each opponent's piece left, and 5 for the Queen it covered, not from 24 points on.",
    "V10": "A foul ends the turn and costs a piece, which the opponent places; so does touching a piece.",
    "V11": "Three attempts to break the group in the centre.",
    "V12": "A match is played to 29 points.",
    "V13": "The toss decides who goes first.",
    "V14": "Who does not report in time has lost.",
}
#: VKK Carrom Tournament: the sentences of its own page, in front of the Laws.
_VKK = {
    "P1": "Who wins the toss strikes first.",
    "P2": "Six boards or 25 points, whichever comes first, decide the game.",
    "P3": "Level after six boards: one more, with a toss; who wins it wins the game.",
}
#: Spandan 2025: its tournament rules I to X as R1 to R10, its lists under Scoring as R11 and R12.
_SPANDAN = {
    "R3": "The toss is by calling the c/m; its winner takes the side or strikes first.",
    "R4": "One trial board, after the toss and before the match.",
    "R5": 'Break before "Play": own c/m and the Queen that went down come out, and it is a foul.',
    "R5b": "No c/m touched: the break goes to the opponent, still with black.",
    "R5c": "An improper try, or the striker down untouched, loses the turn without due or penalty.",
    "R6": "The turn goes on as long as own c/m or the Queen go down; in doubles it passes to the right.",
    "R7": "C/m or Queen off the surface: the umpire puts them into the centre circle, the Queen first.",
    "R8Aa": "A breach before the first stroke of the turn: a technical foul, one penalty, the turn goes on.",
    "R8Ab": "A breach by the player not in turn: a technical foul, one penalty.",
    "R8Ba": "A breach during or after the first stroke: a foul, one penalty, the turn is lost.",
    "R8Bb": "With a foul, what went down comes out with one c/m more, and the turn is lost.",
    "R9.2": "Striker down: own c/m of that stroke come out with one more, placed by the opponent.",
    "R9.2a": "Striker alone: the turn is lost, and one c/m comes out.",
    "R9.3": "An improper stroke loses the turn; a proper one keeps it, whatever is due.",
    "R10": "On the rim or overlapping: left alone. Under the striker, or on it: put back where they were.",
    "R11a": "The winner of a board gets one point for each c/m of the other side on the board.",
    "R11b": "The Queen's points go only to who wins the board.",
    "R11c": "The loser gets nothing for the Queen, even if it covered her.",
    "R11d": "From 22 points on the Queen is worth nothing to the winner.",
    "R11e": "A board gives at most 12 points; what is still owed is written off.",
    "R12a": "A game goes to the first side with 25 points, or to the leader after eight boards.",
    "R12b": "Up to the pre-quarter-final three boards; level then, an extra board after a toss.",
    "R12c": "From the semi-final on: 25 points or six boards.",
}
_CROKINOLE = {
    "Playing Guidelines": "Play goes round clockwise, in doubles from player to player.",
    "Starting To Play": "One disc a turn; 20s are set aside and counted; the first shot alternates by round.",
    "Scoring": "The higher total of discs, each 20, 15, 10 or 5, wins the round: 2 points; a tie is 1 each.",
    "Tournament Scoring": "How many games, which discs, what decides a level game, and who signs the result.",
    "Tournament Play": "The buzzer, the last shot, forfeits; the head referee's decision is final.",
    "D80": "In doubles each of the two players shoots the category's discs.",
    "D81": "Where the stage says so, a game ends as soon as it cannot be caught any more.",
    "D82": "A level fifth round is followed by another, until one decides.",
    "D83": "When all games are played, the points of all games decide the match.",
    "D84": "Inside a game the first shot alternates; the next game is opened by the other side.",
    "D85": "The buzzer imposes nothing; after it a round in play is scored, the rounds to come are unshot.",
    "D86": "What is given up goes to the other side: a round 2-0, a game with two points a round.",
    "D87": "What the referee sets by hand moves what follows from it.",
    "D88": "20s that a result does not tell are those counted in play, or none.",
    "D462": "When time is called, a ruleset may count the board in play as the last of its game.",
    "D464": "A game ends at the points that the ruleset names, when a side has them and leads.",
    "D466": "A level game is decided by another round, by two, or by a shoot-out, as the ruleset says.",
    "D474": "20s count at once where the ruleset says so, and may win a game before its last disc.",
    "D550": "A game ends when the boards to come cannot change who wins, where the ruleset says so.",
}

LAWS: dict[str, str] = {
    **_PLAY,
    **_FOULS,
    **_QUEEN,
    **_ENDS,
    **_MATCH,
    **_DECISIONS,
    **_VAISHALI,
    **_VKK,
    **_SPANDAN,
    **_CROKINOLE,
}


def marked() -> Iterator[tuple[str, str]]:
    """Every sentence once, with its context for the catalogues of the public pages."""
    for text in dict.fromkeys(LAWS.values()):
        yield "law", text


def name_of(law: str) -> str:
    """The name of a Law: `Law 54`, `decision D6`, `rule V3`, `Scoring`. LAWS need not have it."""
    if re.match(r"D\d", law):
        return "decision " + law
    if re.match(r"[A-Z][a-z]", law):
        return law
    return ("Law " if law[0].isdigit() else "rule ") + law


def under(number: str) -> list[str]:
    """The Laws with a text that `number` names: itself, and all its clauses (65: 65a to 65d); [] for none."""
    return sorted(
        (
            law
            for law in LAWS
            if number and re.fullmatch(re.escape(number) + r"([a-z].*|[A-Z].*|\..*)?", law, re.IGNORECASE)
        ),
        key=str.lower,
    )


def text_of(law: str) -> str:
    """The Law in one sentence; an empty text for one that is not known."""
    return LAWS.get(law, "")

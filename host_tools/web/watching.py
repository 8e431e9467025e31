"""While somebody has a page of the tournament open, looks whether something of it changed, and says so.

The pages have a stream; on it stands which tournament there is (`results`, a number), and a page whose own is
another one fetches itself anew. So a new result is on all pages within about two seconds, and costs the
database one reading a second for everybody together (D220).
"""

import asyncio
import logging

from host_tools.store import StoreError
from host_tools.web.feed import Feed
from host_tools.web.results import FRESH_S, Results

log = logging.getLogger(__name__)

SHAPES = ("score", "raw")
"""Whose pages want to know: those of the tournament, and programs that read the API's stream."""


async def watch(feed: Feed, results: Results, every_s: float = FRESH_S) -> None:
    """Until it is cancelled; a database that fails is asked again."""
    while True:
        await asyncio.sleep(every_s)
        if any(name.split(" ")[0] in SHAPES for name, _only, _beat in feed.crowds):
            await look(feed, results)


async def look(feed: Feed, results: Results) -> None:
    """Tell the streams when the tournament is another one than before."""
    try:
        programme = await results.now()
    except StoreError as error:
        log.warning("web: the tournament could not be read: %s", error)
        return
    feed.tell_results(programme.revision if programme else 0)

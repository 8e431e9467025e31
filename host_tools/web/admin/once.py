"""A form that is sent twice (a double click, a page loaded again) is done once, and both get its answer."""

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping

#: The forms that are remembered.
MOST = 200


class Once:
    """The forms that came lately, by address and everything in them: each page has a number of its own, so
    that the same words sent from another page are another form. Lives on one event loop.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[str, asyncio.Future[str]] = OrderedDict()

    async def do(self, action: str, fields: Mapping[str, str], work: Callable[[], Awaitable[str]]) -> str:
        """What `work` returns for this form: of one that comes again, what it returned the first time. What
        it raises is raised for both, and forgotten. A form without a page's number, `once`, is new each time.
        """
        if not fields.get("once"):
            return await work()
        text = json.dumps([action, sorted(fields.items())])
        key = hashlib.sha256(text.encode()).hexdigest()
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = asyncio.ensure_future(work())
            found.add_done_callback(lambda done: self._forget_refused(key, done))
            while len(self._known) > MOST:
                self._known.popitem(last=False)
        return await asyncio.shield(found)

    def _forget_refused(self, key: str, done: "asyncio.Future[str]") -> None:
        if done.cancelled() or done.exception() is not None:
            self._known.pop(key, None)

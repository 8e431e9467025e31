"""What the pages of a hall say of other systems."""

from hall import Hall

from host_tools.words import integrations


def remarks(here: Hall) -> list[str]:
    """The English words of each remark."""
    return [integrations.problem_words(remark) for remark in here.hub.remarks.values()]

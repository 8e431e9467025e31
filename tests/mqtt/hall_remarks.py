"""What the pages of a hall say of other systems."""

from hall import Hall


def remarks(here: Hall) -> list[str]:
    """The English words of each remark."""
    return [str(remark) for remark in here.hub.remarks.values()]

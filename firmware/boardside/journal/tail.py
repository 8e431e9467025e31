"""What a home finds at its end when it is opened."""


class Tail:
    """`record`: the last good one or None. `next_seq`: the number to go on with. `torn`: bytes behind it that
    are no record, and never will be.
    """

    def __init__(self, record, next_seq: int, torn: int) -> None:
        self.record = record
        self.next_seq = next_seq
        self.torn = torn

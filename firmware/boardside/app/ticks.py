"""The device's ticks. Only compare them with `ticks_diff`: they wrap.

The stubs give `ticks_ms` a type that is not a number. Here it becomes one that fits every `now` argument, but
cannot be subtracted: `ticks_ms() - t0` is an error for the type checker.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    class Ticks(int):
        """An int that does not add or subtract."""

        def __add__(self, other: NoReturn) -> NoReturn: ...  # type: ignore[override]
        def __sub__(self, other: NoReturn) -> NoReturn: ...  # type: ignore[override]
        def __rsub__(self, other: NoReturn) -> NoReturn: ...  # type: ignore[override]

    def ticks_ms() -> Ticks: ...
    def ticks_diff(later: int, earlier: int) -> int: ...
    def ticks_add(ticks: int, delta: int) -> int: ...

else:
    from time import ticks_add, ticks_diff, ticks_ms

__all__ = ("ticks_add", "ticks_diff", "ticks_ms")

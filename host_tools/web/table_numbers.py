"""The numbers that tables have."""

from typing import Annotated

from fastapi import Path

TABLE_MAX = 9999

TableNumber = Annotated[int, Path(ge=1, le=TABLE_MAX, description="Table number")]

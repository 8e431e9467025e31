"""Strangers: tables that were refused and have never been heard. They have no row in `tables`; each collector
stores its list of them in `meta`.
"""

import json

from sqlalchemy import Connection, Engine, delete, insert, select

from host_tools.store.database import reading
from host_tools.store.records import StrangersRecord
from host_tools.store.schema import meta

_KEY = "strangers "


def write(connection: Connection, record: StrangersRecord) -> None:
    """Replace this collector's list of strangers."""
    key = _KEY + record.collector
    connection.execute(delete(meta).where(meta.c.key == key))
    if record.refused:
        connection.execute(insert(meta).values(key=key, value=json.dumps(record.refused)))


def known(engine: Engine, collectors: list[str]) -> dict[int, str]:
    """The strangers of these collectors: table number -> why it was refused. Raises StoreError."""
    keys = [_KEY + collector for collector in collectors]
    with reading(engine) as connection:
        values = connection.execute(select(meta.c.value).where(meta.c.key.in_(keys))).scalars().all()
    return {int(table): str(why) for value in values for table, why in json.loads(value).items()}

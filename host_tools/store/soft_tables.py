"""The tables without hardware: the key of each, and the code that opens its panel on a phone.

A code is stored as it is, as a key is: labels are printed again.
"""

import secrets

from sqlalchemy import Engine, insert, select, update

from host_tools.store.database import reading, writing
from host_tools.store.keys import USABLE, Keys
from host_tools.store.schema import soft_tables

#: Of a code: no letter that looks like another one or a digit (Crockford's base 32). 60 bits.
_ALPHABET, _LENGTH = "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 12
_READ_AS = str.maketrans("OIL", "011", " -")
_NOTE = "without hardware"


class SoftTables:
    """Each method is one transaction, but for the key. Raises StoreError, as `Store`."""

    def __init__(self, engine: Engine, keys: Keys) -> None:
        self._engine = engine
        self._keys = keys

    def ready(self, number: int) -> str:
        """Give this table a code and a usable key of its own where it has none; returns the key in hex.
        Raises KeyRefused for a number that no table can have.
        """
        own = [row.key for row in self._keys.of_table(number) if row.soft and row.state in USABLE]
        key = own[0].hex() if own else secrets.token_hex(16)
        if not own:
            self._keys.add(number, key, _NOTE, soft=True)
        if number not in self.codes():
            with writing(self._engine) as connection:
                connection.execute(insert(soft_tables).values(table_no=number, code=new_code()))
        return key

    def codes(self) -> dict[int, str]:
        """The codes of all tables that were ever run without hardware."""
        with reading(self._engine) as connection:
            return {row.table_no: row.code for row in connection.execute(select(soft_tables))}

    def renew(self, number: int) -> str:
        """A new code in place of the present one, which counts no more; returns it."""
        code = new_code()
        with writing(self._engine) as connection:
            connection.execute(update(soft_tables).where(soft_tables.c.table_no == number).values(code=code))
        return code


def new_code() -> str:
    """A random code."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))


def plain_code(text: str) -> str:
    """A code as somebody typed it, with spaces, in small letters, O for 0."""
    return text.upper().translate(_READ_AS)


def spaced(code: str) -> str:
    """A code for people to read."""
    return " ".join(code[at : at + 4] for at in range(0, len(code), 4))

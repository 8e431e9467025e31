"""`--db`: the database a command works on, the same option for every command."""

from typing import Annotated

import typer

from host_tools import folders

DEFAULT_DATABASE = ""
"""No `--db` and no BOARDSIDE_DB: the option's callback finds the database."""


def chosen(context: typer.Context, url: str) -> str:
    """The database's URL. Without one it is this user's own, whose folder is made if need be."""
    if url or context.resilient_parsing:  # a shell completes the line: no folder, no message
        return url
    try:
        folders.data().mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise typer.BadParameter(
            f"The folder {folders.data()} cannot be made ({error.strerror}): name a database by --db, or a "
            f"folder by {folders.HOME_VARIABLE}."
        ) from error
    return folders.database_url()


Database = Annotated[
    str,
    typer.Option(
        "--db",
        envvar="BOARDSIDE_DB",
        callback=chosen,
        show_default="yours",
        help="The database, as an SQLAlchemy URL.",
    ),
]

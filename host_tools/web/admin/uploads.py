"""Reads a form with files (multipart/form-data, RFC 7578) within size limits, and only from these pages."""

from email import policy
from email.message import EmailMessage
from email.parser import BytesParser

from fastapi import Request
from starlette.requests import ClientDisconnect

from host_tools.tournament.imports.import_files import ImportFile
from host_tools.web.admin import forms
from host_tools.web.admin.refusals import AdminRefused

MULTIPART = "multipart/form-data"
_PARTS_MOST = 40


async def read(request: Request) -> tuple[dict[str, str], list[ImportFile]]:
    """The fields of a form, and its files that are not empty. Raises AdminRefused: 415 for another content
    type, 400 for a malformed form; 408 and 413 come from middleware.py.
    """
    kind = request.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() != MULTIPART:
        raise AdminRefused("other_content", wanted=MULTIPART)
    try:
        body = await request.body()
    except ClientDisconnect as error:
        raise AdminRefused("form_broke_off") from error
    return parse(kind, body)


def parse(kind: str, body: bytes) -> tuple[dict[str, str], list[ImportFile]]:
    """The fields and files of a body with this content type. Raises AdminRefused 400."""
    head = b"Content-Type: " + kind.encode("latin-1", "replace") + b"\r\n\r\n"
    message = BytesParser(EmailMessage, policy=policy.HTTP).parsebytes(head + body)
    parts = list(message.iter_parts()) if message.is_multipart() else []
    if not parts or len(parts) > _PARTS_MOST or any(part.is_multipart() for part in parts):
        raise AdminRefused("no_form")
    fields: dict[str, str] = {}
    files: list[ImportFile] = []
    for part in parts:
        name, file_name = part.get_param("name", header="content-disposition"), part.get_filename()
        data = part.get_payload(decode=True)
        if not isinstance(name, str) or not isinstance(data, bytes):
            raise AdminRefused("no_form")
        if file_name is not None:
            if data:
                files.append(ImportFile(_shown(file_name), data))
            continue
        forms.add_field(fields, name, data.decode("utf-8", "replace"))
    return fields, files


def _shown(file_name: str) -> str:
    """A file's name without its folders, as it can be shown."""
    last = file_name.replace("\\", "/").rpartition("/")[2]
    return "".join(letter for letter in last if letter.isprintable())[:80] or "file"

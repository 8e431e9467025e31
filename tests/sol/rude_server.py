"""A server that answers the bytes that a test gives it, one by one, or nothing."""

import re
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

#: What is answered to a request, by its method; None: nothing, and the line stays open.
Answering = Callable[[str], bytes | None]

OK = b'{"success": true, "message": "Ok"}'


def http(status: str, body: bytes = b"", *headers: str, length: int | None = None) -> bytes:
    """An answer; `length` is said instead of the true one."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body) if length is None else length}"]
    return "\r\n".join([*lines, "Connection: close", *headers, "", ""]).encode() + body


@contextmanager
def answering(answer: Answering, tls: ssl.SSLContext | None = None) -> Iterator[str]:
    """A server with these answers; the address of board 1 there."""
    held: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=_serve, args=(listener, answer, tls, held), daemon=True)
        thread.start()
        port = listener.getsockname()[1]
        yield f"{'http' if tls is None else 'https'}://127.0.0.1:{port}/lit/match/1-1.x"
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()
    for connection in held:
        connection.close()


def _serve(
    listener: socket.socket, answer: Answering, tls: ssl.SSLContext | None, held: list[socket.socket]
) -> None:
    while True:
        try:
            caller, _ = listener.accept()
        except OSError:
            return
        try:
            held.append(caller if tls is None else tls.wrap_socket(caller, server_side=True))
            reply = answer(_request(held[-1]))
            if reply is not None:
                held[-1].sendall(reply)
                held.pop().close()
        except OSError:
            caller.close()


def _request(caller: socket.socket) -> str:
    """Reads a request to its end; its method."""
    raw = b""
    while b"\r\n\r\n" not in raw:
        piece = caller.recv(4096)
        if not piece:
            raise ConnectionResetError
        raw += piece
        if raw[:1] == b"\x16":  # TLS, where none is
            return ""
    head, _, body = raw.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\ncontent-length: (\d+)", head)
    while length is not None and len(body) < int(length[1]):
        body += caller.recv(4096)
    return head.split(b" ")[0].decode()

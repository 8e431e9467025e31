"""Certificate and key of the pages, looked at before anything starts."""

import ssl
from pathlib import Path

from host_tools.collector.run import CannotStart


def context(certificate: Path | None, key: Path | None) -> ssl.SSLContext | None:
    """TLS with these files (PEM): 1.2 or newer. None when neither is given.

    Raises CannotStart when one is missing, cannot be read, is no such file, or when the two do not belong
    together.
    """
    if certificate is None and key is None:
        return None
    if certificate is None or key is None:
        raise CannotStart("TLS takes both files: --tls-cert with the certificate and --tls-key with its key.")
    for option, path in (("--tls-cert", certificate), ("--tls-key", key)):
        _readable(option, path)
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        made.load_cert_chain(certificate, key, password=lambda: _no_passphrase(key))
    except ssl.SSLError as error:
        raise CannotStart(_why(error, certificate, key)) from error
    return made


def _readable(option: str, path: Path) -> None:
    try:
        path.read_bytes()
    except OSError as error:
        raise CannotStart(f"{option}: {path} cannot be read ({error.strerror}).") from error


def _no_passphrase(key: Path) -> str:
    raise CannotStart(
        f"--tls-key: {key} is locked with a passphrase; `openssl pkey -in {key} -out open.pem` makes one "
        "without."
    )


def _why(error: ssl.SSLError, certificate: Path, key: Path) -> str:
    if error.reason == "KEY_VALUES_MISMATCH":
        return f"--tls-key: {key} is not the key of the certificate in {certificate}."
    if error.reason in ("EE_KEY_TOO_SMALL", "CA_MD_TOO_WEAK", "CA_KEY_TOO_SMALL"):
        return f"--tls-cert: {certificate} is too weak to be accepted ({error.reason}); make a newer one."
    return f"--tls-cert {certificate} and --tls-key {key} are no certificate and key in PEM form."

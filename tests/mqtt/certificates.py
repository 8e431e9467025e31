"""Certificates for a broker, made for a test: an authority of our own, and what it signs."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Authority:
    """An authority that signs certificates; `file` is its own."""

    def __init__(self, folder: Path, name: str = "hall") -> None:
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _name(f"Authority {name}")
        self.file = folder / f"{name}-ca.pem"
        made = _builder(self._name, self._name, self._key, 30)
        made = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        self.file.write_bytes(_pem(made.sign(self._key, hashes.SHA256())))

    def sign(self, name: str, host: str, days: int = 30) -> tuple[Path, Path]:
        """Files of a certificate for `host`, and of its key; days below 0: it has expired."""
        key = ec.generate_private_key(ec.SECP256R1())
        made = _builder(_name(host), self._name, key, days)
        made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        certificate, secret = self._folder / f"{name}.pem", self._folder / f"{name}.key"
        certificate.write_bytes(_pem(made.sign(self._key, hashes.SHA256())))
        secret.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        return certificate, secret


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, days: int
) -> x509.CertificateBuilder:
    ends = datetime.now(UTC) + timedelta(days=days)
    made = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer)
    made = made.public_key(key.public_key()).serial_number(x509.random_serial_number())
    return made.not_valid_before(ends - timedelta(days=60)).not_valid_after(ends)


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)

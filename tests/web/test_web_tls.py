"""The pages over HTTPS, with a certificate made here."""

import asyncio
import shutil
import ssl
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from admin_client import PASSWORD, fields_of, quick_hash

from host_tools.cli import pages
from host_tools.collector import collect_command
from host_tools.collector.reasons import CannotStart
from host_tools.collector.run import Options, Running, run
from host_tools.store import Store

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")


def openssl(*words: str) -> None:
    subprocess.run(["openssl", *words], check=True, capture_output=True)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """cert.pem with key.pem, another key, a locked one, and something else."""
    folder = tmp_path_factory.mktemp("tls")
    new = [
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
    ]
    name = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    openssl(*new, *name, "-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem"))
    curve = ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    openssl(*curve, "-out", str(folder / "other.pem"))
    locked = ["pkey", "-in", str(folder / "key.pem"), "-aes256", "-passout", "pass:secret"]
    openssl(*locked, "-out", str(folder / "locked.pem"))
    (folder / "text.pem").write_text("no certificate\n")
    return folder


@pytest.mark.parametrize(
    ("certificate", "key", "says"),
    [
        ("cert.pem", None, "both files"),
        (None, "key.pem", "both files"),
        ("gone.pem", "key.pem", r"--tls-cert: .*gone\.pem cannot be read"),
        ("cert.pem", "gone.pem", r"--tls-key: .*gone\.pem cannot be read"),
        ("cert.pem", "other.pem", "is not the key of the certificate"),
        ("cert.pem", "locked.pem", "locked with a passphrase"),
        ("text.pem", "key.pem", "no certificate and key in PEM form"),
        ("cert.pem", "text.pem", "no certificate and key in PEM form"),
        (".", "key.pem", "cannot be read"),
    ],
)
def test_wrong_certificate_files_are_reported(
    files: Path, certificate: str | None, key: str | None, says: str
) -> None:
    with pytest.raises(CannotStart, match=says):
        collect_command.tls_context(
            files / certificate if certificate else None, files / key if key else None
        )


def test_collect_says_so_before_it_touches_anything(files: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from host_tools.cli import main; main()", "collect"]
    command += ["--tls-cert", str(files / "cert.pem"), "--tls-key", str(files / "other.pem")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=180)
    assert done.returncode == 2
    assert "is not the key" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_pages_come_over_https_and_the_cookie_stays_there(files: Path, tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")

    async def scenario(running: Running) -> None:
        trusting = ssl.create_default_context(cafile=str(files / "cert.pem"))
        base = f"https://127.0.0.1:{running.web}"
        async with httpx2.AsyncClient(verify=trusting, base_url=base) as client:
            assert (await client.get("/api/v1/tables")).json()["tables"] == []
            form = fields_of((await client.get("/admin/login")).text, "/admin/login")
            typed = {**form, "name": "organiser", "password": PASSWORD}
            answer = await client.post("/admin/login", data=typed, headers={"Origin": base})
            assert answer.status_code == 303
            cookie = answer.headers["set-cookie"]
            assert cookie.startswith("__Secure-boardside=")
            assert "Secure" in cookie.split("; ")
            assert "Hall clock" in (await client.get("/admin")).text
            async with client.stream("GET", "/live") as stream:
                assert (await anext(stream.aiter_lines())).startswith(": boardside")
        async with httpx2.AsyncClient() as plain:
            with pytest.raises(httpx2.TransportError):
                await plain.get(f"http://127.0.0.1:{running.web}/")

    async def collect() -> None:
        ending = asyncio.Event()
        started: asyncio.Future[Running] = asyncio.get_running_loop().create_future()
        secure = collect_command.tls_context(files / "cert.pem", files / "key.pem")
        options = Options(tcp=None, web=0, tls=secure)
        task = asyncio.create_task(run(store, options, pages, started.set_result, ending))
        try:
            await scenario(await asyncio.wait_for(started, 120))
        finally:
            ending.set()
            await asyncio.wait_for(task, 120)

    with quick_hash():
        store.admins.set_password("organiser", PASSWORD)
        asyncio.run(collect())
    store.close()

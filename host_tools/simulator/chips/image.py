"""Started as `micropython image.py JOB`: read and write files of a flash image, through the real LittleFS.

JOB is a JSON file {"image": path, "format": bool, "put": {path: text}, "put_hex": {path: hexadecimal
content}, "get": bool}; the answer is printed as JSON {path: hexadecimal content}. Text, because MicroPython's
arguments are short and its JSON has no bytes.
"""

import sys

_SIMULATOR = sys.path[0].rsplit("/", 1)[0]
sys.path[:] = [_SIMULATOR, ".frozen"]

import binascii  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402

import vfs  # noqa: E402
from chips.flash import Flash  # noqa: E402


def _files(folder: str, files: dict) -> dict:
    for entry in os.ilistdir(folder):
        path = folder + "/" + entry[0]
        if entry[1] == 0x4000:
            _files(path, files)
        else:
            with open(path, "rb") as file:
                files[path[len("/flash/") :]] = binascii.hexlify(file.read()).decode()
    return files


def _make_folder(path: str) -> None:
    """The folder of a file, if it is in one and there is none."""
    folder, slash, _ = path.rpartition("/")
    if slash and folder not in os.listdir("/flash"):
        os.mkdir("/flash/" + folder)


with open(sys.argv[1]) as _file:
    _job = json.load(_file)
_flash = Flash(_job["image"])
if _job["format"]:
    vfs.VfsLfs2.mkfs(_flash)
vfs.mount(_flash, "/flash")
for _path in _job["put"]:
    _make_folder(_path)
    with open("/flash/" + _path, "w") as _file:
        _file.write(_job["put"][_path])
for _path in _job["put_hex"]:
    with open("/flash/" + _path, "wb") as _file:
        _file.write(binascii.unhexlify(_job["put_hex"][_path]))
print(json.dumps(_files("/flash", {}) if _job["get"] else {}))
vfs.umount("/flash")

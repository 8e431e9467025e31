"""The ESP32's boot loader in ROM on a pseudo-terminal, as far as esptool needs it to write a flash.

The protocol: esptool's documentation, "Serial Protocol". What it does not know, it refuses as the ROM does.
"""

import hashlib
import os
import pty
import select
import struct
import threading
import tty
import zlib

SYNC, READ_REG, WRITE_REG, SET_PARAMS, ATTACH, CHANGE_BAUD = 0x08, 0x0A, 0x09, 0x0B, 0x0D, 0x0F
BEGIN, DATA, END = 0x02, 0x03, 0x04
DEFLATE_BEGIN, DEFLATE_DATA, DEFLATE_END = 0x10, 0x11, 0x12
MD5, SECURITY = 0x13, 0x14
_END = 0xC0
ESP32 = {
    0x40001000: 0x00F01D83,  # what tells an ESP32 from the others of its family
    0x3FF40014: 347,  # UART divider: 115200 baud by a crystal of 40 MHz
    0x3FF42080: 0x1640C8,  # the flash's answer to RDID: 1 << 0x16 bytes
}
ESP32_S3 = {
    0x60002058: 0x1840C8,
    0x60007054: 1 << 3,  # fuses: 8 MB of PSRAM in the package
}
_S3_SECURITY = struct.pack("<IB7xII", 0, 0, 9, 0)
"""The chip's number in the fifth word."""


class RomLoader:
    """`path` is its port, `flash` what was written so far, `asked` the commands it has carried out.
    `registers`: what is read at the chip's addresses, ESP32 or ESP32_S3.
    """

    def __init__(self, flash_bytes: int = 0x400000, registers: "dict[int, int]" = ESP32) -> None:
        self._registers = registers
        self.flash = bytearray(b"\x55" * flash_bytes)  # what an older firmware has left
        self.asked: list[int] = []
        self._at = 0
        self._inflate = zlib.decompressobj()
        self._near, self._far = pty.openpty()
        tty.setraw(self._far)
        self.path = os.ttyname(self._far)
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ending.set()
        self._thread.join()
        os.close(self._near)
        os.close(self._far)

    def _run(self) -> None:
        buffer = bytearray()
        while not self._ending.is_set():
            if not select.select([self._near], [], [], 0.05)[0]:
                continue
            buffer += os.read(self._near, 65536)
            while (start := buffer.find(_END)) >= 0 and (stop := buffer.find(_END, start + 1)) >= 0:
                packet = bytes(buffer[start + 1 : stop])
                del buffer[: stop + 1]
                if packet:
                    self._packet(packet.replace(b"\xdb\xdc", b"\xc0").replace(b"\xdb\xdd", b"\xdb"))

    def _packet(self, packet: bytes) -> None:
        if len(packet) < 8 or packet[0] != 0:
            return
        _, command, size, checksum = struct.unpack_from("<BBHI", packet)
        data = packet[8:]
        value, answer, is_done = 0, b"", len(data) == size
        if is_done and command == READ_REG:
            value = self._registers.get(struct.unpack("<I", data)[0], 0)
        elif is_done and command in (BEGIN, DEFLATE_BEGIN):
            length, _, _, self._at = struct.unpack_from("<IIII", data)
            self._inflate = zlib.decompressobj()
            is_done = self._at + length <= len(self.flash)
            if is_done:
                last = -(-(self._at + length) // 4096) * 4096
                self.flash[self._at : last] = b"\xff" * (last - self._at)
        elif is_done and command in (DATA, DEFLATE_DATA):
            is_done = self._write(data, checksum, command == DEFLATE_DATA)
        elif command == SECURITY and self._registers is ESP32_S3:
            answer = _S3_SECURITY
        elif is_done and command == MD5:
            at, length = struct.unpack_from("<II", data)
            answer = hashlib.md5(self.flash[at : at + length]).hexdigest().encode()
        elif command not in (SYNC, WRITE_REG, SET_PARAMS, ATTACH, CHANGE_BAUD, END, DEFLATE_END):
            is_done = False
        if is_done:
            self.asked.append(command)
        status = bytes(4) if is_done else b"\x01\x05\0\0"
        body = struct.pack("<BBHI", 1, command, len(answer) + 4, value) + answer + status
        for _ in range(8 if command == SYNC else 1):  # the ROM answers SYNC eight times
            self._say(body)

    def _write(self, data: bytes, checksum: int, is_packed: bool) -> bool:
        size, _ = struct.unpack_from("<II", data)
        piece = data[16 : 16 + size]
        total = 0xEF
        for byte in piece:
            total ^= byte
        if total != checksum:
            return False
        piece = self._inflate.decompress(piece) if is_packed else piece
        self.flash[self._at : self._at + len(piece)] = piece
        self._at += len(piece)
        return True

    def _say(self, body: bytes) -> None:
        escaped = body.replace(b"\xdb", b"\xdb\xdd").replace(b"\xc0", b"\xdb\xdc")
        os.write(self._near, b"\xc0" + escaped + b"\xc0")

"""How long a film lasts, read from the head of an MP4 file (ISO 14496-12)."""

import struct
from typing import IO

_LARGEST_HEAD = 16 * 2**20


def seconds(film: IO[bytes]) -> int | None:
    """Whole seconds, the last one begun counts; None if the file does not say."""
    head = _box(film, b"moov") or b""
    start = head.find(b"mvhd")
    if start < 0:
        return None
    # The name, a version, three bytes of flags, two dates, then the scale and the length in its units.
    layout, offset = (">IQ", 24) if head[start + 4 : start + 5] == b"\x01" else (">II", 16)
    try:
        scale, length = struct.unpack_from(layout, head, start + offset)
    except struct.error:
        return None
    return -(-length // scale) if scale else None


def _box(film: IO[bytes], wanted: bytes) -> bytes | None:
    """The content of the first box of that name among the outermost ones."""
    while len(header := film.read(8)) == 8:
        size, name = struct.unpack(">I4s", header)
        content = size - 8
        if size == 1:
            longer = film.read(8)
            if len(longer) < 8:
                return None
            content = struct.unpack(">Q", longer)[0] - 16
        if content < 0:
            return None
        if name == wanted:
            return film.read(min(content, _LARGEST_HEAD))
        film.seek(content, 1)
    return None

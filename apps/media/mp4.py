"""The duration of a video, read from the header of an MP4 file (ISO 14496-12)."""

import struct
from typing import IO

_MAX_HEADER_BYTES = 16 * 2**20


def duration_seconds(video: IO[bytes]) -> int | None:
    """Rounded up; None if the file does not say."""
    header = _read_box(video, b"moov") or b""
    start = header.find(b"mvhd")
    if start < 0:
        return None
    # The box's name, a version, three bytes of flags, two dates, then the timescale and the duration in it.
    layout, offset = (">IQ", 24) if header[start + 4 : start + 5] == b"\x01" else (">II", 16)
    try:
        scale, length = struct.unpack_from(layout, header, start + offset)
    except struct.error:
        return None
    return -(-length // scale) if scale else None


def _read_box(video: IO[bytes], wanted: bytes) -> bytes | None:
    """The content of the first top-level box with this name."""
    while len(header := video.read(8)) == 8:
        size, name = struct.unpack(">I4s", header)
        content = size - 8
        if size == 1:
            large_size = video.read(8)
            if len(large_size) < 8:
                return None
            content = struct.unpack(">Q", large_size)[0] - 16
        if content < 0:
            return None
        if name == wanted:
            return video.read(min(content, _MAX_HEADER_BYTES))
        video.seek(content, 1)
    return None

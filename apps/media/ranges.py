"""Range requests (RFC 9110, section 14)."""

import re
from dataclasses import dataclass

# Limited, because Python refuses to parse longer numbers.
_SINGLE_RANGE = re.compile(r"bytes=(\d{0,4000})-(\d{0,4000})", re.ASCII)


class RangeNotSatisfiable(Exception):
    """The range starts after the end of the file."""


@dataclass(frozen=True, slots=True)
class ByteRange:
    start: int
    end: int
    """Exclusive."""

    @property
    def length(self) -> int:
        return self.end - self.start


def parse_range(header: str, *, size: int) -> ByteRange | None:
    """
    The range that a Range header asks for; None if the response is the whole file.

    That is so if the header is malformed or names several ranges: a server may ignore those.

    :raises RangeNotSatisfiable: if the file has no byte in the range
    """
    found = _SINGLE_RANGE.fullmatch(header.strip())
    if found is None or found[0] == "bytes=-":
        return None
    first, last = found[1], found[2]
    if not first:
        length = int(last)
        if length == 0 or size == 0:
            raise RangeNotSatisfiable()
        return ByteRange(max(0, size - length), size)
    start, end = int(first), int(last) + 1 if last else size
    if last and end <= start:
        return None
    if start >= size:
        raise RangeNotSatisfiable()
    return ByteRange(start, min(end, size))

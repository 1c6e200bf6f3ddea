"""The one range of a file that is asked for (RFC 9110, section 14)."""

import re
from dataclasses import dataclass

# However long, but not so long that Python refuses to read the number.
_ONE_RANGE = re.compile(r"bytes=(\d{0,4000})-(\d{0,4000})", re.ASCII)


class Unsatisfiable(Exception):
    """The range lies wholly behind the end."""


@dataclass(frozen=True, slots=True)
class Span:
    start: int
    end: int
    """The first byte that no longer belongs to it."""

    @property
    def length(self) -> int:
        return self.end - self.start


def asked(header: str, *, size: int) -> Span | None:
    """
    The span that the header asks for; None where the whole file is the answer.

    That is so without a header, for one that makes no sense, and for several ranges at once: a server
    may always answer those with the whole.

    :raises Unsatisfiable: if no byte of the file lies in it
    """
    found = _ONE_RANGE.fullmatch(header.strip())
    if found is None or found[0] == "bytes=-":
        return None
    first, last = found[1], found[2]
    if not first:
        return _suffix(int(last), size=size)
    start, end = int(first), int(last) + 1 if last else size
    if last and end <= start:
        return None
    if start >= size:
        raise Unsatisfiable()
    return Span(start, min(end, size))


def _suffix(length: int, *, size: int) -> Span:
    if length == 0 or size == 0:
        raise Unsatisfiable()
    return Span(max(0, size - length), size)

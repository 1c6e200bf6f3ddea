"""
QR codes of short texts, such as a URL, as SVG (ISO/IEC 18004).

No library of the project draws them. This is the part of the standard that we use: bytes, error correction
level M, and the ten smallest sizes. `tests/test_qr_code.py` reads them back.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

Matrix = list[list[bool]]
"""Rows of modules; true is dark."""

QUIET_ZONE = 4
"""Light modules around the code, by which readers find it."""


class _Size(NamedTuple):
    """What level M says of a version."""

    correction: int
    """Error correction codewords of each block."""
    blocks: int
    alignments: tuple[int, ...]
    """Centres of the alignment patterns, in both directions."""


_SIZES = (
    _Size(10, 1, ()),
    _Size(16, 1, (6, 18)),
    _Size(26, 1, (6, 22)),
    _Size(18, 2, (6, 26)),
    _Size(24, 2, (6, 30)),
    _Size(16, 4, (6, 34)),
    _Size(18, 4, (6, 22, 38)),
    _Size(22, 4, (6, 24, 42)),
    _Size(22, 5, (6, 26, 46)),
    _Size(26, 5, (6, 28, 50)),
)

_LEVEL_M = 0b00
_BYTE_MODE = 0b0100
_PADDING = (0xEC, 0x11)
_LOOKS_LIKE_FINDER = ("10111010000", "00001011101")


def svg(text: str) -> str:
    """
    A black code on white, with its quiet zone; one unit is one module.

    :raises ValueError: if the text is longer than the largest size holds
    """
    rows = matrix(text)
    side = len(rows) + 2 * QUIET_ZONE
    path = "".join(
        f"M{x + QUIET_ZONE} {y + QUIET_ZONE}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, is_dark in enumerate(row)
        if is_dark
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{side}v{side}H0z"/><path d="{path}"/></svg>'
    )


def matrix(text: str) -> Matrix:
    """
    The modules of the smallest code that holds the text.

    :raises ValueError: if the text is longer than the largest size holds
    """
    data = text.encode()
    for version in range(1, len(_SIZES) + 1):
        symbol = _blank_symbol(version)
        codewords = sum(row.count(False) for row in symbol.is_fixed) // 8
        size = _SIZES[version - 1]
        capacity = codewords - size.correction * size.blocks
        if len(data) <= capacity - _header_bytes(version):
            message = _padded(data, version=version, capacity=capacity)
            symbol.place(_interleaved(message, size=size, codewords=codewords))
            return symbol.best_masked()
    raise ValueError(f"{len(data)} bytes do not fit into a QR code")


def _header_bytes(version: int) -> int:
    """Mode and length take 12 bits, or 20 from version 10 on; the end takes the other four."""
    return 2 if version < 10 else 3


def _padded(data: bytes, *, version: int, capacity: int) -> bytes:
    length_bits = 8 if version < 10 else 16
    header = _BYTE_MODE << length_bits | len(data)
    # The four zero bits after the data end it, and complete the last byte.
    bits = (header << 8 * len(data) | int.from_bytes(data)) << 4
    message = bits.to_bytes(_header_bytes(version) + len(data))
    missing = capacity - len(message)
    return message + bytes(_PADDING[place % 2] for place in range(missing))


def _interleaved(message: bytes, *, size: _Size, codewords: int) -> bytes:
    """The blocks with their error correction, one codeword of each block after the other."""
    short = codewords // size.blocks - size.correction
    short_blocks = size.blocks - codewords % size.blocks
    blocks, start = [], 0
    for number in range(size.blocks):
        end = start + short + (number >= short_blocks)
        blocks.append(message[start:end])
        start = end
    corrections = [_error_correction(block, size.correction) for block in blocks]
    return bytes([*_by_columns(blocks), *_by_columns(corrections)])


def _by_columns(blocks: list[bytes]) -> Iterator[int]:
    for place in range(max(map(len, blocks))):
        yield from (block[place] for block in blocks if place < len(block))


def _error_correction(block: bytes, count: int) -> bytes:
    """The Reed-Solomon codewords: the remainder of the block by the generator polynomial."""
    generator = _generator(count)
    remainder = [0] * count
    for value in block:
        factor = value ^ remainder.pop(0)
        remainder.append(0)
        remainder = [
            term ^ _multiply(coefficient, factor)
            for term, coefficient in zip(remainder, generator, strict=True)
        ]
    return bytes(remainder)


def _generator(degree: int) -> list[int]:
    """The product of (x - 2^i), without its leading coefficient, which is 1."""
    polynomial, root = [0] * (degree - 1) + [1], 1
    for _ in range(degree):
        shifted = [*polynomial[1:], 0]
        polynomial = [
            _multiply(term, root) ^ following for term, following in zip(polynomial, shifted, strict=True)
        ]
        root = _multiply(root, 2)
    return polynomial


def _multiply(left: int, right: int) -> int:
    """In the field of 256 elements."""
    product = 0
    for bit in range(7, -1, -1):
        product = product << 1 ^ (product >> 7) * 0x11D
        product ^= (right >> bit & 1) * left
    return product


@dataclass(slots=True)
class _Symbol:
    """Modules, and which of them carry no data and so are never masked."""

    rows: Matrix
    is_fixed: Matrix

    @property
    def side(self) -> int:
        return len(self.rows)

    def fix(self, x: int, y: int, *, is_dark: bool) -> None:
        self.rows[y][x] = is_dark
        self.is_fixed[y][x] = True

    def place(self, codewords: bytes) -> None:
        """Fill the free modules; what is left over at the end stays light."""
        bits = (value >> bit & 1 for value in codewords for bit in range(7, -1, -1))
        for (x, y), bit in zip(self._free(), bits, strict=False):
            self.rows[y][x] = bit == 1

    def best_masked(self) -> Matrix:
        return min((self._masked(mask) for mask in range(8)), key=_penalty)

    def _free(self) -> Iterator[tuple[int, int]]:
        """In columns of two modules from the right, upwards and downwards in turn."""
        is_upwards = True
        for right in (*range(self.side - 1, 6, -2), 5, 3, 1):
            for y in range(self.side - 1, -1, -1) if is_upwards else range(self.side):
                yield from ((x, y) for x in (right, right - 1) if not self.is_fixed[y][x])
            is_upwards = not is_upwards

    def _masked(self, mask: int) -> Matrix:
        masked = _Symbol([row.copy() for row in self.rows], self.is_fixed)
        for x, y in self._free():
            masked.rows[y][x] ^= _is_inverted(mask, x, y)
        _fix_format(masked, mask)
        return masked.rows


def _blank_symbol(version: int) -> _Symbol:
    side = 17 + 4 * version
    symbol = _Symbol(*([[False] * side for _ in range(side)] for _ in range(2)))
    for place in range(side):
        symbol.fix(6, place, is_dark=place % 2 == 0)
        symbol.fix(place, 6, is_dark=place % 2 == 0)
    for x, y in ((3, 3), (side - 4, 3), (3, side - 4)):
        _fix_rings(symbol, x, y, light=(2, 4), radius=4)
    centres = _SIZES[version - 1].alignments
    corners = {(6, 6), (6, side - 7), (side - 7, 6)}
    for x, y in {(x, y) for x in centres for y in centres} - corners:
        _fix_rings(symbol, x, y, light=(1,), radius=2)
    _fix_format(symbol, mask=0)
    _fix_version(symbol, version)
    return symbol


def _fix_rings(symbol: _Symbol, x: int, y: int, *, light: Iterable[int], radius: int) -> None:
    """Square rings around a centre, within the symbol."""
    for row in range(max(y - radius, 0), min(y + radius + 1, symbol.side)):
        for column in range(max(x - radius, 0), min(x + radius + 1, symbol.side)):
            ring = max(abs(column - x), abs(row - y))
            symbol.fix(column, row, is_dark=ring not in light)


def _fix_format(symbol: _Symbol, mask: int) -> None:
    """Level and mask, twice."""
    bits = _with_check_bits(_LEVEL_M << 3 | mask, generator=0x537, count=10) ^ 0x5412
    side = symbol.side
    around_corner = [
        *((8, y) for y in (0, 1, 2, 3, 4, 5, 7)),
        (8, 8),
        *((x, 8) for x in (7, 5, 4, 3, 2, 1, 0)),
    ]
    split = [*((side - 1 - place, 8) for place in range(8)), *((8, side - 7 + place) for place in range(7))]
    for places in (around_corner, split):
        for bit, (x, y) in enumerate(places):
            symbol.fix(x, y, is_dark=bits >> bit & 1 == 1)
    symbol.fix(8, side - 8, is_dark=True)


def _fix_version(symbol: _Symbol, version: int) -> None:
    if version < 7:
        return
    bits = _with_check_bits(version, generator=0x1F25, count=12)
    for bit in range(18):
        near, far = bit // 3, symbol.side - 11 + bit % 3
        symbol.fix(near, far, is_dark=bits >> bit & 1 == 1)
        symbol.fix(far, near, is_dark=bits >> bit & 1 == 1)


def _with_check_bits(value: int, *, generator: int, count: int) -> int:
    remainder = value
    for _ in range(count):
        remainder = remainder << 1 ^ (remainder >> count - 1) * generator
    return value << count | remainder


def _is_inverted(mask: int, x: int, y: int) -> bool:
    return (
        (x + y) % 2,
        y % 2,
        x % 3,
        (x + y) % 3,
        (x // 3 + y // 2) % 2,
        x * y % 2 + x * y % 3,
        (x * y % 2 + x * y % 3) % 2,
        ((x + y) % 2 + x * y % 3) % 2,
    )[mask] == 0


def _penalty(rows: Matrix) -> int:
    """How hard it is to read, as the standard counts: runs, blocks, false finder patterns, imbalance."""
    lines = [
        "".join("1" if is_dark else "0" for is_dark in line) for line in (*rows, *zip(*rows, strict=True))
    ]
    runs = sum(len(run) - 2 for line in lines for run in _runs(line) if len(run) >= 5)
    blocks = sum(
        above[x] == above[x + 1] == below[x] == below[x + 1]
        for above, below in pairwise(rows)
        for x in range(len(rows) - 1)
    )
    finders = sum(
        line.startswith(pattern, place)
        for line in lines
        for pattern in _LOOKS_LIKE_FINDER
        for place in range(len(line))
    )
    share = 100 * sum(map(sum, rows)) // len(rows) ** 2
    return runs + 3 * blocks + 40 * finders + 10 * (abs(share - 50) // 5)


def _runs(line: str) -> list[str]:
    return line.replace("01", "0 1").replace("10", "1 0").split()

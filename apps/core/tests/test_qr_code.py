"""QR codes are read back by a reader that is written from the standard's reading side."""

import xml.etree.ElementTree as ElementTree

import pytest

from apps.core import qr_code

CAPACITIES = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]
"""Bytes that versions 1 to 10 hold at level M, from the standard's table."""

BLOCKS = [
    [(1, 26, 16)],
    [(1, 44, 28)],
    [(1, 70, 44)],
    [(2, 50, 32)],
    [(2, 67, 43)],
    [(4, 43, 27)],
    [(4, 49, 31)],
    [(2, 60, 38), (2, 61, 39)],
    [(3, 58, 36), (2, 59, 37)],
    [(4, 69, 43), (1, 70, 44)],
]
"""Number of blocks, codewords, and data codewords of them, from the standard's table."""

FORMATS_OF_LEVEL_M = [
    "101010000010010",
    "101000100100101",
    "101111001111100",
    "101101101001011",
    "100010111111001",
    "100000011001110",
    "100111110010111",
    "100101010100000",
]
"""By mask, from the standard's table."""

VERSIONS = {
    7: "000111110010010100",
    8: "001000010110111100",
    9: "001001101010011001",
    10: "001010010011010011",
}


def exponentials():
    value, powers = 1, []
    for _ in range(255):
        powers.append(value)
        value = value << 1 ^ (0x11D if value & 0x80 else 0)
    return powers


POWERS = exponentials()
LOGARITHMS = {value: exponent for exponent, value in enumerate(POWERS)}


def syndromes(block, count):
    """All zero if and only if the block is free of errors."""
    found = []
    for root in range(count):
        total = 0
        for value in block:
            total = (POWERS[(LOGARITHMS[total] + root) % 255] if total else 0) ^ value
        found.append(total)
    return found


def version_of(rows):
    return (len(rows) - 17) // 4


def text_of(rows, places):
    return "".join("1" if rows[y][x] else "0" for x, y in places)


def mask_of(rows):
    """The mask, read from both copies of the format."""
    side = len(rows)
    first = [*((x, 8) for x in (0, 1, 2, 3, 4, 5, 7, 8)), *((8, y) for y in (7, 5, 4, 3, 2, 1, 0))]
    second = [*((8, side - 1 - y) for y in range(7)), *((side - 8 + x, 8) for x in range(8))]
    assert text_of(rows, first) == text_of(rows, second)
    return FORMATS_OF_LEVEL_M.index(text_of(rows, first))


MASKS = [
    lambda i, j: (i + j) % 2 == 0,
    lambda i, _: i % 2 == 0,
    lambda _, j: j % 3 == 0,
    lambda i, j: (i + j) % 3 == 0,
    lambda i, j: (i // 2 + j // 3) % 2 == 0,
    lambda i, j: i * j % 2 + i * j % 3 == 0,
    lambda i, j: (i * j % 2 + i * j % 3) % 2 == 0,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2 == 0,
]
"""By row and column, as the standard writes them."""

ALIGNMENTS = {
    2: [18],
    3: [22],
    4: [26],
    5: [30],
    6: [34],
    7: [22, 38],
    8: [24, 42],
    9: [26, 46],
    10: [28, 50],
}


def is_data(version, i, j):
    side = 17 + 4 * version
    if i == 6 or j == 6:
        return False
    if (i < 9 and (j < 9 or j >= side - 8)) or (i >= side - 8 and j < 9):
        return False
    if version >= 7 and ((i < 6 and j >= side - 11) or (j < 6 and i >= side - 11)):
        return False
    centres = [6, *ALIGNMENTS.get(version, [])]
    last = centres[-1]
    return not any(
        abs(i - row) <= 2 and abs(j - column) <= 2
        for row in centres
        for column in centres
        if (row, column) not in {(6, 6), (6, last), (last, 6)}
    )


def codewords_of(rows):
    version, mask, side = version_of(rows), MASKS[mask_of(rows)], len(rows)
    bits, going_up, column = [], True, side - 1
    while column > 0:
        if column == 6:
            column -= 1
        for step in range(side):
            i = side - 1 - step if going_up else step
            for j in (column, column - 1):
                if is_data(version, i, j):
                    bits.append(rows[i][j] ^ mask(i, j))
        going_up, column = not going_up, column - 2
    whole = len(bits) // 8 * 8
    return [int("".join("01"[bit] for bit in bits[place : place + 8]), 2) for place in range(0, whole, 8)]


def read(rows):
    """The text; every block must be free of errors."""
    version, codewords = version_of(rows), codewords_of(rows)
    sizes = [(total, data) for count, total, data in BLOCKS[version - 1] for _ in range(count)]
    blocks = [[] for _ in sizes]
    stream = iter(codewords)
    for place in range(max(data for _, data in sizes)):
        for block, (_, data) in zip(blocks, sizes, strict=True):
            if place < data:
                block.append(next(stream))
    corrections = sizes[0][0] - sizes[0][1]
    data = [value for block in blocks for value in block]
    for _ in range(corrections):
        for block in blocks:
            block.append(next(stream))
    assert next(stream, None) is None
    for block in blocks:
        assert syndromes(block, corrections) == [0] * corrections
    bits = "".join(f"{value:08b}" for value in data)
    length_bits = 8 if version < 10 else 16
    assert bits[:4] == "0100"
    length = int(bits[4 : 4 + length_bits], 2)
    start = 4 + length_bits
    content = bytes(int(bits[place : place + 8], 2) for place in range(start, start + 8 * length, 8))
    padding = bits[start + 8 * length :]
    assert padding.startswith("0" * min(4, len(padding)))
    assert padding[4:] == ("1110110000010001" * len(bits))[: max(0, len(padding) - 4)]
    return content.decode()


@pytest.mark.parametrize("version", range(1, 11))
def test_each_size_is_read_back_when_it_is_full(version):
    text = "https://rally.example.in/" * 10
    rows = qr_code.matrix(text[: CAPACITIES[version - 1]])
    assert version_of(rows) == version
    assert read(rows) == text[: CAPACITIES[version - 1]]


@pytest.mark.parametrize("version", range(1, 10))
def test_one_byte_more_takes_the_next_size(version):
    rows = qr_code.matrix("x" * (CAPACITIES[version - 1] + 1))
    assert version_of(rows) == version + 1
    assert read(rows) == "x" * (CAPACITIES[version - 1] + 1)


@pytest.mark.parametrize(
    "text", ["", "a", "शेयर बाज़ार", "https://rally.example.in/certificates/7K3M9-Q2XRT-4WHCN-8PYDZ"]
)
def test_any_text_is_read_back(text):
    assert read(qr_code.matrix(text)) == text


def test_too_long_a_text_is_refused():
    with pytest.raises(ValueError, match="214 bytes do not fit into a QR code"):
        qr_code.matrix("x" * 214)


def test_finders_timing_and_the_dark_module_stand_where_readers_look():
    rows = qr_code.matrix("x")
    finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    for left, top in ((0, 0), (14, 0), (0, 14)):
        seen = [text_of(rows, [(left + x, top + y) for x in range(7)]) for y in range(7)]
        assert seen == finder
    assert text_of(rows, [(x, 6) for x in range(8, 13)]) == "10101"
    assert text_of(rows, [(6, y) for y in range(8, 13)]) == "10101"
    assert rows[13][8] is True


@pytest.mark.parametrize("version", VERSIONS)
def test_large_codes_carry_their_version_twice(version):
    rows = qr_code.matrix("x" * CAPACITIES[version - 1])
    side = len(rows)
    places = [(side - 9 - bit % 3, 5 - bit // 3) for bit in range(18)]
    assert text_of(rows, places) == VERSIONS[version]
    assert text_of(rows, [(y, x) for x, y in places]) == VERSIONS[version]


def test_error_correction_is_the_standards():
    # 'HELLO WORLD' in version 1-M, as textbooks compute it.
    message = bytes([32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17])
    expected = [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]
    assert list(qr_code._error_correction(message, 10)) == expected


def test_the_best_mask_is_taken():
    rows = qr_code.matrix("https://rally.example.in/certificates/7K3M9-Q2XRT-4WHCN-8PYDZ")
    share = sum(map(sum, rows)) / len(rows) ** 2
    assert 0.42 < share < 0.58


def test_the_drawing_has_a_quiet_zone_and_every_dark_module():
    rows = qr_code.matrix("x")
    root = ElementTree.fromstring(qr_code.svg("x"))
    assert root.attrib["viewBox"] == "0 0 29 29"
    _, modules = root
    assert modules.attrib["d"].count("M") == sum(map(sum, rows))
    assert modules.attrib["d"].startswith("M4 4h1v1h-1z")

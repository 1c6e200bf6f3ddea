import pytest

from apps.media import ranges
from apps.media.ranges import ByteRange, RangeNotSatisfiable


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("bytes=0-0", ByteRange(0, 1)),
        ("bytes=0-9", ByteRange(0, 10)),
        ("bytes=2-5", ByteRange(2, 6)),
        ("bytes=2-", ByteRange(2, 10)),
        ("bytes=9-", ByteRange(9, 10)),
        ("bytes=5-999999999999999999", ByteRange(5, 10)),
        ("bytes=-3", ByteRange(7, 10)),
        ("bytes=-10", ByteRange(0, 10)),
        ("bytes=-500", ByteRange(0, 10)),
        (" bytes=1-2 ", ByteRange(1, 3)),
    ],
)
def test_single_range(header, expected):
    assert ranges.parse_range(header, size=10) == expected


@pytest.mark.parametrize(
    "header",
    [
        "",
        "bytes",
        "bytes=",
        "bytes=-",
        "bytes=5-2",
        "bytes=a-b",
        "bytes=1-2,4-5",
        "bytes=1.5-2",
        "bytes=--5",
        "bytes=+1-2",
        "bytes=१-२",
        "items=0-5",
        "bytes=" + "9" * 5000 + "-",
    ],
)
def test_malformed_header_or_several_ranges_give_the_whole_file(header):
    assert ranges.parse_range(header, size=10) is None


@pytest.mark.parametrize(
    ("header", "size"),
    [
        ("bytes=10-", 10),
        ("bytes=11-20", 10),
        ("bytes=" + "9" * 30 + "-", 10),
        ("bytes=-0", 10),
        ("bytes=0-", 0),
        ("bytes=-5", 0),
    ],
)
def test_range_after_the_end_is_not_satisfiable(header, size):
    with pytest.raises(RangeNotSatisfiable):
        ranges.parse_range(header, size=size)

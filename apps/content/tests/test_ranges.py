import pytest

from apps.content.media import ranges
from apps.content.media.ranges import Span, Unsatisfiable


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("bytes=0-0", Span(0, 1)),
        ("bytes=0-9", Span(0, 10)),
        ("bytes=2-5", Span(2, 6)),
        ("bytes=2-", Span(2, 10)),
        ("bytes=9-", Span(9, 10)),
        ("bytes=5-999999999999999999", Span(5, 10)),
        ("bytes=-3", Span(7, 10)),
        ("bytes=-10", Span(0, 10)),
        ("bytes=-500", Span(0, 10)),
        (" bytes=1-2 ", Span(1, 3)),
    ],
)
def test_one_range_is_a_span(header, expected):
    assert ranges.asked(header, size=10) == expected


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
def test_what_makes_no_sense_and_several_ranges_ask_for_the_whole(header):
    assert ranges.asked(header, size=10) is None


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
def test_range_behind_the_end_cannot_be_met(header, size):
    with pytest.raises(Unsatisfiable):
        ranges.asked(header, size=size)

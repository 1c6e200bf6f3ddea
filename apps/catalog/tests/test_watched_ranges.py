from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from apps.catalog import watched_ranges

SECOND = st.integers(min_value=0, max_value=60)
PART = st.tuples(SECOND, SECOND).map(sorted).filter(lambda part: part[0] < part[1])
PARTS = st.lists(PART, max_size=8)


def covered(some):
    return {second for start, end in some for second in range(start, end)}


def test_fractions_are_cut_so_that_reports_meet():
    assert watched_ranges.within([[0, 14.7]], length=600) == [[0, 14]]
    assert watched_ranges.joined([[0, 14], *watched_ranges.within([[14.7, 29.9]], length=600)]) == [[0, 29]]


def test_what_is_past_the_end_is_cut():
    assert watched_ranges.within([[590, 10**30], [700, 800], [1e308, 1e308]], length=600) == [[590, 600]]


def test_nothing_is_covered_of_nothing():
    assert watched_ranges.within([[0, 10]], length=0) == []
    assert watched_ranges.within([[3.1, 3.9]], length=600) == []
    assert watched_ranges.seconds([]) == 0


@given(PARTS)
def test_joined_parts_cover_the_same_in_order_and_apart(some):
    whole = watched_ranges.joined(some)

    assert covered(whole) == covered(some)
    assert watched_ranges.seconds(whole) == len(covered(some))
    assert all(before[1] < after[0] for before, after in pairwise(whole))


@given(PARTS, PARTS)
def test_joining_again_or_the_other_way_round_comes_to_the_same(some, others):
    whole = watched_ranges.joined([*some, *others])

    assert watched_ranges.joined([*others, *some]) == whole
    assert watched_ranges.joined([*whole, *others]) == whole

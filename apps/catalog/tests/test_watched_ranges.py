from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from apps.catalog import watched_ranges

SECOND = st.integers(min_value=0, max_value=60)
PART = st.tuples(SECOND, SECOND).map(sorted).filter(lambda part: part[0] < part[1])
PARTS = st.lists(PART, max_size=8)


def covered(some):
    return {second for start, end in some for second in range(start, end)}


def test_fractions_are_cut_so_that_reports_are_contiguous():
    assert watched_ranges.clip([[0, 14.7]], length=600) == [[0, 14]]
    assert watched_ranges.merge([[0, 14], *watched_ranges.clip([[14.7, 29.9]], length=600)]) == [[0, 29]]


def test_what_is_past_the_end_is_cut():
    assert watched_ranges.clip([[590, 10**30], [700, 800], [1e308, 1e308]], length=600) == [[590, 600]]


def test_zero_length_has_no_ranges():
    assert watched_ranges.clip([[0, 10]], length=0) == []
    assert watched_ranges.clip([[3.1, 3.9]], length=600) == []
    assert watched_ranges.total_seconds([]) == 0


@given(PARTS)
def test_merged_ranges_are_equivalent_sorted_and_disjoint(some):
    whole = watched_ranges.merge(some)

    assert covered(whole) == covered(some)
    assert watched_ranges.total_seconds(whole) == len(covered(some))
    assert all(before[1] < after[0] for before, after in pairwise(whole))


@given(PARTS, PARTS)
def test_merging_is_idempotent_and_commutative(some, others):
    whole = watched_ranges.merge([*some, *others])

    assert watched_ranges.merge([*others, *some]) == whole
    assert watched_ranges.merge([*whole, *others]) == whole

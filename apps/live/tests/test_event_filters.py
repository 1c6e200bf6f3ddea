"""The filters of a list of live events in the URL of its page."""

import pytest
from django.http import QueryDict

from apps.live.selectors import event_filters


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("", ""),
        ("price=paid&price=free&utm=x", "price=paid"),
        ("price=gold&host=+&date=never&language=&category=+", ""),
        ("host=%1CMeera&language=%C2%85&category=%EF%BB%BF", "host=%1CMeera&language=%C2%85"),
        (f"host={'x' * 121}", ""),
    ],
)
def test_a_url_is_read_as_the_browser_reads_it(query: str, kept: str) -> None:
    """The same cases as in frontend/src/features/live/lib/eventFilters.test.ts."""
    assert event_filters.query_string(QueryDict(query)) == kept

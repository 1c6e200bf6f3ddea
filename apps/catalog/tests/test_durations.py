import pytest

from apps.catalog.admin.durations import DurationField, format_duration


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [("", 0), ("12", 720), ("12:05", 725), ("0:42", 42), ("1:02:05", 3725), (" 90 ", 5400), ("90:30", 5430)],
)
def test_duration_is_parsed(typed, seconds):
    assert DurationField().clean(typed) == seconds


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0, "0:00"), (42, "0:42"), (725, "12:05"), (3725, "1:02:05"), (36000, "10:00:00")]
)
def test_duration_is_formatted(seconds, shown):
    assert format_duration(seconds) == shown
    assert DurationField().clean(shown) == seconds


@pytest.mark.parametrize(
    "typed", ["long", "1:60", "1:60:00", "24:00:00", "1:2:3:4", "-5", "१२", "1:", "999999"]
)
def test_invalid_duration_is_refused(typed):
    with pytest.raises(Exception, match="minutes and seconds"):
        DurationField().clean(typed)

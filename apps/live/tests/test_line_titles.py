from datetime import UTC, datetime

import pytest

from apps.live import line_titles
from apps.live.tests.factories import (
    LiveTradingFactory,
    MentorshipFactory,
    SessionFactory,
    WebinarFactory,
)

pytestmark = pytest.mark.django_db

# 1:30 AM on the 27th in India.
LATE = datetime(2026, 11, 26, 20, 0, tzinfo=UTC)


def test_a_session_is_named_after_its_program_and_its_day_in_india() -> None:
    program = LiveTradingFactory(title="Opening Bell Desk")
    session = SessionFactory(program=program, name="Gap and range", starts_at=LATE)
    assert line_titles.of_session(session, program=program) == "Opening Bell Desk: Gap and range, 27 Nov 2026"


def test_a_long_program_is_shortened_and_never_the_session_or_its_day() -> None:
    program = LiveTradingFactory(title="p" * 120)
    session = SessionFactory(program=program, name="s" * 120, starts_at=LATE)
    title = line_titles.of_session(session, program=program)
    assert len(title) == 200
    assert title.endswith(f"…: {'s' * 120}, 27 Nov 2026")


def test_an_event_has_its_day_or_its_first_and_last() -> None:
    ends = datetime(2026, 11, 26, 21, 0, tzinfo=UTC)
    webinar = WebinarFactory(title="Reading the tape", starts_at=LATE, ends_at=ends)
    assert line_titles.of_event(webinar) == "Reading the tape, 27 Nov 2026"
    mentorship = MentorshipFactory(
        title="Trend", starts_at=LATE, ends_at=datetime(2026, 12, 20, 9, tzinfo=UTC)
    )
    assert line_titles.of_event(mentorship) == "Trend, 27 Nov 2026 to 20 Dec 2026"

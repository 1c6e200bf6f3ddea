from datetime import UTC, date, datetime, timedelta

import pytest

from apps.catalog.services.demo_courses import CATEGORIES
from apps.catalog.tests.factories import CategoryFactory
from apps.content.services import demo_instructors
from apps.core.indian_time import INDIA, day_of
from apps.live.models import ExchangeHoliday, LiveTrading, Meeting, Mentorship, ProgramSession, Webinar
from apps.live.services import demo_events, demo_mentorships, demo_programs

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _categories():
    for category in CATEGORIES.read():
        CategoryFactory(title=category.title)


def seed(now):
    demo_instructors.seed(now)
    demo_events.seed(now)
    demo_mentorships.seed(now)
    demo_programs.seed(now)


def all_rows():
    models = (Webinar, Mentorship, Meeting, ProgramSession)
    return [list(model.objects.order_by("pk").values()) for model in models]


def assert_complete(now):
    webinars = Webinar.objects.published()
    running = webinars.filter(starts_at__lte=now, ends_at__gt=now)
    scarce = ProgramSession.objects.filter(capacity=3, starts_at__gt=now + timedelta(days=2))
    assert webinars.count() == 12
    assert running.count() == 1
    assert webinars.filter(ends_at__lte=now).count() == 3
    assert webinars.filter(starts_at__gt=now, price_paise=0).exists()
    assert webinars.filter(starts_at__gt=now, price_paise__gt=0).exists()
    assert webinars.filter(starts_at__gt=now, capacity=2).count() == 1
    assert Mentorship.objects.published().count() == 7
    assert Mentorship.objects.published().filter(ends_at__gt=now).count() == 6
    for mentorship in Mentorship.objects.with_meetings():
        spans = [(row.starts_at, row.ends_at) for row in mentorship.meetings.all()]
        assert 4 <= len(spans) <= 8
        assert (mentorship.starts_at, mentorship.ends_at) == (spans[0][0], spans[-1][1])
    running = Mentorship.objects.get(weburlname="chart-reading-mentorship").meetings
    assert running.filter(ends_at__lte=now).count() == running.exclude(recording_url="").count() >= 2
    assert running.filter(starts_at__gt=now, revision=1, cancelled_at=None).count() == 1
    assert Meeting.objects.filter(cancelled_at__isnull=False).count() == 1
    assert LiveTrading.objects.published().count() == 4
    assert scarce.values("program").distinct().count() == 1
    for program in LiveTrading.objects.all():
        starts = [start.astimezone(INDIA) for start in program.sessions.values_list("starts_at", flat=True)]
        assert all(start.weekday() < 5 for start in starts)
        assert sum(start < now for start in starts) >= 2
        assert max(day_of(start) for start in starts) >= day_of(now) + timedelta(days=66)
    bell = LiveTrading.objects.get(weburlname="after-the-bell")
    upcoming = bell.sessions.filter(starts_at__gt=now)
    assert upcoming.count() >= 50
    session = upcoming.first()
    assert session.starts_at.astimezone(INDIA).strftime("%H:%M") == "15:45"
    assert session.ends_at.astimezone(INDIA).strftime("%H:%M") == "17:15"


# Midday on a Saturday, the minutes around midnight in India, a Friday evening.
@pytest.mark.parametrize(
    "now",
    [
        NOW,
        datetime(2026, 11, 22, 18, 29, tzinfo=UTC),
        datetime(2026, 11, 22, 18, 31, tzinfo=UTC),
        datetime(2026, 11, 27, 14, 0, tzinfo=UTC),
    ],
)
def test_demo_is_complete_whenever_it_is_seeded(now):
    seed(now)

    assert_complete(now)


def test_a_day_on_which_the_exchange_is_closed_has_no_session():
    christmas = date(2026, 12, 25)
    ExchangeHoliday.objects.update_or_create(date=christmas, defaults={"name": "Christmas"})

    seed(NOW)

    starts = ProgramSession.objects.values_list("starts_at", flat=True)
    assert {day_of(start) for start in starts} >= {date(2026, 12, 24), date(2026, 12, 28)}
    assert christmas not in {day_of(start) for start in starts}


def test_seeding_again_right_away_changes_nothing(django_assert_num_queries):
    seed(NOW)
    before = all_rows()

    # Selects instructors, webinars, mentorships and their meetings, holidays, programs twice and
    # sessions, and six of the three transactions.
    with django_assert_num_queries(14):
        seed(NOW + timedelta(minutes=5))

    assert all_rows() == before


def test_seeding_a_week_later_moves_events_and_only_adds_sessions():
    seed(NOW)
    sessions = set(ProgramSession.objects.values_list("pk", "starts_at"))

    later = NOW + timedelta(days=7)
    seed(later)

    assert sessions < set(ProgramSession.objects.values_list("pk", "starts_at"))
    assert Webinar.objects.filter(starts_at__lte=later, ends_at__gt=later).count() == 1
    assert Webinar.objects.count() == 12


def test_every_demo_row_is_valid_in_the_admin():
    seed(NOW)

    for model in (Webinar, Mentorship, Meeting, LiveTrading, ProgramSession):
        for row in model.objects.all():
            row.full_clean()


def test_what_is_held_in_hindi_says_so_and_everything_has_a_category():
    seed(NOW)

    listed = [*Webinar.objects.all(), *Mentorship.objects.all(), *LiveTrading.objects.all()]
    assert {row.weburlname for row in listed if row.language == "Hindi"} == {
        "sip-questions-answered",
        "hindi-market-circle",
        "hindi-chart-lab",
    }
    assert {row.language for row in listed} == {"English", "Hindi"}
    assert all(row.category_id for row in listed)

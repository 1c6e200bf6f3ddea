from datetime import UTC, datetime, timedelta

import factory

from apps.content.tests.factories import InstructorFactory
from apps.core.indian_time import day_of
from apps.live.models import LiveTrading, Mentorship, ProgramSession, SessionPlan, Webinar

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
SECRET = "https://meet.example.in/never-shown"


class _Event(factory.django.DjangoModelFactory):
    class Meta:
        abstract = True

    host = factory.SubFactory(InstructorFactory)
    starts_at = factory.Sequence(lambda n: NOW + timedelta(days=1, minutes=n))
    ends_at = factory.LazyAttribute(lambda event: event.starts_at + timedelta(hours=1))
    join_url = SECRET
    recording_url = SECRET
    market_data_date = factory.LazyAttribute(lambda event: day_of(event.starts_at))
    is_published = True


class WebinarFactory(_Event):
    class Meta:
        model = Webinar

    title = factory.Sequence(lambda n: f"Webinar {n}")
    weburlname = factory.Sequence(lambda n: f"webinar-{n}")


class MentorshipFactory(_Event):
    class Meta:
        model = Mentorship

    title = factory.Sequence(lambda n: f"Mentorship {n}")
    weburlname = factory.Sequence(lambda n: f"mentorship-{n}")


class LiveTradingFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = LiveTrading

    title = factory.Sequence(lambda n: f"Program {n}")
    weburlname = factory.Sequence(lambda n: f"program-{n}")
    host = factory.SubFactory(InstructorFactory)
    is_published = True


class SessionFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = ProgramSession

    program = factory.SubFactory(LiveTradingFactory)
    name = factory.Sequence(lambda n: f"Session {n}")
    starts_at = factory.Sequence(lambda n: NOW + timedelta(days=1, minutes=n))
    ends_at = factory.LazyAttribute(lambda session: session.starts_at + timedelta(minutes=90))
    base_price_paise = 49_900
    join_url = SECRET
    recording_url = SECRET
    market_data_date = factory.LazyAttribute(lambda session: day_of(session.starts_at))


class PlanFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = SessionPlan

    program = factory.SubFactory(LiveTradingFactory)
    num_of_sessions = 5
    price_name = factory.LazyAttribute(lambda plan: f"{plan.num_of_sessions} sessions")
    actual_price_paise = 49_900
    discounted_price_paise = 39_900

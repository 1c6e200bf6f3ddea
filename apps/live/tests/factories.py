from datetime import UTC, datetime, timedelta
from typing import Any

import factory

from apps.content.tests.factories import InstructorFactory
from apps.core.indian_time import day_of
from apps.live.models import LiveTrading, Meeting, Mentorship, ProgramSession, SessionPlan, Webinar

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
SECRET = "https://meet.example.in/never-shown"
ROOM = ("join_url", "recording_url", "market_data_date")


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


class MentorshipFactory(factory.django.DjangoModelFactory):
    """
    With one meeting from its start to its end, or with one for each pair of start and end in `meetings`.
    """

    class Meta:
        model = Mentorship

    title = factory.Sequence(lambda n: f"Mentorship {n}")
    weburlname = factory.Sequence(lambda n: f"mentorship-{n}")
    host = factory.SubFactory(InstructorFactory)
    starts_at = factory.Sequence(lambda n: NOW + timedelta(days=1, minutes=n))
    ends_at = factory.LazyAttribute(lambda event: event.starts_at + timedelta(hours=1))
    is_published = True

    @classmethod
    def _create(cls, model_class: type[Mentorship], *args: Any, **values: Any) -> Mentorship:
        room = {name: values.pop(name) for name in ROOM if name in values}
        spans = values.pop("meetings", None)
        if spans:
            values["starts_at"], values["ends_at"] = spans[0][0], spans[-1][1]
        mentorship: Mentorship = super()._create(model_class, *args, **values)
        spans = spans or [(mentorship.starts_at, mentorship.ends_at)]
        for number, (starts_at, ends_at) in enumerate(spans, 1):
            MeetingFactory(
                mentorship=mentorship,
                title=f"Meeting {number}",
                starts_at=starts_at,
                ends_at=ends_at,
                cancelled_at=mentorship.cancelled_at,
                **room,
            )
        return mentorship


class MeetingFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Meeting

    title = factory.Sequence(lambda n: f"Meeting {n}")
    starts_at = factory.Sequence(lambda n: NOW + timedelta(days=1, hours=2 * n))
    ends_at = factory.LazyAttribute(lambda meeting: meeting.starts_at + timedelta(minutes=90))
    join_url = SECRET
    recording_url = SECRET
    market_data_date = factory.LazyAttribute(lambda meeting: day_of(meeting.starts_at))


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

"""The pages of live things bring what their calls answer, to visitors and to who has booked."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from apps.core.testing.fixtures import Person
from apps.live.models import Booking
from apps.live.states import BookedBy, BookingStatus
from apps.live.tests.factories import MentorshipFactory, SessionFactory, WebinarFactory
from apps.site.tests.test_learnings_pages import answers

pytestmark = pytest.mark.django_db


def things(person: Person | None) -> list[tuple[str, str]]:
    """Each page beside its call; of each thing the person has a seat."""
    soon = timezone.now() + timedelta(days=1)
    values = {"starts_at": soon, "ends_at": soon + timedelta(hours=1)}
    webinar, mentorship, session = (
        make(**values) for make in (WebinarFactory, MentorshipFactory, SessionFactory)
    )
    for column, thing in (("webinar", webinar), ("mentorship", mentorship), ("session", session)):
        if person is not None:
            Booking.objects.create(
                person=person.user,
                status=BookingStatus.BOOKED,
                booked_by=BookedBy.FREE,
                made_at=soon,
                **{column: thing},
            )
    return [
        (f"/live-webinars/{webinar.weburlname}", f"/api/learning/webwebinarV1/{webinar.weburlname}"),
        (f"/live-mentorships/{mentorship.weburlname}", f"/api/mentorship/users/{mentorship.weburlname}"),
        ("/live-webinars", "/api/learning/webinarV1?skip=0&limit=50"),
        ("/live-mentorships", "/api/mentorship?skip=0&limit=50"),
        ("/live-trading", "/api/learning/web/liveotp?skip=0&limit=50"),
    ]


def test_a_visitors_pages_bring_what_the_calls_answer(client: Client) -> None:
    for page, call in things(None):
        response = client.get(page)
        assert response.status_code == 200, page
        assert [answer for _, answer in answers(response.content.decode())] == [client.get(call).json()], page


def test_a_members_pages_know_what_they_have_booked(member: Person) -> None:
    for page, call in things(member):
        brought = [answer for _, answer in answers(member.api.get(page).content.decode())]
        assert brought == [member.api.get(call).json()], page

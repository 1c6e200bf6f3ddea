"""Two members of staff on one object: the second is told what the first changed, and loses nothing."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.messages import get_messages
from django.test import Client
from django.utils import timezone

from apps.audit.models import AuditEntry
from apps.catalog.models import Course
from apps.catalog.tests.factories import CourseFactory
from apps.live.models import SessionPlan
from apps.live.services import cancellation
from apps.live.tests.factories import LiveTradingFactory, WebinarFactory
from apps.live.tests.factories import PlanFactory as SessionPlanFactory
from tests.staff.admin_pages import admin_url, load_form

pytestmark = pytest.mark.django_db


@pytest.fixture
def asha() -> Client:
    person = get_user_model().objects.create_superuser(
        mobile="9844444444", password="a long pass phrase for tests", name="Asha Nair"
    )
    client = Client()
    client.force_login(person, backend="apps.accounts.backends.ByPassword")
    return client


def texts(response: Any) -> list[str]:
    return [str(message) for message in get_messages(response.wsgi_request)]


def test_the_second_is_told_who_changed_the_same_field(admin_client: Client, asha: Client) -> None:
    course = CourseFactory(lead="First", title="Candles")
    mine, theirs = (load_form(client, admin_url(course)) for client in (admin_client, asha))
    assert asha.post(admin_url(course), {**theirs, "lead": ["Theirs"]}).status_code == 302
    response = admin_client.post(admin_url(course), {**mine, "lead": ["Mine"], "title": ["My title"]})

    assert response.status_code == 200
    (text,) = texts(response)
    assert text.startswith("While you had this page open: Asha Nair changed Short description (")
    assert text.endswith("what you typed is still here. Save again to overwrite.")
    page = response.content.decode()
    assert 'value="My title"' in page
    assert "Mine" in page
    course.refresh_from_db()
    assert (course.lead, course.title) == ("Theirs", "Candles")


def test_the_second_is_told_of_changes_of_other_fields(admin_client: Client, asha: Client) -> None:
    course = CourseFactory(lead="First", title="Candles")
    mine, theirs = (load_form(client, admin_url(course)) for client in (admin_client, asha))
    asha.post(admin_url(course), {**theirs, "lead": ["Theirs"]})
    response = admin_client.post(admin_url(course), {**mine, "title": ["Mine"]})

    assert response.status_code == 302
    assert any(
        text.startswith("While you had this page open: Asha Nair changed Short description (")
        for text in texts(response)
    )
    course.refresh_from_db()
    assert (course.lead, course.title) == ("Theirs", "Mine")


def test_what_no_staff_changed_is_said_too(admin_client: Client) -> None:
    course = CourseFactory(lead="First")
    mine = load_form(admin_client, admin_url(course))
    Course.objects.filter(pk=course.pk).update(lead="Theirs")
    response = admin_client.post(admin_url(course), {**mine, "lead": ["Mine"]})
    assert texts(response)[0].startswith(
        "While you had this page open: Short description was changed, but not by staff in the admin."
    )


def test_alone_nobody_is_told_anything(admin_client: Client) -> None:
    course = CourseFactory(lead="First")
    form = load_form(admin_client, admin_url(course))
    response = admin_client.post(admin_url(course), {**form, "lead": ["Mine"]})
    assert not any("While you had" in text for text in texts(response))


@pytest.mark.usefixtures("one_person_decides")
def test_a_conflict_in_an_inline_names_who(admin_client: Client, asha: Client) -> None:
    plan = SessionPlanFactory(program=LiveTradingFactory(), discounted_price_paise=100_00)
    page = admin_url(plan.program)
    mine, theirs = (load_form(client, page) for client in (admin_client, asha))
    name = "plans-0-discounted_price_paise"
    assert asha.post(page, {**theirs, name: ["90"], "price_confirmed": ["on"]}).status_code == 302
    response = admin_client.post(page, {**mine, name: ["80"]})
    assert "Asha Nair changed" in texts(response)[0]
    assert SessionPlan.objects.get(pk=plan.pk).discounted_price_paise == 90_00


def test_what_the_first_did_is_not_recorded_of_the_second_who_was_refused(
    admin_client: Client, asha: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    webinar = WebinarFactory(starts_at=timezone.now() + timedelta(days=2))
    page, answer = admin_url(webinar, "cancel"), {"confirmed": "1"}
    cancel = cancellation.cancel_for_everyone

    def cancel_second(**given: Any) -> Any:
        """The request has read the webinar; now somebody else is faster."""
        monkeypatch.setattr(cancellation, "cancel_for_everyone", cancel)
        asha.post(page, {**answer, "reason": "The host is ill."})
        return cancel(**given)

    monkeypatch.setattr(cancellation, "cancel_for_everyone", cancel_second)
    response = admin_client.post(page, {**answer, "reason": "Too few people."})

    assert texts(response) == ["This has ended or was already cancelled."]
    theirs, mine = AuditEntry.objects.filter(kind="action").order_by("at", "pk")
    assert (theirs.person.name, "cancelled_at" in theirs.fields.splitlines()) == ("Asha Nair", True)
    assert (mine.person.name, mine.changes) == ("Staff", [])
    assert mine.note == "Form 'cancel' sent, and refused"

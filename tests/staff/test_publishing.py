"""What is asked before something goes public, and the words that need an approval."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from apps.catalog.models import Course
from apps.catalog.tests import publishable
from apps.catalog.tests.factories import CourseFactory
from apps.content.models import Page
from apps.content.tests.factories import InstructorFactory
from apps.core import indian_time
from apps.core.publishing import REFUSED
from apps.live.models import LiveTrading, Mentorship, Webinar
from apps.live.tests import publishable as live_publishable
from apps.live.tests.factories import LiveTradingFactory, MentorshipFactory, SessionFactory, WebinarFactory
from tests.staff.admin_pages import admin_url, errors, load_form
from tests.staff.approved import approve, digest_of
from tests.staff.undeletable_rows import messages_of

pytestmark = pytest.mark.django_db

PROMISE = "Guaranteed returns for all"


def save(client: Client, row: Any, **changed: str | None) -> Any:
    form = load_form(client, admin_url(row))
    for name, value in changed.items():
        form.pop(name, None)
        if value is not None:
            form[name] = [value]
    return client.post(admin_url(row), form, follow=True)


def complete_draft(model: type[Any]) -> Any:
    if model is Course:
        return publishable.draft()
    if model is LiveTrading:
        return live_publishable.complete(SessionFactory(program__is_published=False).program)
    make = WebinarFactory if model is Webinar else MentorshipFactory
    return live_publishable.complete(make(is_published=False, price_paise=499_00))


MODELS = (Course, Webinar, Mentorship, LiveTrading)


@pytest.mark.parametrize("model", MODELS)
def test_what_is_complete_is_published_by_its_form(admin_client: Client, model: type[Any]) -> None:
    row = complete_draft(model)
    response = save(admin_client, row, is_published="on")
    assert "Missing" not in "".join(messages_of(response))
    row.refresh_from_db()
    assert row.is_published
    assert response.status_code == 200
    assert f'href="{row.get_absolute_url()}"' in admin_client.get(admin_url(row)).content.decode()


def test_a_draft_has_no_link_to_the_site(admin_client: Client) -> None:
    course = publishable.draft()
    page = admin_client.get(admin_url(course)).content.decode()
    assert course.get_absolute_url() not in page


MISSING = {
    "course": (
        lambda: CourseFactory(is_published=False, offer_price_paise=0, taught_by=[]),
        "a mentor; a cover (an image or a figure); at least one published topic; the confirmation of the"
        " price; the confirmation that it is free for everybody (price ₹0).",
    ),
    "webinar": (
        lambda: WebinarFactory(is_published=False, price_paise=100_00),
        "a cover (a banner); the confirmation of the price.",
    ),
    "mentorship": (
        lambda: MentorshipFactory(is_published=False, price_paise=0),
        "a cover (a banner); the confirmation of the price; the confirmation that it is free for everybody"
        " (price ₹0).",
    ),
    "program": (
        lambda: LiveTradingFactory(is_published=False),
        "a cover (a banner); at least one date that is not cancelled; the confirmation of the price.",
    ),
}


@pytest.mark.parametrize("kind", MISSING)
def test_what_is_missing_is_named_and_nothing_is_published(admin_client: Client, kind: str) -> None:
    make, missing = MISSING[kind]
    row = make()
    refused = f"Not published. Missing: {missing}"
    response = save(admin_client, row, is_published="on", title="Edited")
    assert messages_of(response)[0] == refused
    row.refresh_from_db()
    assert (row.is_published, row.title) == (False, "Edited")

    url = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_changelist")
    chosen = {"action": "publish", "_selected_action": [str(row.pk)]}
    page = admin_client.post(url, chosen).content.decode()
    assert "Not published. Missing: " in page
    assert 'name="confirmed"' not in page
    response = admin_client.post(url, {**chosen, "confirmed": "1"}, follow=True)
    assert messages_of(response) == [f"Edited: Missing: {missing}"]
    row.refresh_from_db()
    assert not row.is_published


def test_archived_topics_and_cancelled_dates_do_not_count(admin_client: Client) -> None:
    course = publishable.draft()
    course.chapters.update(is_published=False)
    webinar = live_publishable.complete(
        WebinarFactory(is_published=False, cancelled_at=timezone.now(), cancellation_reason="Ill")
    )
    assert "at least one published topic" in messages_of(save(admin_client, course, is_published="on"))[0]
    assert "at least one date" in messages_of(save(admin_client, webinar, is_published="on"))[0]


@pytest.mark.parametrize("model", MODELS)
def test_the_change_page_lists_what_is_missing(admin_client: Client, model: type[Any]) -> None:
    row = complete_draft(model)
    model.objects.filter(pk=row.pk).update(confirmed_prices=None)
    page = admin_client.get(admin_url(row)).content.decode()
    assert "Before publishing</h2>" in page
    assert "missing the confirmation of the price" in page


def test_what_is_published_stays_so_when_other_fields_change(admin_client: Client) -> None:
    """It was published before anything was asked, and its texts have a promise."""
    for row in (
        CourseFactory(title=PROMISE),
        WebinarFactory(title=PROMISE),
        LiveTradingFactory(title=PROMISE),
    ):
        save(admin_client, row, weburlname="another")
        row.refresh_from_db()
        assert (row.is_published, row.weburlname) == (True, "another")


# --- the advertisement code -----------------------------------------------------------------------


@pytest.mark.parametrize("model", MODELS)
def test_a_promise_needs_an_approval_that_has_not_ended(admin_client: Client, model: type[Any]) -> None:
    row, today = complete_draft(model), indian_time.day_of(timezone.now())
    text = messages_of(save(admin_client, row, is_published="on", long_description=PROMISE))[0]
    asked = "an approval of these texts, today or later, by Compliance."
    name = row._meta.get_field("long_description").verbose_name
    assert text == f"Not published. Missing: {asked} Promise of return in '{name}': “{PROMISE}”."
    page = admin_client.get(admin_url(row)).content.decode()
    assert f"<q>{PROMISE}</q>" in page

    row.refresh_from_db()
    approve(row, until=today - timedelta(days=1))
    save(admin_client, row, is_published="on")
    row.refresh_from_db()
    assert not row.is_published
    approve(row, until=today)
    save(admin_client, row, is_published="on")
    row.refresh_from_db()
    assert row.is_published


@pytest.mark.parametrize("model", MODELS)
def test_an_approval_is_on_no_form_not_even_the_owners(admin_client: Client, model: type[Any]) -> None:
    row = complete_draft(model)
    page = admin_client.get(admin_url(row)).content.decode()
    assert 'name="approval_number"' not in page
    claimed = {"approval_number": "A-1", "approval_last_day": "2099-01-01", "approved_digest": digest_of(row)}
    save(admin_client, row, long_description=PROMISE, is_published="on", **claimed)
    row.refresh_from_db()
    assert (row.is_published, row.approval_number, row.approval_last_day) == (False, "", None)


@pytest.mark.parametrize("model", MODELS)
def test_an_approval_is_for_the_texts_as_they_were(admin_client: Client, model: type[Any]) -> None:
    row = complete_draft(model)
    model.objects.filter(pk=row.pk).update(long_description=PROMISE)
    row.refresh_from_db()
    approve(row)
    save(admin_client, row, is_published="on")
    other = f"{PROMISE}, and more"
    refused = save(admin_client, row, long_description=other)
    assert errors(refused)["__all__"][0] == REFUSED
    row.refresh_from_db()
    assert (row.is_published, row.long_description) == (True, PROMISE)

    admin_client.post(admin_url(row, "archive"), {"to": "archived"})
    row.refresh_from_db()
    save(admin_client, row, long_description=other)
    assert "for other texts: these have none" in admin_client.get(admin_url(row)).content.decode()
    save(admin_client, row, is_published="on")
    row.refresh_from_db()
    assert (row.is_published, row.long_description) == (False, other)


def test_a_promise_in_a_chapter_or_a_session_counts(admin_client: Client) -> None:
    course = publishable.draft()
    course.chapters.update(title=PROMISE)
    session = SessionFactory(name=PROMISE, program__is_published=False)
    program = live_publishable.complete(session.program)
    assert "in a chapter: " in messages_of(save(admin_client, course, is_published="on"))[0]
    assert "in a session: " in messages_of(save(admin_client, program, is_published="on"))[0]


def test_a_promise_is_not_added_to_what_is_public(admin_client: Client) -> None:
    webinar = WebinarFactory(agenda=["First"])
    response = save(admin_client, webinar, agenda=f"First\n{PROMISE}")
    assert errors(response)["__all__"] == [
        REFUSED,
        f"Promise of return in 'agenda': “First {PROMISE}”",
    ]
    webinar.refresh_from_db()
    assert webinar.agenda == ["First"]


@pytest.mark.usefixtures("one_person_decides")
def test_a_price_of_0_is_confirmed_and_the_confirmation_ends_with_a_price(admin_client: Client) -> None:
    webinar = WebinarFactory(price_paise=499_00)
    refused = save(admin_client, webinar, price_paise="0")
    assert errors(refused) == {"free_confirmed": ["The price is 0. Tick this if it is free for everybody."]}
    save(admin_client, webinar, price_paise="0", free_confirmed="on")
    webinar.refresh_from_db()
    assert (webinar.price_paise, webinar.free_confirmed) == (0, True)
    assert webinar.confirmed_prices == [0]
    save(admin_client, webinar, price_paise="10", price_confirmed="on")
    webinar.refresh_from_db()
    assert (webinar.price_paise, webinar.free_confirmed, webinar.confirmed_prices) == (10_00, False, [10_00])


@pytest.mark.parametrize("model", MODELS)
def test_a_list_of_chosen_rows_costs_the_same_queries(
    admin_client: Client, model: type[Any], django_assert_max_num_queries: Any
) -> None:
    url = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    admin_client.get(url)
    counts = []
    for number in (1, 5):
        rows = [complete_draft(model) for _ in range(number)]
        chosen = {"action": "publish", "_selected_action": [str(row.pk) for row in rows]}
        with django_assert_max_num_queries(40) as found:
            page = admin_client.post(url, chosen).content.decode()
        assert f'value="Publish {len(rows)}"' in page
        counts.append(len(found))
    assert counts[0] == counts[1]


def test_the_links_to_the_site_lead_to_pages(admin_client: Client, client: Client) -> None:
    rows = [*Page.objects.all(), InstructorFactory(), *(complete_draft(model) for model in MODELS)]
    for model in MODELS:
        model.objects.update(is_published=True)
    assert len(rows) > 10
    for row in rows:
        link = f'href="{escape(row.get_absolute_url())}"'
        assert link in admin_client.get(admin_url(row)).content.decode(), row
        assert client.get(row.get_absolute_url()).status_code == 200, row.get_absolute_url()
    assert client.get("/mobile/nothing").status_code == 404

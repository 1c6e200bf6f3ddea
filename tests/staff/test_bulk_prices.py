"""New prices for several rows, with a preview, and the history of a price."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core import signing
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from apps.audit.models import AuditEntry
from apps.catalog.models import Course
from apps.catalog.tests.factories import CourseFactory
from apps.content.listed_price import ListedPrice
from apps.content.models import ProposedChange
from apps.content.services import bulk_changes, changes
from apps.content.services.bulk_changes import NewPrice, PriceKind
from apps.core.testing.parallel import in_parallel
from apps.live.models import ProgramSession
from apps.live.services import prices
from apps.live.tests.factories import (
    LiveTradingFactory,
    MentorshipFactory,
    PlanFactory,
    SessionFactory,
    WebinarFactory,
)
from apps.pro.tests.factories import PlanFactory as ProPlanFactory
from tests.staff.admin_pages import admin_url, load_form
from tests.staff.bulk_prices import approver, post, preview
from tests.staff.undeletable_rows import messages_of

pytestmark = pytest.mark.django_db

KIND = PriceKind("offer_price_paise", "markup_price_paise", "markup_last_day")


@pytest.mark.usefixtures("one_person_decides")
def test_the_preview_says_who_pays_what_and_changes_nothing(admin_client: Client) -> None:
    first = CourseFactory(title="Candles", offer_price_paise=1_000_00, total_learners=12)
    second = CourseFactory(title="Funds", offer_price_paise=200_00, is_pro=True)
    assert "2 chosen." in post(admin_client, [first, second]).content.decode()
    text, confirmation = preview(admin_client, [first, second], percent="-20")
    assert "Candles ₹1,000.00 ₹800.00 New buyers: ₹800 plus GST. 12 learners keep it and pay nothing." in text
    assert "Funds ₹200.00 ₹160.00 New buyers: ₹160 plus GST. Free with Pro." in text
    assert "Orders that were placed keep ₹1,000." in text
    assert set(Course.objects.values_list("offer_price_paise", flat=True)) == {1_000_00, 200_00}
    assert not AuditEntry.objects.exists()

    response = post(admin_client, [first, second], **confirmation)
    assert messages_of(response) == ["2 were given the new price."]
    found = Course.objects.order_by("title").values_list(
        "offer_price_paise", "confirmed_prices", "free_confirmed"
    )
    assert list(found) == [(800_00, [800_00], False), (160_00, [160_00], False)]
    assert AuditEntry.objects.filter(kind="action", fields__contains="offer_price_paise").count() == 2


REFUSED = [
    ({"offer_price_paise": 500_00}, {"price": "500"}, "It already has this price."),
    ({"offer_price_paise": 500_00}, {"price": "0"}, "Confirm that it is free for everybody."),
    ({"offer_price_paise": 500_00}, {"price": "0.50"}, "A price is 0, or from ₹1 to "),
    ({"offer_price_paise": 500_00}, {"price": "500000"}, "The bill would be ₹5,90,000.00 with GST: "),
    (
        {"offer_price_paise": 500_00, "markup_price_paise": 900_00},
        {"price": "900"},
        "The original price (₹900) must be above the price.",
    ),
]


@pytest.mark.parametrize(("values", "sent", "reason"), REFUSED)
def test_a_refused_row_has_its_reason(
    admin_client: Client, values: dict[str, Any], sent: dict[str, str], reason: str
) -> None:
    course, other = CourseFactory(**values), CourseFactory(offer_price_paise=700_00)
    text, confirmation = preview(admin_client, [course, other], **sent)
    assert f"Not changed. {reason}" in text or reason in text
    response = post(admin_client, [course, other], **confirmation)
    assert reason in "".join(messages_of(response))
    course.refresh_from_db()
    assert course.offer_price_paise == values["offer_price_paise"]


@pytest.mark.usefixtures("one_person_decides")
def test_sessions_have_whole_rupees_and_a_program_that_is_free(admin_client: Client) -> None:
    session = SessionFactory(base_price_paise=499_00)
    PlanFactory(program=session.program)
    assert "in whole rupees" in preview(admin_client, [session], price="10.50")[0]
    assert "of its program first" in preview(admin_client, [session], price="0", is_free="on")[0]
    text, confirmation = preview(admin_client, [session], price="399")
    assert "With a plan of the program its price counts." in text
    post(admin_client, [session], **confirmation)
    session.refresh_from_db()
    assert session.base_price_paise == 399_00


def test_a_cancelled_webinar_keeps_its_price(admin_client: Client, later: Any) -> None:
    webinar = WebinarFactory(
        price_paise=100_00, cancelled_at="2026-11-01T00:00:00Z", cancellation_reason="Ill"
    )
    assert "It was cancelled." in preview(admin_client, [webinar], price="50")[0]


@pytest.mark.usefixtures("one_person_decides")
def test_a_price_that_changed_meanwhile_is_not_overwritten(admin_client: Client) -> None:
    course, other = CourseFactory(offer_price_paise=1_000_00), CourseFactory(offer_price_paise=1_000_00)
    _, confirmation = preview(admin_client, [course, other], price="800")
    Course.objects.filter(pk=course.pk).update(offer_price_paise=900_00)
    response = post(admin_client, [course, other], **confirmation)
    assert messages_of(response) == [
        "1 was given the new price.",
        f"{course}: The price was changed to ₹900 in the meantime. Nothing was overwritten.",
    ]
    course.refresh_from_db()
    other.refresh_from_db()
    assert (course.offer_price_paise, other.offer_price_paise) == (900_00, 800_00)


def test_what_was_not_in_the_preview_is_not_changed(admin_client: Client) -> None:
    course, other = CourseFactory(offer_price_paise=1_000_00), CourseFactory(offer_price_paise=1_000_00)
    _, confirmation = preview(admin_client, [course], price="800")
    post(admin_client, [course, other], **confirmation)
    for shown in ("", "x", "a:b:c", signing.dumps({"x": 1}), confirmation["shown"] + "x"):
        response = post(admin_client, [other], **{**confirmation, "shown": shown})
        assert messages_of(response) == ["Nothing was changed: the preview is out of date. Try again."]
    other.refresh_from_db()
    assert other.offer_price_paise == 1_000_00


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"price": "5", "percent": "5"},
        {"price": "-1"},
        {"price": "NaN"},
        {"price": "1" * 400},
        {"percent": "-101"},
        {"percent": "1e999"},
        {"price": "\x00"},
    ],
)
def test_a_wrong_price_is_asked_again(admin_client: Client, values: dict[str, str]) -> None:
    course = CourseFactory(offer_price_paise=500_00)
    for button in ("preview", "confirmed"):
        response = post(admin_client, [course], **{**values, button: "1"})
        assert "Nothing has been changed" in response.content.decode()
    course.refresh_from_db()
    assert course.offer_price_paise == 500_00


def test_more_than_a_hundred_are_refused(admin_client: Client) -> None:
    rows = [CourseFactory(taught_by=[]) for _ in range(101)]
    url = reverse("admin:catalog_course_changelist")
    chosen = {"action": "change_prices", "_selected_action": [str(rows[0].pk)], "select_across": "1"}
    response = admin_client.post(url, {**chosen, "index": "0"}, follow=True)
    assert messages_of(response) == ["Choose at most 100 at a time, so that you can read the preview."]


def test_a_preview_costs_the_same_queries(admin_client: Client, django_assert_max_num_queries: Any) -> None:
    preview(admin_client, [SessionFactory()], price="5")
    counts = []
    for number in (1, 6):
        rows = [SessionFactory() for _ in range(number)]
        with django_assert_max_num_queries(40) as found:
            preview(admin_client, rows, price="5")
        counts.append(len(found))
    assert counts[0] == counts[1]


# --- the history ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("one_person_decides")
def test_the_history_has_forms_and_bulk_changes(admin_client: Client) -> None:
    course = CourseFactory(offer_price_paise=1_000_00)
    form = load_form(admin_client, admin_url(course))
    admin_client.post(admin_url(course), {**form, "offer_price_paise": ["900"], "price_confirmed": ["on"]})
    admin_client.post(admin_url(course), {**load_form(admin_client, admin_url(course)), "lead": ["Edited"]})
    post(admin_client, [course], **preview(admin_client, [course], price="800")[1])
    found = admin_client.get(admin_url(course)).context["price_history"]
    assert [(change.name, change.old, change.new) for change in found] == [
        ("Price", "₹900.00", "₹800.00"),
        ("Price", "₹1,000.00", "₹900.00"),
    ]
    assert "Price history (2)" in admin_client.get(admin_url(course)).content.decode()


@pytest.mark.usefixtures("one_person_decides")
def test_the_history_of_a_program_has_its_plans(admin_client: Client) -> None:
    plan = PlanFactory(program=LiveTradingFactory(), discounted_price_paise=300_00, num_of_sessions=5)
    form = load_form(admin_client, admin_url(plan.program))
    new = {"plans-0-discounted_price_paise": ["250"], "price_confirmed": ["on"]}
    admin_client.post(admin_url(plan.program), {**form, **new})
    [change] = admin_client.get(admin_url(plan.program)).context["price_history"]
    assert (change.old, change.new) == ("₹300.00", "₹250.00")
    assert change.name == "Session plan '5 sessions': price per session"


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_of_two_staff_with_the_same_preview_one_changes_the_price() -> None:
    courses = [CourseFactory(offer_price_paise=1_000_00) for _ in range(3)]
    shown = {course.pk: ListedPrice(1_000_00) for course in courses}

    def change(number: int) -> int:
        new = NewPrice(paise=(800_00, 700_00)[number])
        lines = bulk_changes.change_prices(of=Course, shown=shown, kind=KIND, new=new)
        return sum(not line.refused for line in lines)

    assert sorted(in_parallel(change, times=2), key=str) == [0, 3]
    assert len(set(Course.objects.values_list("offer_price_paise", flat=True))) == 1


@pytest.mark.postgresql
def test_a_program_is_locked_before_its_sessions_as_by_its_form() -> None:
    session = SessionFactory(base_price_paise=1_000_00)
    with CaptureQueriesContext(connection) as queries:
        bulk_changes.change_prices_in_transaction(
            of=ProgramSession,
            shown={session.pk: ListedPrice(1_000_00)},
            kind=prices.SESSION,
            new=NewPrice(paise=800_00),
        )
    locks = [query["sql"] for query in queries if "FOR NO KEY UPDATE" in query["sql"]]
    assert [sql.split('"')[1] for sql in locks[:2]] == ["live_livetrading", "live_programsession"]
    session.refresh_from_db()
    assert session.base_price_paise == 800_00


# --- a second person ------------------------------------------------------------------------------


def test_a_new_price_waits_for_a_second_person(admin_client: Client) -> None:
    course, other = CourseFactory(offer_price_paise=1_000_00), CourseFactory(offer_price_paise=1_000_00)
    text, confirmation = preview(admin_client, [course, other], price="800")
    assert "Nothing changes until another person approves it." in text
    Course.objects.filter(pk=other.pk).update(offer_price_paise=900_00)
    response = post(admin_client, [course, other], **confirmation)
    assert messages_of(response) == [
        "1 was proposed: another person must approve the new price.",
        f"{other}: The price was changed to ₹900 in the meantime. Nothing was overwritten.",
    ]
    change = ProposedChange.objects.get()
    again = post(admin_client, [course], **preview(admin_client, [course], price="700")[1])
    assert messages_of(again) == [f"{course}: {changes.ChangeWaits.message}"]
    course.refresh_from_db()
    assert course.offer_price_paise == 1_000_00

    changes.approve(change_id=change.pk, by=approver(), at=timezone.now())
    course.refresh_from_db()
    assert (course.offer_price_paise, course.confirmed_prices) == (800_00, [800_00])
    [entry] = admin_client.get(admin_url(course)).context["price_history"]
    assert (entry.by, entry.old, entry.new) == ("Asha", "₹1,000.00", "₹800.00")


def test_a_price_for_later_waits_and_applies_at_its_time(admin_client: Client) -> None:
    session = SessionFactory(base_price_paise=499_00)
    later = timezone.localtime(timezone.now() + timedelta(days=2))
    when = {"applies_at_0": f"{later:%Y-%m-%d}", "applies_at_1": f"{later:%H:%M}"}
    text, confirmation = preview(admin_client, [session], price="399", **when)
    assert "then it applies on" in text
    post(admin_client, [session], **confirmation)
    change = ProposedChange.objects.get()
    assert change.applies_at == later.replace(second=0, microsecond=0)
    changes.approve(change_id=change.pk, by=approver(), at=timezone.now())
    session.refresh_from_db()
    assert session.base_price_paise == 499_00
    for _ in range(2):
        changes.apply_due(change_id=change.pk, at=later)
    session.refresh_from_db()
    change.refresh_from_db()
    assert (session.base_price_paise, change.status) == (399_00, "applied")


def test_a_proposed_price_does_not_overwrite_another(admin_client: Client) -> None:
    course = CourseFactory(offer_price_paise=1_000_00)
    post(admin_client, [course], **preview(admin_client, [course], price="800")[1])
    Course.objects.filter(pk=course.pk).update(offer_price_paise=900_00)
    with pytest.raises(changes.Outdated):
        changes.approve(change_id=ProposedChange.objects.get().pk, by=approver(), at=timezone.now())
    course.refresh_from_db()
    assert (course.offer_price_paise, ProposedChange.objects.get().status) == (900_00, "waiting")


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (CourseFactory, "offer_price_paise"),
        (WebinarFactory, "price_paise"),
        (SessionFactory, "base_price_paise"),
    ],
)
def test_the_form_does_not_go_around_the_second_person(admin_client: Client, make: Any, field: str) -> None:
    row = make()
    form = load_form(admin_client, admin_url(row))
    response = admin_client.post(admin_url(row), {**form, field: ["7"]})
    [error] = response.context["adminform"].form.errors[field]
    assert error.startswith("A new price needs a second person.")
    before = getattr(row, field)
    row.refresh_from_db()
    assert getattr(row, field) == before


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (CourseFactory, "offer_price_paise"),
        (WebinarFactory, "price_paise"),
        (MentorshipFactory, "price_paise"),
        (SessionFactory, "base_price_paise"),
        (PlanFactory, "discounted_price_paise"),
        (ProPlanFactory, "discounted_price_paise"),
    ],
)
@pytest.mark.usefixtures("one_person_decides")
def test_no_price_is_above_what_the_provider_takes(admin_client: Client, make: Any, field: str) -> None:
    row = make()
    form = load_form(admin_client, admin_url(row))
    response = admin_client.post(admin_url(row), {**form, field: ["423729"]})
    [error] = response.context["adminform"].form.errors[field]
    assert error.startswith("The bill would be ₹5,00,000.22 with GST: more than the ₹5,00,000")


def test_the_price_of_a_draft_needs_nobody(admin_client: Client) -> None:
    course = CourseFactory(is_published=False)
    form = load_form(admin_client, admin_url(course))
    assert admin_client.post(admin_url(course), {**form, "offer_price_paise": ["7"]}).status_code == 302


@pytest.mark.parametrize(
    ("make", "field"), [(CourseFactory, "offer_price_paise"), (WebinarFactory, "price_paise")]
)
def test_what_was_public_does_not_go_around_the_second_person_as_a_draft(
    admin_client: Client, make: Any, field: str
) -> None:
    row = make()
    before, url = getattr(row, field), admin_url(row)
    form = load_form(admin_client, url)
    taken_back = {name: values for name, values in form.items() if name != "is_published"}
    in_one_step = admin_client.post(url, {**taken_back, field: ["7"]})
    assert list(in_one_step.context["adminform"].form.errors) == [field]
    assert admin_client.post(url, taken_back).status_code == 302
    row.refresh_from_db()
    assert (row.is_published, getattr(row, field)) == (False, before)
    as_draft = admin_client.post(url, {**load_form(admin_client, url), field: ["7"]})
    [error] = as_draft.context["adminform"].form.errors[field]
    assert error.startswith("A new price needs a second person.")
    # The action proposes it, and nothing stops other changes of the draft.
    response = post(admin_client, [row], **preview(admin_client, [row], price="700")[1])
    assert messages_of(response) == ["1 was proposed: another person must approve the new price."]
    assert admin_client.post(url, {**load_form(admin_client, url), "title": ["New"]}).status_code == 302


def test_what_was_archived_does_not_go_around_the_second_person(admin_client: Client) -> None:
    course = CourseFactory()
    admin_client.post(admin_url(course, "archive"))
    course.refresh_from_db()
    assert not course.is_published
    form = load_form(admin_client, admin_url(course))
    response = admin_client.post(admin_url(course), {**form, "offer_price_paise": ["7"]})
    assert list(response.context["adminform"].form.errors) == ["offer_price_paise"]

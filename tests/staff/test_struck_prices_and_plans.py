"""New prices with the price that is struck through or usual: of courses, and of plans."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from apps.accounts.models import User
from apps.catalog.models import Course
from apps.catalog.tests.factories import CourseFactory
from apps.content.models import ProposedChange
from apps.content.months import day_in_words
from apps.content.services import changes
from apps.core import indian_time
from apps.live.models import LiveTrading, SessionSeries
from apps.live.tests.factories import LiveTradingFactory, PlanFactory, SessionFactory
from apps.pro.tests.factories import PlanFactory as ProPlanFactory
from tests.staff.admin_pages import admin_url, errors, load_form
from tests.staff.bulk_prices import approver, post, preview
from tests.staff.undeletable_rows import messages_of

pytestmark = pytest.mark.django_db

NOON = datetime(2027, 1, 5, 12, tzinfo=UTC)


def in_days(days: int) -> str:
    return str(indian_time.day_of(timezone.now()) + timedelta(days=days))


@pytest.mark.usefixtures("one_person_decides")
def test_a_struck_price_is_set_changed_and_removed_with_a_preview(admin_client: Client) -> None:
    course = CourseFactory(offer_price_paise=800_00)
    values = {"price": "700", "struck": "1000", "struck_last_day": in_days(9)}
    text, confirmation = preview(admin_client, [course], **values)
    until = f"until {day_in_words(date.fromisoformat(in_days(9)))}"
    assert f"₹800.00 ₹700.00 ₹1,000 struck through {until} New buyers: ₹700 plus GST." in text
    assert messages_of(post(admin_client, [course], **confirmation)) == ["1 was given the new price."]
    course.refresh_from_db()
    found = (course.offer_price_paise, course.markup_price_paise, str(course.markup_last_day))
    assert found == (700_00, 1_000_00, in_days(9))

    text, confirmation = preview(admin_client, [course], is_struck_removed="on")
    assert f"₹700.00 ₹1,000 struck through {until} ₹700.00 Nobody pays another price." in text
    post(admin_client, [course], **confirmation)
    course.refresh_from_db()
    found = (course.offer_price_paise, course.markup_price_paise, course.markup_last_day)
    assert found == (700_00, None, None)


@pytest.mark.parametrize(
    "values",
    [
        {"struck": "1000"},
        {"struck_last_day": in_days(9)},
        {"struck": "1000", "struck_last_day": in_days(-1)},
        {"struck": "1000", "struck_last_day": "\x00"},
        {"struck": "1000", "struck_last_day": "9999-99-99"},
        {"struck": "1000", "struck_last_day": in_days(9), "is_struck_removed": "on"},
        {"struck": "NaN", "struck_last_day": in_days(9)},
    ],
)
def test_a_wrong_struck_price_is_asked_again(admin_client: Client, values: dict[str, str]) -> None:
    course = CourseFactory(offer_price_paise=500_00)
    for button in ("preview", "confirmed"):
        response = post(admin_client, [course], price="400", **values, **{button: "1"})
        assert "Nothing has been changed" in response.content.decode()
    course.refresh_from_db()
    assert (course.offer_price_paise, course.markup_price_paise) == (500_00, None)


def test_a_struck_price_that_changed_meanwhile_is_not_overwritten(admin_client: Client) -> None:
    course = CourseFactory(offer_price_paise=800_00)
    _, confirmation = preview(admin_client, [course], price="700")
    Course.objects.filter(pk=course.pk).update(markup_price_paise=900_00)
    assert messages_of(post(admin_client, [course], **confirmation)) == [
        f"{course}: The price was changed to ₹800, ₹900 struck through in the meantime. "
        "Nothing was overwritten."
    ]


# --- plans ----------------------------------------------------------------------------------------


def session_plan() -> Any:
    return PlanFactory(
        program=LiveTradingFactory(),
        num_of_sessions=5,
        discounted_price_paise=300_00,
        actual_price_paise=400_00,
    )


def pro_plan() -> Any:
    return ProPlanFactory(discounted_price_paise=300_00, actual_price_paise=400_00)


PLANS = [(session_plan, "program", "plans"), (pro_plan, "section", "plans")]


@pytest.mark.parametrize(("make", "owner", "prefix"), PLANS)
@pytest.mark.usefixtures("one_person_decides")
def test_a_plan_has_a_usual_price_and_a_price(
    admin_client: Client, make: Callable[[], Any], owner: str, prefix: str
) -> None:
    plan = make()
    assert "struck_last_day" not in post(admin_client, [plan]).content.decode()
    above = preview(admin_client, [plan], price="401")[0]
    assert "The usual price (₹400) must not be below the price." in above
    text, confirmation = preview(admin_client, [plan], price="450", struck="500")
    assert "₹300.00 ₹400 struck through ₹450.00 ₹500 struck through" in text
    post(admin_client, [plan], **confirmation)
    plan.refresh_from_db()
    assert (plan.discounted_price_paise, plan.actual_price_paise) == (450_00, 500_00)
    history = admin_client.get(admin_url(plan)).context["price_history"]
    found = sorted((change.old, change.new) for change in history)
    assert found == [("₹300.00", "₹450.00"), ("₹400.00", "₹500.00")]


def test_a_plan_of_pro_is_never_free(admin_client: Client) -> None:
    assert "A plan must cost at least ₹1." in preview(admin_client, [pro_plan()], price="0", is_free="on")[0]
    text = preview(admin_client, [session_plan()], price="0", is_free="on")[0]
    assert "of its program first" in text


@pytest.mark.parametrize(("make", "owner", "prefix"), PLANS)
def test_the_price_of_a_plan_needs_a_second_person(
    admin_client: Client, make: Callable[[], Any], owner: str, prefix: str
) -> None:
    plan = make()
    needed = "A new price needs a second person."
    for url, name in ((admin_url(getattr(plan, owner)), f"{prefix}-0-"), (admin_url(plan), "")):
        for field in ("discounted_price_paise", "actual_price_paise"):
            form = {**load_form(admin_client, url), f"{name}{field}": ["350"]}
            assert needed in admin_client.post(url, form).content.decode(), (url, field)
    response = post(admin_client, [plan], **preview(admin_client, [plan], price="350")[1])
    assert messages_of(response) == ["1 was proposed: another person must approve the new price."]
    plan.refresh_from_db()
    assert plan.discounted_price_paise == 300_00
    change = ProposedChange.objects.get()
    page = admin_client.get(admin_url(change))
    assert "₹350, ₹400 struck through" in [line.text for line in page.context["compared"][0].lines]
    changes.approve(change_id=change.pk, by=approver(), at=timezone.now())
    plan.refresh_from_db()
    assert (plan.discounted_price_paise, plan.actual_price_paise) == (350_00, 400_00)


@pytest.mark.parametrize(("make", "owner", "prefix"), PLANS)
def test_the_price_of_a_draft_plan_is_free(
    admin_client: Client, make: Callable[[], Any], owner: str, prefix: str
) -> None:
    plan = make()
    row = getattr(plan, owner)
    type(row).objects.filter(pk=row.pk).update(is_published=False)
    url = admin_url(row)
    form = load_form(admin_client, url)
    admin_client.post(url, {**form, f"{prefix}-0-discounted_price_paise": ["350"]})
    plan.refresh_from_db()
    assert plan.discounted_price_paise == 350_00


@pytest.mark.parametrize(("make", "owner", "prefix"), PLANS)
def test_a_plan_that_was_public_does_not_go_around_the_second_person(
    admin_client: Client, make: Callable[[], Any], owner: str, prefix: str
) -> None:
    plan = make()
    url, price = admin_url(getattr(plan, owner)), {f"{prefix}-0-discounted_price_paise": ["1"]}
    form = load_form(admin_client, url)
    taken_back = {name: values for name, values in form.items() if name != "is_published"}
    needed = "A new price needs a second person."
    assert needed in admin_client.post(url, {**taken_back, **price}).content.decode()
    assert admin_client.post(url, taken_back).status_code == 302
    assert needed in admin_client.post(url, {**load_form(admin_client, url), **price}).content.decode()
    own_url = admin_url(plan)
    own = {**load_form(admin_client, own_url), "discounted_price_paise": ["1"]}
    assert needed in admin_client.post(own_url, own).content.decode()
    plan.refresh_from_db()
    assert (getattr(plan, owner).is_published, plan.discounted_price_paise) == (False, 300_00)


def test_a_plan_of_pro_that_was_public_on_its_own_keeps_its_price(admin_client: Client) -> None:
    plan = pro_plan()
    url = admin_url(plan.section)
    form = load_form(admin_client, url)
    taken_back = {name: values for name, values in form.items() if name != "plans-0-is_published"}
    assert admin_client.post(url, taken_back).status_code == 302
    form = {**load_form(admin_client, url), "plans-0-discounted_price_paise": ["1"]}
    assert "A new price needs a second person." in admin_client.post(url, form).content.decode()


def test_the_choice_of_plans_stays_when_a_program_is_taken_back(admin_client: Client) -> None:
    plan = session_plan()
    url = admin_url(plan.program)
    form = load_form(admin_client, url)
    taken_back = {name: values for name, values in form.items() if name != "is_published"}
    deleted = {"plans-0-DELETE": ["on"]}
    refused = "before the program is published for the first time"
    assert refused in admin_client.post(url, {**taken_back, **deleted}).content.decode()
    assert admin_client.post(url, taken_back).status_code == 302
    assert refused in admin_client.post(url, {**load_form(admin_client, url), **deleted}).content.decode()
    assert plan.program.plans.count() == 1


def test_with_a_second_person_the_choice_of_plans_of_a_public_program_stays(admin_client: Client) -> None:
    plan = session_plan()
    url = admin_url(plan.program)
    form = load_form(admin_client, url)
    added = {
        "plans-TOTAL_FORMS": ["2"],
        "plans-1-price_name": ["Ten"],
        "plans-1-num_of_sessions": ["10"],
        "plans-1-actual_price_paise": ["400"],
        "plans-1-discounted_price_paise": ["1"],
        "plans-1-validity_days": ["90"],
    }
    for changed in (added, {"plans-0-DELETE": ["on"]}, {"plans-0-num_of_sessions": ["2"]}):
        page = admin_client.post(url, {**form, **changed}).content.decode()
        assert "before the program is published for the first time" in page, changed
    assert list(plan.program.plans.values_list("num_of_sessions", flat=True)) == [5]
    renamed = {**form, "plans-0-price_name": ["Week"]}
    admin_client.post(url, renamed)
    plan.refresh_from_db()
    assert plan.price_name == "Week"


def test_a_struck_price_of_what_is_public_needs_a_second_person(admin_client: Client) -> None:
    course = CourseFactory(offer_price_paise=800_00, markup_price_paise=900_00, markup_last_day=in_days(3))
    url = admin_url(course)
    for changed in ({"markup_price_paise": ["2000"]}, {"markup_last_day": [in_days(300)]}):
        response = admin_client.post(url, {**load_form(admin_client, url), **changed})
        assert list(errors(response)) == list(changed)
        assert errors(response)[next(iter(changed))][0].startswith("A new price needs a second person.")
    values = {"struck": "2000", "struck_last_day": in_days(300)}
    post(admin_client, [course], **preview(admin_client, [course], **values)[1])
    change = ProposedChange.objects.get()
    Course.objects.filter(pk=course.pk).update(markup_last_day=in_days(4))
    with pytest.raises(changes.Outdated):
        changes.approve(change_id=change.pk, by=approver(), at=timezone.now())
    Course.objects.filter(pk=course.pk).update(markup_last_day=in_days(3))
    changes.approve(change_id=change.pk, by=User.objects.get(mobile="9866666663"), at=timezone.now())
    course.refresh_from_db()
    assert (course.markup_price_paise, str(course.markup_last_day)) == (2_000_00, in_days(300))


def test_a_price_that_was_proposed_without_a_struck_price_still_applies(admin_client: Client) -> None:
    """Proposals from before struck prices were part of them."""
    course = CourseFactory(offer_price_paise=800_00)
    change = ProposedChange.objects.create(
        kind="price",
        object_type="catalog.course",
        object_id=course.pk,
        old={"paise": 800_00},
        new={"paise": 700_00},
        proposed_by=User.objects.create_user(mobile="9866666664", is_staff=True),
        proposed_at=timezone.now(),
    )
    changes.approve(change_id=change.pk, by=approver(), at=timezone.now())
    course.refresh_from_db()
    assert course.offer_price_paise == 700_00


def test_a_proposal_names_what_it_is_of(admin_client: Client) -> None:
    session = SessionFactory(program__title="Desk", name="Gaps", starts_at=NOON)
    plan = session_plan()
    pro = pro_plan()
    for row, name in (
        (session, "Desk: Gaps, Tue 5 Jan 2027, 5:30 PM"),
        (plan, f"{plan.program}: {plan.price_name}"),
        (pro, f"{pro.section}: {pro.price_name}"),
    ):
        text, confirmation = preview(admin_client, [row], price="350")
        assert f"{name} ₹" in text
        post(admin_client, [row], **confirmation)
        assert ProposedChange.objects.get(object_id=row.pk).object_text == name


def test_a_struck_price_lasts_beyond_the_day_from_which_it_applies(admin_client: Client) -> None:
    course = CourseFactory(offer_price_paise=800_00)
    later = timezone.localtime(timezone.now() + timedelta(days=5))
    values = {
        "struck": "2000",
        "applies_at_0": f"{later:%Y-%m-%d}",
        "applies_at_1": f"{later:%H:%M}",
    }
    refused = post(admin_client, [course], preview="1", struck_last_day=in_days(4), **values)
    assert "Enter a day from that on which it applies." in refused.content.decode()
    post(admin_client, [course], **preview(admin_client, [course], struck_last_day=in_days(5), **values)[1])
    change = ProposedChange.objects.get()
    with pytest.raises(changes.StruckPriceOver), time_machine.travel(later + timedelta(days=1)):
        changes.approve(change_id=change.pk, by=approver(), at=timezone.now())
    course.refresh_from_db()
    assert course.markup_price_paise is None


def test_a_struck_price_that_ended_before_does_not_stop_a_new_price(admin_client: Client) -> None:
    ended = {"markup_price_paise": 900_00, "markup_last_day": in_days(-3)}
    course = CourseFactory(offer_price_paise=800_00, **ended)
    post(admin_client, [course], **preview(admin_client, [course], price="700")[1])
    changes.approve(change_id=ProposedChange.objects.get().pk, by=approver(), at=timezone.now())
    course.refresh_from_db()
    assert (course.offer_price_paise, course.markup_price_paise) == (700_00, 900_00)


# --- free ---------------------------------------------------------------------------------------


@pytest.mark.usefixtures("one_person_decides")
def test_nothing_of_a_public_program_is_free_by_accident(admin_client: Client) -> None:
    program = LiveTradingFactory(free_confirmed=False)
    session, plan = SessionFactory(program=program), PlanFactory(program=program)
    series = SessionSeries.objects.create(
        program=program,
        name="Evenings",
        weekdays=[0],
        starts_time=time(18),
        minutes=60,
        first_date=date(2099, 1, 5),
        last_date=date(2099, 2, 5),
        base_price_paise=499_00,
    )
    free = "Free for everybody?"
    rows = (
        (session, "base_price_paise"),
        (plan, "discounted_price_paise"),
        (series, "base_price_paise"),
    )
    for row, field in rows:
        url = admin_url(row)
        page = admin_client.post(url, {**load_form(admin_client, url), field: ["0"]}).content.decode()
        assert free in page, row
        before = getattr(row, field)
        row.refresh_from_db()
        assert getattr(row, field) == before
    url = admin_url(program)
    form = {**load_form(admin_client, url), "plans-0-discounted_price_paise": ["0"]}
    assert "of its program first" in admin_client.post(url, form).content.decode()
    LiveTrading.objects.update(free_confirmed=True)
    for row, field in rows:
        url = admin_url(row)
        admin_client.post(url, {**load_form(admin_client, url), field: ["0"]})
        row.refresh_from_db()
        assert getattr(row, field) == 0


def test_a_session_and_a_series_stay_in_their_program(admin_client: Client) -> None:
    """A public session that goes through a draft program would get a new price alone."""
    session, draft = SessionFactory(base_price_paise=499_00), LiveTradingFactory(is_published=False)
    url = admin_url(session)
    form = load_form(admin_client, url)
    assert "program" not in form
    response = admin_client.post(url, {**form, "program": [str(draft.pk)], "base_price_paise": ["77"]})
    assert "A new price needs a second person." in response.content.decode()
    program_id = session.program_id
    session.refresh_from_db()
    assert (session.program_id, session.base_price_paise) == (program_id, 499_00)

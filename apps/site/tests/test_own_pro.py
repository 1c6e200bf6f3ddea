"""One's own Pro in My Learnings as the server renders it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction

from apps.accounts.models import Entitlement, User
from apps.accounts.states import Source
from apps.catalog.tests.course_helpers import give_pro
from apps.core.ids import new_id
from apps.core.sellables import Line
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import Page, get_page
from apps.pro.models import Plan
from apps.pro.services import purchases
from apps.pro.tests.factories import PlanFactory, ProSectionFactory

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 22, 4, 30, tzinfo=UTC)
YEAR = timedelta(days=365)
NO_PRO = "You don't have Pro yet."


@pytest.fixture
def plan() -> Plan:
    made: Plan = PlanFactory(section=ProSectionFactory(title="Rally Pro"))
    return made


def buy(person: User, plan: Plan, at: datetime) -> Line:
    line = Line(
        id=new_id(),
        order_id=new_id(),
        buyer_id=person.pk,
        item_id=plan.pk,
        title=f"Rally Pro: {plan.price_name}",
        request={},
        access_days=plan.validity_days,
    )
    with transaction.atomic():
        purchases.deliver(line=line, at=at)
    return line


def my_learnings(api: ApiClient, query: str = "") -> Page:
    return get_page(api, f"/my-learnings{query}")


def statuses(page: Page) -> list[tuple[str, str]]:
    """The plans with their statuses."""
    rows = page.main.one("section", aria_labelledby="pro").all("article")
    return [(row.one("h3").text, row.all("span")[0].text) for row in rows]


def test_pro_just_bought_is_above_all_lists(member: Person, plan: Plan) -> None:
    with time_machine.travel(NOW, tick=False):
        line = buy(member.user, plan, NOW)
        page = my_learnings(member.api)
    assert statuses(page) == [("1 year", "Active")]
    assert "Sun, 22 Nov 2026 – Mon, 22 Nov 2027" in page.main.text
    assert "Rally Pro, 365 days" in page.main.text
    assert ("/pro", "Extend your Pro") in page.main.links
    assert {"/courses?price=pro", f"/orders?order={line.order_id}"} <= set(page.main.urls)
    places = [page.shown.index(mark) for mark in ('id="pro"', 'id="courses"')]
    assert places == sorted(places)


@pytest.mark.parametrize("query", ["", "?kind=pro", "?kind=sessions"])
def test_its_data_are_the_endpoints_responses(member: Person, plan: Plan, query: str) -> None:
    buy(member.user, plan, NOW)
    assert my_learnings(member.api, query).answers[2:4] == [
        [["pro", "booked"], member.api.get("/api/learnprosection/booked/V1/pro").json()],
        [["pro", "subscriptions"], member.api.get("/api/learnprosection/user/subscriptions/pro").json()],
    ]


def test_without_pro_nothing_is_said_unless_it_is_asked_for(member: Person) -> None:
    page = my_learnings(member.api)
    assert page.main.all(id="pro") == []
    assert NO_PRO not in page.main.text
    page = my_learnings(member.api, "?kind=pro")
    assert NO_PRO in page.main.text
    assert ("/pro", "See what's in Pro") in page.main.links
    assert "No live bookings yet." not in page.main.text
    assert page.main.all(id="courses") == []


@pytest.mark.parametrize("kind", ["sessions", "webinars", "mentorships", "courses"])
def test_another_kind_is_shown_without_it(member: Person, plan: Plan, kind: str) -> None:
    buy(member.user, plan, NOW)
    assert my_learnings(member.api, f"?kind={kind}").main.all(id="pro") == []


def test_among_other_kinds_current_plans_are_shown_and_alone_all(member: Person, plan: Plan) -> None:
    refunded = buy(member.user, plan, NOW - 2 * YEAR)
    with transaction.atomic():
        purchases.revoke(line=refunded, at=NOW - 2 * YEAR)
    buy(member.user, plan, NOW - 2 * YEAR)
    for number in range(4):
        buy(member.user, PlanFactory(section=plan.section, price_name=f"{number}", validity_days=30), NOW)

    with time_machine.travel(NOW, tick=False):
        page = my_learnings(member.api)
        assert statuses(page) == [("0", "Active"), ("1", "Starts later"), ("2", "Starts later")]
        assert "3 of 6 shown" in page.main.text
        assert ("/my-learnings?kind=pro", "View all your Pro plans") in page.main.links

        page = my_learnings(member.api, "?kind=pro")
        assert statuses(page) == [
            ("0", "Active"),
            ("1", "Starts later"),
            ("2", "Starts later"),
            ("3", "Starts later"),
            ("1 year", "Ended"),
            ("1 year", "Refunded"),
        ]
        assert "shown" not in page.main.one("section", aria_labelledby="pro").text


def test_ended_plans_are_one_row_and_a_link_to_renew(member: Person, plan: Plan) -> None:
    for years in (4, 2):
        buy(member.user, plan, NOW - years * YEAR)
    with time_machine.travel(NOW - YEAR, tick=False):
        page = my_learnings(member.api)
    assert statuses(page) == [("1 year", "Ended")]
    assert "Fri, 22 Nov 2024 – Sat, 22 Nov 2025" in page.main.text
    assert ("/pro", "Renew Pro") in page.main.links
    assert "1 of 2 shown" in page.main.text
    assert "See Pro courses" not in page.main.text


def test_a_trial_is_pro_as_well_until_a_plan_follows(
    member: Person, plan: Plan, committed: Callable[[], AbstractContextManager[None]]
) -> None:
    give_pro(member.user, source=Source.TRIAL, starts_at=NOW, ends_at=NOW + timedelta(days=7))
    with time_machine.travel(NOW + timedelta(days=1), tick=False):
        page = my_learnings(member.api)
        assert statuses(page) == [("Free trial", "Active")]
        assert "Sun, 22 Nov 2026 – Sun, 29 Nov 2026" in page.main.text
        assert "Includes Pro courses. Live webinars are not included." in page.main.text
        assert ("/pro", "See what's in Pro") in page.main.links
        assert not [url for url in page.main.urls if url.startswith("/orders?order=")]
        with committed():
            buy(member.user, plan, NOW + timedelta(days=1))
        assert statuses(my_learnings(member.api, "?kind=pro")) == [("1 year", "Active")]


def test_pro_given_without_an_end_says_so_and_sells_no_more(member: Person) -> None:
    give_pro(member.user, source=Source.STAFF, starts_at=NOW)
    with time_machine.travel(NOW, tick=False):
        page = my_learnings(member.api)
    assert statuses(page) == [("1 year", "Active")]
    assert "From Sun, 22 Nov 2026, with no end date" in page.main.text
    assert "/pro" not in page.main.one("section", aria_labelledby="pro").urls


def test_a_purchase_whose_time_staff_removed_has_ended(member: Person, plan: Plan) -> None:
    buy(member.user, plan, NOW)
    Entitlement.objects.get().delete()
    with time_machine.travel(NOW, tick=False):
        page = my_learnings(member.api, "?kind=pro")
        assert statuses(page) == [("1 year", "Ended")]
        [purchase] = member.api.get("/api/learnprosection/booked/V1/pro").json()["data"]
    assert (purchase["startsAt"], purchase["active"], purchase["refunded"]) == (None, False, False)


def test_a_name_stays_text(member: Person, plan: Plan) -> None:
    plan.price_name = "<b>Bold</b>"
    plan.save()
    buy(member.user, plan, NOW)
    page = my_learnings(member.api, "?kind=pro")
    assert "<b>Bold</b>" in page.main.text
    assert page.main.all("b") == []


@pytest.mark.parametrize("count", [1, 12])
def test_it_takes_one_query_however_much_was_bought(
    member: Person, plan: Plan, count: int, django_assert_num_queries: Any
) -> None:
    for _ in range(count):
        buy(member.user, plan, NOW)
    member.api.get("/my-learnings?kind=pro")
    with django_assert_num_queries(5):
        member.api.get("/my-learnings?kind=pro")

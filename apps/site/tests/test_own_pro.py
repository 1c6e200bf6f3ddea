"""One's own Pro in My Learnings as the server writes it."""

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction

from apps.accounts.models import Entitlement, User
from apps.accounts.selectors.subscriptions import Subscription
from apps.accounts.states import Source
from apps.catalog.tests.course_helpers import give_pro
from apps.core.ids import new_id
from apps.core.sellables import Line
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from apps.pro.models import Plan
from apps.pro.services import purchases
from apps.pro.tests.factories import PlanFactory, ProSectionFactory
from apps.site import own_pro

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 22, 4, 30, tzinfo=UTC)
YEAR = timedelta(days=365)
NO_PRO = "You don't have Pro yet."
WORDS = re.compile(r'OwnPro__name">([^<]+)</h3><span class="Badge__root Badge__\w+">([^<]+)</span>')


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


def page_of(api: ApiClient, query: str = "") -> tuple[str, list[Any]]:
    html = api.get(f"/my-learnings{query}").content.decode()
    found = re.search(r'<script id="page-data"[^>]*>(.*?)</script>', html)
    assert found
    return html.split('id="page-data"')[0], json.loads(found[1])["answers"]


def standings(api: ApiClient, query: str = "") -> list[tuple[str, str]]:
    return WORDS.findall(page_of(api, query)[0])


def test_who_has_just_bought_pro_sees_it_above_all_lists(member: Person, plan: Plan) -> None:
    with time_machine.travel(NOW, tick=False):
        line = buy(member.user, plan, NOW)
        html, _ = page_of(member.api)
    assert WORDS.findall(html) == [("1 year", "Active")]
    assert "Sun, 22 Nov 2026 – Mon, 22 Nov 2027" in html
    assert "Rally Pro, 365 days" in html
    assert '<a class="OwnPro__way" href="/pro">Extend your Pro</a>' in html
    assert 'href="/courses?price=pro"' in html
    assert f'href="/orders?order={line.order_id}"' in html
    assert html.index("Filter learnings by type") < html.index('id="pro"') < html.index('id="courses"')


@pytest.mark.parametrize("query", ["", "?kind=pro", "?kind=sessions"])
def test_what_the_calls_answer_is_brought_along(member: Person, plan: Plan, query: str) -> None:
    buy(member.user, plan, NOW)
    _, answers = page_of(member.api, query)
    assert answers[1:3] == [
        [["pro", "booked"], member.api.get("/api/learnprosection/booked/V1/pro").json()],
        [["pro", "subscriptions"], member.api.get("/api/learnprosection/user/subscriptions/pro").json()],
    ]


def test_without_pro_nothing_is_said_unless_it_is_asked_for(member: Person) -> None:
    html, _ = page_of(member.api)
    assert 'id="pro"' not in html
    assert NO_PRO not in html
    html, _ = page_of(member.api, "?kind=pro")
    assert NO_PRO in html
    assert 'href="/pro"><span class="Button__label">See what\'s in Pro</span>' in html
    for other in ("Filter live bookings by status", "No live bookings yet.", 'id="courses"'):
        assert other not in html


@pytest.mark.parametrize("kind", ["sessions", "webinars", "mentorships", "courses"])
def test_another_kind_is_shown_without_it(member: Person, plan: Plan, kind: str) -> None:
    buy(member.user, plan, NOW)
    assert 'id="pro"' not in page_of(member.api, f"?kind={kind}")[0]


def test_among_other_kinds_stands_what_counts_today_and_alone_all_of_it(member: Person, plan: Plan) -> None:
    refunded = buy(member.user, plan, NOW - 2 * YEAR)
    with transaction.atomic():
        purchases.revoke(line=refunded, at=NOW - 2 * YEAR)
    buy(member.user, plan, NOW - 2 * YEAR)
    for number in range(4):
        buy(member.user, PlanFactory(section=plan.section, price_name=f"{number}", validity_days=30), NOW)

    with time_machine.travel(NOW, tick=False):
        html, _ = page_of(member.api)
        assert WORDS.findall(html) == [("0", "Active"), ("1", "Starts later"), ("2", "Starts later")]
        assert "3 of 6 shown" in html
        assert 'href="/my-learnings?kind=pro">View all your Pro plans</a>' in html

        html, _ = page_of(member.api, "?kind=pro")
        assert WORDS.findall(html) == [
            ("0", "Active"),
            ("1", "Starts later"),
            ("2", "Starts later"),
            ("3", "Starts later"),
            ("1 year", "Ended"),
            ("1 year", "Refunded"),
        ]
        assert "shown" not in html.split('id="pro"')[1].split("</section>")[0]


def test_what_is_over_is_one_row_and_a_way_to_renew(member: Person, plan: Plan) -> None:
    for years in (4, 2):
        buy(member.user, plan, NOW - years * YEAR)
    with time_machine.travel(NOW - YEAR, tick=False):
        html, _ = page_of(member.api)
    assert WORDS.findall(html) == [("1 year", "Ended")]
    assert "Fri, 22 Nov 2024 – Sat, 22 Nov 2025" in html
    assert '<a class="OwnPro__way" href="/pro">Renew Pro</a>' in html
    assert "1 of 2 shown" in html
    assert "See Pro courses" not in html


def test_a_trial_is_pro_as_well_until_a_plan_follows(member: Person, plan: Plan) -> None:
    give_pro(member.user, source=Source.TRIAL, starts_at=NOW, ends_at=NOW + timedelta(days=7))
    with time_machine.travel(NOW + timedelta(days=1), tick=False):
        html, _ = page_of(member.api)
        assert WORDS.findall(html) == [("Free trial", "Active")]
        assert "Sun, 22 Nov 2026 – Sun, 29 Nov 2026" in html
        assert "Includes Pro courses. Live webinars are not included." in html
        assert '<a class="OwnPro__way" href="/pro">See what&#x27;s in Pro</a>' in html
        assert "/orders?order=" not in html
        buy(member.user, plan, NOW + timedelta(days=1))
        assert standings(member.api, "?kind=pro") == [("1 year", "Active")]


def test_what_staff_gave_without_an_end_says_so_and_asks_for_no_more(member: Person) -> None:
    give_pro(member.user, source=Source.STAFF, starts_at=NOW)
    with time_machine.travel(NOW, tick=False):
        html, _ = page_of(member.api)
    assert WORDS.findall(html) == [("1 year", "Active")]
    assert "From Sun, 22 Nov 2026, with no end date" in html
    assert "OwnPro__way" not in html


def test_a_purchase_whose_time_staff_removed_is_over(member: Person, plan: Plan) -> None:
    buy(member.user, plan, NOW)
    Entitlement.objects.get().delete()
    with time_machine.travel(NOW, tick=False):
        html, _ = page_of(member.api, "?kind=pro")
        assert WORDS.findall(html) == [("1 year", "Ended")]
        assert "OwnPro__days" not in html
        [purchase] = member.api.get("/api/learnprosection/booked/V1/pro").json()["data"]
    assert (purchase["startsAt"], purchase["active"], purchase["refunded"]) == (None, False, False)


def test_a_name_stays_text(member: Person, plan: Plan) -> None:
    plan.price_name = "<b>Bold</b>"
    plan.save()
    buy(member.user, plan, NOW)
    assert "<b>Bold" not in page_of(member.api, "?kind=pro")[0]


@pytest.mark.parametrize("count", [1, 12])
def test_it_takes_one_query_however_much_was_bought(
    member: Person, plan: Plan, count: int, django_assert_num_queries: Any
) -> None:
    for _ in range(count):
        buy(member.user, plan, NOW)
    member.api.get("/my-learnings?kind=pro")
    with django_assert_num_queries(6):
        member.api.get("/my-learnings?kind=pro")


PURCHASE: Any = {
    "_id": "1",
    "orderId": "o1",
    "planName": "1 year",
    "title": "Rally Pro",
    "validityPeriodInDays": 365,
    "startsAt": "2026-11-21T18:30:00Z",
    "endsAt": "2027-11-21T18:30:00Z",
    "refunded": False,
}


# The browser writes the same words: features/pro/lib/ownPro.test.ts has the same table.
@pytest.mark.parametrize(
    ("facts", "now", "words"),
    [
        ({}, "2026-11-21T18:29:59Z", ("Starts later", "Sun, 22 Nov 2026 – Mon, 22 Nov 2027")),
        ({}, "2026-11-21T18:30:00Z", ("Active", "Sun, 22 Nov 2026 – Mon, 22 Nov 2027")),
        ({}, "2027-11-21T18:29:59Z", ("Active", "Sun, 22 Nov 2026 – Mon, 22 Nov 2027")),
        ({}, "2027-11-21T18:30:00Z", ("Ended", "Sun, 22 Nov 2026 – Mon, 22 Nov 2027")),
        ({"endsAt": None}, "2036-01-01T00:00:00Z", ("Active", "From Sun, 22 Nov 2026, with no end date")),
        ({"startsAt": None, "endsAt": None, "refunded": True}, "2026-11-22T00:00:00Z", ("Refunded", "")),
        ({"startsAt": None, "endsAt": None}, "2026-11-22T00:00:00Z", ("Ended", "")),
    ],
)
def test_how_a_purchase_stands(facts: dict[str, Any], now: str, words: tuple[str, str]) -> None:
    at = datetime.fromisoformat(now)
    [row] = own_pro.overview(bought=[PURCHASE | facts], times=[], now=at, is_alone=True).rows
    assert (row.standing, row.days) == words


@pytest.mark.parametrize(("days", "about"), [(1, "Rally Pro, 1 day"), (3650, "Rally Pro, 3,650 days")])
def test_a_purchase_says_of_what_and_for_how_long(days: int, about: str) -> None:
    bought = [PURCHASE | {"validityPeriodInDays": days}]
    [row] = own_pro.overview(bought=bought, times=[], now=NOW, is_alone=True).rows
    assert row.about == about


def test_a_plan_bought_on_top_of_a_gift_follows_it() -> None:
    gift = Subscription(new_id(), True, "paid", "Gift", NOW - YEAR, NOW + YEAR)
    later = PURCHASE | {"startsAt": "2027-11-22T04:30:00Z", "endsAt": "2028-11-21T04:30:00Z"}
    pro = own_pro.overview(bought=[later], times=[gift], now=NOW, is_alone=False)
    assert [(row.name, row.standing) for row in pro.rows] == [("Gift", "Active"), ("1 year", "Starts later")]
    assert pro.way_on == "Extend your Pro"

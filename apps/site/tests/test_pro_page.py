"""The first picture of /pro, and what it says of one's own Pro."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from apps.accounts.models import Entitlement
from apps.accounts.selectors.subscriptions import Subscription
from apps.catalog.tests.factories import CourseFactory
from apps.core.ids import new_id
from apps.core.testing.fixtures import Person
from apps.live.tests.factories import NOW
from apps.pro.models import ProSection
from apps.pro.tests.factories import BenefitFactory, PlanFactory, ProSectionFactory
from apps.site import pro_page

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.fixture
def section() -> ProSection:
    made: ProSection = ProSectionFactory(title="Rally Pro")
    PlanFactory(section=made)
    PlanFactory(
        section=made,
        price_name="3 months",
        validity_days=90,
        actual_price_paise=4_500_00,
        discounted_price_paise=2_999_50,
    )
    return made


def page(client: Client) -> str:
    answer = client.get("/pro")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_picture(client: Client, section: ProSection) -> None:
    BenefitFactory(section=section, description="Live webinars")
    CourseFactory(is_pro=True, title="Bonds")
    html = page(client)
    assert "Unlock the Secrets of Smart Investing with Power-Packed Webinars!</h1>" in html
    assert html.count('type="radio"') == 2
    first, second = html.split('type="radio"')[1:]
    assert " checked>" in first.split(">")[0] + ">"
    assert "checked" not in second.split(">")[0]
    assert "3 months" in first
    assert "₹2,999.50" in first
    assert "SAVE 33%" in first
    assert "Most Popular" not in first
    assert "Most Popular" in second
    assert "All courses tagged ‘Free with PRO’ and live webinars are part of the subscription." in html
    assert ">Pro Benefits</h2>" in html
    assert ">Courses included in PRO</h2>" in html
    assert "Bonds" in html


def test_what_there_is_nothing_of_is_left_out(client: Client, section: ProSection) -> None:
    html = page(client)
    assert "Pro Benefits</h2>" not in html
    assert "Courses included in PRO</h2>" not in html


def test_without_a_section(client: Client) -> None:
    assert "Pro is not available right now." in page(client)


def test_a_withdrawn_plan_leaves_the_button_disabled(client: Client, section: ProSection) -> None:
    section.plans.update(is_published=False)
    html = page(client)
    assert "No plans are available right now." in html
    assert 'PlanChoice__get" disabled>' in html


@pytest.mark.django_db(transaction=True)
def test_a_visitors_page_shows_at_once_what_staff_save(client: Client, section: ProSection) -> None:
    assert "Rally Pro" in page(client)
    section.title = "Pro for all"
    section.save()
    assert "Pro for all" in page(client)


def test_a_member_reads_until_when(member: Person, section: ProSection) -> None:
    with time_machine.travel(NOW, tick=False):
        Entitlement.objects.create(
            person=member.user,
            scope="pro",
            source="paid",
            label="1 year",
            starts_at=NOW,
            ends_at=NOW + 7 * DAY,
        )
        html = member.api.get("/pro").content.decode()
    assert "Extend your Pro" in html
    assert "Your Pro is active until Sat, 28 Nov 2026." in html


def time(**facts: Any) -> Subscription:
    usual = {"id": new_id(), "active": True, "kind": "paid", "plan_name": "1 year", "starts_at": NOW}
    return Subscription(**{**usual, "ends_at": NOW + 7 * DAY, **facts})


@pytest.mark.parametrize(
    ("times", "line"),
    [
        ([], None),
        ([time(active=False)], None),
        ([time()], "Your Pro is active until Sat, 28 Nov 2026."),
        ([time(), time(active=False, ends_at=NOW + 97 * DAY)], "Your Pro is active until Fri, 26 Feb 2027."),
        ([time(), time(active=False, ends_at=NOW - DAY)], "Your Pro is active until Sat, 28 Nov 2026."),
        ([time(ends_at=None)], "Your Pro is active, with no end date."),
        (
            [time(kind="trial")],
            "Your free trial includes Pro courses until Sat, 28 Nov 2026. Live webinars are not included.",
        ),
    ],
)
def test_how_it_stands(times: list[Subscription], line: str | None) -> None:
    standing = pro_page.pro_status(times)
    assert (standing.line if standing else None) == line

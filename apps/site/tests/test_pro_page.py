"""/pro as the server renders it, for visitors and members."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from apps.accounts.models import Entitlement
from apps.catalog.tests.factories import CourseFactory
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import get_page
from apps.live.tests.factories import NOW
from apps.pro.models import ProSection
from apps.pro.tests.factories import BenefitFactory, PlanFactory, ProSectionFactory

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


def test_the_plans_are_there_with_the_first_chosen(client: Client, section: ProSection) -> None:
    BenefitFactory(section=section, description="Live webinars")
    CourseFactory(is_pro=True, title="Bonds")
    page = get_page(client, "/pro")
    assert page.heading == "Unlock the Secrets of Smart Investing with Power-Packed Webinars!"
    plans = [label for label in page.main.all("label") if label.all("input", type="radio")]
    assert ["checked" in plan.one("input").attributes for plan in plans] == [True, False]
    first, second = (plan.text for plan in plans)
    assert "3 months" in first
    assert "₹2,999.50" in first
    assert "SAVE 33%" in first
    assert "Most Popular" not in first
    assert "Most Popular" in second
    included = "All courses tagged ‘Free with PRO’ and live webinars are part of the subscription."
    for words in (included, "Pro Benefits", "Courses included in PRO", "Bonds"):
        assert words in page.main.text


def test_its_data_are_the_endpoints_responses(client: Client, section: ProSection) -> None:
    assert get_page(client, "/pro").answers == [
        [["pro", "section"], client.get("/api/learnprosection/web").json()],
        [["testimonials"], client.get("/api/userreview").json()],
        [["faq"], client.get("/api/faq").json()],
    ]


def test_empty_sections_are_left_out(client: Client, section: ProSection) -> None:
    headings = {heading.text for heading in get_page(client, "/pro").main.all("h2")}
    assert not headings & {"Pro Benefits", "Courses included in PRO"}


def test_without_a_section(client: Client) -> None:
    assert "Pro is not available right now." in get_page(client, "/pro").main.text


def test_a_withdrawn_plan_leaves_nothing_to_buy(client: Client, section: ProSection) -> None:
    section.plans.update(is_published=False)
    main = get_page(client, "/pro").main
    assert "No plans are available right now." in main.text
    assert [button.text for button in main.all("button") if "disabled" in button.attributes] == ["Get Pro"]


@pytest.mark.django_db(transaction=True)
def test_a_visitors_page_changes_when_staff_save(client: Client, section: ProSection) -> None:
    assert "Rally Pro" in get_page(client, "/pro").main.text
    section.title = "Pro for all"
    section.save()
    assert "Pro for all" in get_page(client, "/pro").main.text


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
        words = get_page(member.api, "/pro").main.text
    assert "Extend your Pro" in words
    assert "Your Pro is active until Sat, 28 Nov 2026." in words

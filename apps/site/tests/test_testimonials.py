"""Testimonials and the FAQ on home and /pro; and home as a whole."""

import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Entitlement
from apps.catalog.tests.factories import CourseFactory
from apps.content import models
from apps.content.models import FaqArticle, FaqGroup, FaqTopic
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import Element, get_page
from apps.live.tests.factories import NOW, WebinarFactory
from apps.pro.tests.factories import BenefitFactory, PlanFactory, ProSectionFactory

pytestmark = pytest.mark.django_db


def ask(topic: str, question: str, *, html: str = "<p>Yes.</p>", group: str = "All") -> FaqArticle:
    held, _ = FaqTopic.objects.get_or_create(title=topic)
    part, _ = FaqGroup.objects.get_or_create(topic=held, title=group)
    return FaqArticle.objects.create(group=part, title=question, html=html)


def say(name: str, **facts: Any) -> models.Testimonial:
    given = {"location": "Pune", "rating": Decimal("3.5"), "review": f"{name} says so.", **facts}
    return models.Testimonial.objects.create(username=name, is_published=True, **given)


def test_questions_are_closed_with_their_answers_and_anchors(client: Client) -> None:
    asked = ask("Payments", "Is there a <b>receipt</b>?", html="<p>Yes, <em>always</em>.</p>")

    page = get_page(client, "/")

    headings = [heading.text for heading in page.main.all("h2") + page.main.all("h3")]
    assert {"Frequently asked questions", "Payments"} <= set(headings)
    question = page.main.one("button", aria_controls=f"faq-{asked.pk}-content")
    assert question.text == "Is there a <b>receipt</b>?"
    assert question.attributes["aria-expanded"] == "false"
    assert len(page.main.all(id=f"faq-{asked.pk}")) == 1
    answer = page.main.one(id=f"faq-{asked.pk}-content")
    assert "hidden" in answer.attributes
    assert "<p>Yes, <em>always</em>.</p>" in page.shown


def test_home_has_every_topic_and_pro_its_own(client: Client) -> None:
    ask("Courses and Webinar", "When can I join?")
    ask("Payments", "Where is my invoice?")

    home, pro = get_page(client, "/").main.text, get_page(client, "/pro").main.text

    assert home.index("When can I join?") < home.index("Where is my invoice?")
    assert "When can I join?" in pro
    assert "Where is my invoice?" not in pro


@pytest.mark.parametrize("path", ["/", "/pro"])
def test_the_data_are_the_endpoints_responses(client: Client, path: str) -> None:
    ask("Payments", "Where is my invoice?")
    say("Asha")

    page = get_page(client, path)

    assert page.answer("faq") == client.get("/api/faq/").json()
    assert page.answer("testimonials") == client.get("/api/userreview").json()


def test_the_data_of_home_are_the_endpoints_responses(client: Client) -> None:
    CourseFactory.create_batch(2)
    WebinarFactory(starts_at=timezone.now() + timedelta(days=1))
    ProSectionFactory()
    courses = client.post("/api/course/mobile", {"skip": 0, "limit": 8}, content_type="application/json")

    assert get_page(client, "/").answers == [
        [["catalog", "courses", {"skip": 0, "limit": 8}], courses.json()],
        [["live", "webinars", {"skip": 0, "limit": 3}], client.get("/api/learning/webinarV1?limit=3").json()],
        [["catalog", "categories"], client.get("/api/category").json()],
        [["pro", "section"], client.get("/api/learnprosection/web").json()],
        [["testimonials"], client.get("/api/userreview").json()],
        [["faq"], client.get("/api/faq").json()],
    ]


@pytest.mark.parametrize("path", ["/", "/pro"])
def test_testimonials_are_there_with_only_verified_earnings(client: Client, path: str) -> None:
    say("Sneha Kulkarni", userhandle="@sneha", age=31)
    say("Imran", location="Bhopal", rating=Decimal(5), earnings="₹1,000", earnings_verified=True)
    say("Ravi", earnings="₹99,999")

    page = get_page(client, path)

    assert "Hear From our Learners" in [heading.text for heading in page.main.all("h2")]
    figures = page.main.all("figure")
    assert len(figures[0].all(role="img", aria_label="Rated 3.5 out of 5")) == 1
    sneha, imran, _ravi = (figure.text for figure in figures)
    assert "@sneha, Pune, 31" in sneha
    assert "SK" in sneha
    assert "Bhopal" in imran
    assert "Earnings, verified by us: ₹1,000" in imran
    assert "₹99,999" not in page.html


@pytest.mark.parametrize("path", ["/", "/pro"])
def test_without_testimonials_and_questions_there_are_no_headings(client: Client, path: str) -> None:
    models.Testimonial.objects.create(
        username="Hidden", location="Pune", rating=Decimal(5), review="Not yet."
    )

    html = get_page(client, path).html

    assert "Frequently asked questions" not in html
    assert "Hear From our Learners" not in html
    assert "Not yet." not in html


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/", "/pro"])
def test_a_cached_page_changes_when_staff_save(client: Client, path: str) -> None:
    asked, said = ask("Courses and Webinar", "Old question?"), say("Asha")
    get_page(client, path)

    asked.title = "New question?"
    asked.save()
    said.review = "I changed my mind."
    said.save()

    html = get_page(client, path).html
    assert "New question?" in html
    assert "Old question?" not in html
    assert "I changed my mind." in html


@pytest.mark.parametrize("path", ["/", "/pro"])
def test_a_cached_page_takes_no_query_however_much_is_on_it(
    client: Client, django_assert_num_queries: Any, path: str
) -> None:
    for number in range(50):
        ask("Courses and Webinar", f"Question {number}?", group=f"Group {number % 5}")
        say(f"Learner {number}")
    # The cache counts what staff saved only from when it is first asked: by then one page is made.
    get_page(client, path)
    get_page(client, path)

    with django_assert_num_queries(0):
        get_page(client, path)


class TestInvitation:
    @pytest.fixture(autouse=True)
    def section(self) -> None:
        section = ProSectionFactory(title="Rally Pro")
        PlanFactory(section=section, price_name="1 year", discounted_price_paise=7_999_00)
        PlanFactory(section=section, price_name="3 months", discounted_price_paise=2_999_50)
        for number in range(1, 5):
            BenefitFactory(section=section, description=f"Benefit {number}", position=number)

    def invitation(self, client: Any) -> str:
        sections = [section.text for section in get_page(client, "/").main.all("section")]
        return next((words for words in sections if words.startswith("Rally Pro")), "")

    def test_names_the_cheapest_plan_and_three_benefits(self, client: Client) -> None:
        words = self.invitation(client)

        assert "From ₹3,539.42 incl. 18% GST (₹2,999.50 + ₹539.92 GST) for 3 months" in words
        assert re.findall(r"Benefit \d", words) == ["Benefit 1", "Benefit 2", "Benefit 3"]

    def test_goes_to_members_without_pro(self, member: Person) -> None:
        assert "See plans" in self.invitation(member.api)

    def test_does_not_go_to_those_who_have_it(self, member: Person) -> None:
        Entitlement.objects.create(
            person=member.user,
            scope="pro",
            source="paid",
            label="1 year",
            starts_at=NOW - timedelta(days=3650),
            ends_at=NOW + timedelta(days=3650),
        )
        assert self.invitation(member.api) == ""


class TestFreeTrial:
    """The section of home."""

    def trial(self, client: Any) -> Element:
        return get_page(client, "/").main.one(id="freeTrial")

    def test_a_visitor_finds_the_field_for_their_number(self, client: Client) -> None:
        section = self.trial(client)
        assert "Mobile number" in section.text
        assert "Start Free Trial" in section.text
        assert len(section.all("input", type="tel")) == 1

    def test_a_member_finds_the_button(self, member: Person) -> None:
        words = self.trial(member.api).text
        assert "Mobile number" not in words
        assert "Start Free Trial Your trial starts immediately, for your number +91 98111 11111." in words

    def give(self, member: Person, source: str) -> None:
        Entitlement.objects.create(
            person=member.user,
            scope="pro",
            source=source,
            label="x",
            starts_at=NOW - timedelta(days=9),
            ends_at=datetime(2036, 11, 27, 20, 0, tzinfo=UTC),
        )

    def test_a_member_on_the_trial_finds_one_sentence(self, member: Person) -> None:
        self.give(member, "trial")
        found = self.trial(member.api).text
        assert "Your free trial is active until Fri, 28 Nov 2036." in found
        assert "Start Free Trial" not in found

    def test_a_member_with_pro_finds_no_section(self, member: Person) -> None:
        self.give(member, "paid")
        main = get_page(member.api, "/").main
        assert main.all(id="freeTrial") == []
        assert "7 days of Pro courses, free" not in main.text

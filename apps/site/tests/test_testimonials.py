"""What learners say and people ask, in the first picture of home and /pro; and home as a whole."""

import json
import re
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client

from apps.accounts.models import Entitlement
from apps.content import models
from apps.content.models import FaqArticle, FaqGroup, FaqTopic
from apps.core.testing.fixtures import Person
from apps.live.tests.factories import NOW
from apps.pro.tests.factories import BenefitFactory, PlanFactory, ProSectionFactory

pytestmark = pytest.mark.django_db


def ask(topic: str, question: str, *, html: str = "<p>Yes.</p>", group: str = "All") -> FaqArticle:
    held, _ = FaqTopic.objects.get_or_create(title=topic)
    part, _ = FaqGroup.objects.get_or_create(topic=held, title=group)
    return FaqArticle.objects.create(group=part, title=question, html=html)


def say(name: str, **facts: Any) -> models.Testimonial:
    given = {"location": "Pune", "rating": Decimal("3.5"), "review": f"{name} says so.", **facts}
    return models.Testimonial.objects.create(username=name, is_published=True, **given)


def page(client: Any, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def embedded(html: str) -> dict[str, Any]:
    text = re.search(r'id="page-data"[^>]*>(.*?)</script>', html, re.DOTALL)
    assert text
    answers = json.loads(text[1])["answers"]
    return {key[0]: answer for key, answer in answers if len(key) == 1}


def test_questions_stand_closed_with_their_answers_and_addresses(client: Client) -> None:
    asked = ask("Payments", "Is there a <b>receipt</b>?", html="<p>Yes, <em>always</em>.</p>")

    html = page(client, "/")

    assert ">Frequently asked questions</h2>" in html
    assert ">Payments</h3>" in html
    assert f'id="faq-{asked.pk}"' in html
    assert f'aria-expanded="false" aria-controls="faq-{asked.pk}-content"' in html
    assert "Is there a &lt;b&gt;receipt&lt;/b&gt;?" in html
    assert f'id="faq-{asked.pk}-content" hidden>' in html
    assert "<p>Yes, <em>always</em>.</p>" in html


def test_home_has_every_topic_and_pro_its_own(client: Client) -> None:
    ask("Courses and Webinar", "When can I join?")
    ask("Payments", "Where is my invoice?")

    home, pro = page(client, "/"), page(client, "/pro")

    assert home.index("When can I join?") < home.index("Where is my invoice?")
    shown = pro.split('id="page-data"')[0]
    assert "When can I join?" in shown
    assert "Where is my invoice?" not in shown


def test_the_browser_gets_what_the_calls_answer(api: Any, client: Client) -> None:
    ask("Payments", "Where is my invoice?")
    say("Asha")

    for path in ("/", "/pro"):
        answers = embedded(page(client, path))
        assert answers["faq"] == api.get("/api/faq/").json()
        assert answers["testimonials"] == api.get("/api/userreview").json()


@pytest.mark.parametrize("path", ["/", "/pro"])
def test_learners_words_stand_there_with_half_stars(client: Client, path: str) -> None:
    say("Sneha Kulkarni", userhandle="@sneha", age=31)
    say("Imran", location="Bhopal", rating=Decimal(5), earnings="₹1,000", earnings_verified=True)
    say("Ravi", earnings="₹99,999")

    html = page(client, path).split('id="page-data"')[0]

    assert ">Hear From our Learners</h2>" in html
    sneha, imran, _ravi = html.split('<figure class="Testimonials__root">')[1:]
    assert re.findall(r'data-star="(\w+)"', sneha)[:5] == ["whole", "whole", "whole", "half", "none"]
    assert "@sneha, Pune, 31" in sneha
    assert ">SK</span>" in sneha
    assert ">Bhopal</span>" in imran
    assert "Earnings, verified by us: ₹1,000" in imran
    assert "₹99,999" not in html


@pytest.mark.parametrize("path", ["/", "/pro"])
def test_nothing_said_and_nothing_asked_take_no_room(client: Client, path: str) -> None:
    models.Testimonial.objects.create(
        username="Hidden", location="Pune", rating=Decimal(5), review="Not yet."
    )

    html = page(client, path)

    assert "Frequently asked questions" not in html
    assert "Hear From our Learners" not in html


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/", "/pro"])
def test_a_kept_page_shows_what_staff_saved_since(client: Client, path: str) -> None:
    asked, said = ask("Courses and Webinar", "Old question?"), say("Asha")
    page(client, path)

    asked.title = "New question?"
    asked.save()
    said.review = "I changed my mind."
    said.save()

    html = page(client, path)
    assert "New question?" in html
    assert "Old question?" not in html
    assert "I changed my mind." in html


@pytest.mark.parametrize("path", ["/", "/pro"])
def test_a_kept_page_costs_nothing_however_much_it_says(
    client: Client, django_assert_num_queries: Any, path: str
) -> None:
    for number in range(50):
        ask("Courses and Webinar", f"Question {number}?", group=f"Group {number % 5}")
        say(f"Learner {number}")
    # The cache counts what staff saved only from when it is first asked: by then one page is made.
    page(client, path)
    page(client, path)

    with django_assert_num_queries(0):
        page(client, path)


class TestInvitation:
    @pytest.fixture(autouse=True)
    def section(self) -> None:
        section = ProSectionFactory(title="Rally Pro")
        PlanFactory(section=section, price_name="1 year", discounted_price_paise=7_999_00)
        PlanFactory(section=section, price_name="3 months", discounted_price_paise=2_999_50)
        for number in range(1, 5):
            BenefitFactory(section=section, description=f"Benefit {number}", position=number)

    def invitation(self, client: Any) -> str:
        shown = page(client, "/").split('id="page-data"')[0]
        return (shown.split("ProInvitation__root")[1:] or [""])[0].split("</section>")[0]

    def test_names_the_cheapest_plan_and_three_benefits(self, client: Client) -> None:
        html = self.invitation(client)

        assert ">Rally Pro</h2>" in html
        assert "From ₹3,539.42 incl. 18% GST (₹2,999.50 + ₹539.92 GST) for 3 months" in html
        assert re.findall(r"Benefit \d", html) == ["Benefit 1", "Benefit 2", "Benefit 3"]

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

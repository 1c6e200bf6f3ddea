"""A course's page as the server writes it: for visitors, and for each kind of member."""

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from apps.accounts.states import Source
from apps.catalog.models import Course, TopicProgress
from apps.catalog.tests.access_helpers import give_access, give_pro
from apps.catalog.tests.factories import (
    ChapterFactory,
    CourseFactory,
    ReviewFactory,
    TopicFactory,
    VideoFactory,
)
from apps.core.testing.fixtures import Person
from apps.site import course_page
from apps.site.tests.test_shell import page_data

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _clock() -> Any:
    with time_machine.travel(NOW, tick=False):
        yield


def page(client: Client, course: Course) -> str:
    answer = client.get(f"/courses/{course.weburlname}")
    assert answer.status_code == 200
    return answer.content.decode()


def deal(html: str) -> str:
    """The price box in words."""
    found = re.search(r'<div class="CourseBox__deal.*?</aside>', html, re.DOTALL)
    assert found
    return " ".join(re.sub(r"<[^>]+>", " ", found.group()).split()).partition(" Duration")[0]


def full(**facts: Any) -> Course:
    course = CourseFactory(access_days=365, **facts)
    chapter = ChapterFactory(course=course, title="Follow the order")
    VideoFactory(chapter=chapter, title="Orders", duration_seconds=245, is_free_preview=True)
    TopicFactory(chapter=chapter, title="Notes", text="<p>x</p>", duration_seconds=3725)
    return course


FREE = {"offer_price_paise": 0, "markup_price_paise": None}


def test_a_visitor_sees_the_whole_course(client: Client) -> None:
    course = full(offer_price_paise=149_900, what_you_will_learn=["Read notes"], requirements=["Nothing"])
    html = page(client, course)
    for words in ("What you'll learn", "Read notes", "What you need", "After you pay", "365 days"):
        assert words in html
    assert "1 chapter, 2 topics" in html
    assert re.search(r"Orders</span><button [^>]*Free preview: Orders", html)
    assert "<span>Video</span><span>4:05</span>" in html
    assert "<span>Article</span><span>1:02:05</span>" in html
    assert '<span class="Curriculum__total">1:06:10</span>' in html
    assert "No reviews yet." in html
    assert "Write a review" not in html


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (FREE, "Price Free Enrol for free"),
        ({**FREE, "is_pro": True}, "Free with Pro Get Pro Already have Pro? Log in"),
        (
            {"offer_price_paise": 149_900},
            "Price ₹1,499.00 ₹1,768.82 incl. 18% GST (₹1,499 + ₹269.82 GST) Buy for ₹1,499",
        ),
        (
            {"offer_price_paise": 149_900, "is_pro": True},
            "Price ₹1,499.00 Free with Pro ₹1,768.82 incl. 18% GST (₹1,499 + ₹269.82 GST) "
            "Get Pro Buy for ₹1,499 Already have Pro? Log in",
        ),
    ],
)
def test_a_visitor_is_told_the_price_and_the_next_step(
    client: Client, facts: dict[str, Any], words: str
) -> None:
    assert deal(page(client, full(**{"markup_price_paise": None, **facts}))) == words


def test_a_visitor_enrols_through_the_login(client: Client) -> None:
    html = page(client, full(**FREE))
    assert re.search(r'<a class="[^"]+" href="/login"><span class="Button__label">Enrol for free', html)


def test_an_owner_goes_on_where_they_stopped(client: Client, member: Person) -> None:
    course = full(offer_price_paise=149_900)
    give_access(member.user, course, at=NOW)
    client.force_login(member.user)
    first, second = (topic["_id"] for topic in topics(client, course))
    assert f'href="/course/{course.pk}/topic/{first}"><span class="Button__label">Continue' in page(
        client, course
    )

    TopicProgress.objects.create(
        person=member.user, course=course, topic_id=second, watched_seconds=5, updated_at=NOW
    )
    html = page(client, course)
    assert f'href="/course/{course.pk}/topic/{second}"><span class="Button__label">Continue' in html
    assert deal(html) == "Enrolled Access until Mon, 21 Dec 2026 Continue learning"
    assert "After you pay" not in html
    assert "Write a review" in html
    assert f'<a class="Curriculum__title" href="/course/{course.pk}/topic/{first}">Orders</a>' in html
    answers = {tuple(key): answer for key, answer in page_data(html)["answers"]}
    call = client.get(f"/api/course/progress/{course.pk}").json()
    assert answers[("learning", "progress", str(course.pk))] == call


def topics(client: Client, course: Course) -> Any:
    return client.get(f"/api/course/users/{course.pk}").json()["data"]["chapters"][0]["topics"]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (Source.PAID, "Access with your Pro until Mon, 21 Dec 2026 Start learning Enrol with Pro"),
        (Source.TRIAL, "Access with your free trial until Mon, 21 Dec 2026 Start learning Enrol with Pro"),
    ],
)
def test_a_subscriber_opens_a_course_of_pro_at_once(
    client: Client, member: Person, source: Source, words: str
) -> None:
    course = full(**FREE, is_pro=True)
    give_pro(member.user, at=NOW, source=source)
    client.force_login(member.user)
    assert deal(page(client, course)) == words


def test_a_member_without_pro_is_led_to_it(client: Client, member: Person) -> None:
    client.force_login(member.user)
    assert deal(page(client, full(**FREE, is_pro=True))) == "Free with Pro Get Pro"


def test_access_that_ended_is_told(client: Client, member: Person) -> None:
    course = full(**FREE)
    entitlement = give_access(member.user, course, at=NOW - timedelta(days=40), source=Source.FREE)
    client.force_login(member.user)
    ended = "Wed, 11 Nov 2026"
    assert entitlement.ends_at.date().isoformat() == "2026-11-11"
    assert deal(page(client, course)) == f"Price Free Your access ended on {ended} Enrol for free"


def test_a_course_without_topics_says_so(client: Client, member: Person) -> None:
    course = CourseFactory(**FREE)
    assert "Topics are coming soon." in page(client, course)
    give_access(member.user, course, at=NOW)
    client.force_login(member.user)
    assert deal(page(client, course)).endswith("Topics are coming soon.")


def structured(html: str) -> Any:
    [text] = re.findall(r'<script type="application/ld\+json" nonce="[^"]+">(.*?)</script>', html)
    return json.loads(text)


def test_search_engines_hear_of_length_and_rating_only_what_is_true(client: Client) -> None:
    bare = structured(page(client, CourseFactory(duration_seconds=0, rating="4.7")))
    assert "hasCourseInstance" not in bare
    assert "aggregateRating" not in bare, "staff's own estimate is no rating by learners"

    course = CourseFactory(duration_seconds=5730, rating="4.5")
    ReviewFactory.create_batch(2, course=course)
    told = structured(page(client, course))
    assert told["hasCourseInstance"]["courseWorkload"] == "PT95M"
    assert told["aggregateRating"] == {
        "@type": "AggregateRating",
        "ratingValue": 4.5,
        "bestRating": 5,
        "reviewCount": 2,
    }


def test_more_reviews_than_are_shown_are_counted(client: Client) -> None:
    course = CourseFactory(rating="4.5")
    ReviewFactory.create_batch(23, course=course)
    html = page(client, course)
    assert structured(html)["aggregateRating"]["reviewCount"] == 23
    assert html.count('class="Reviews__review"') == course_page.FIRST_REVIEWS
    assert "Show all 20 reviews" in html


@pytest.mark.parametrize(
    ("facts", "offer"),
    [
        (FREE, {"@type": "Offer", "category": "Free", "price": 0, "priceCurrency": "INR"}),
        (
            {"offer_price_paise": 149_900},
            {"@type": "Offer", "category": "Paid", "price": 1499, "priceCurrency": "INR"},
        ),
        ({**FREE, "is_pro": True}, {"@type": "Offer", "category": "Subscription"}),
    ],
)
def test_search_engines_hear_what_it_costs(client: Client, facts: dict[str, Any], offer: Any) -> None:
    assert structured(page(client, CourseFactory(**{"markup_price_paise": None, **facts})))["offers"] == offer

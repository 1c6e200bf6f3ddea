"""A course's server-rendered page: for visitors, and for each kind of member."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from apps.accounts.states import Source
from apps.catalog.models import Course, TopicProgress
from apps.catalog.services.reviews import update_rating
from apps.catalog.tests.access_helpers import give_access, give_pro
from apps.catalog.tests.factories import (
    ChapterFactory,
    CourseFactory,
    ReviewFactory,
    TopicFactory,
    VideoFactory,
)
from apps.commerce.models import GstRate
from apps.content import page_seeds
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import Page, get_page
from apps.pro.tests.factories import PlanFactory, ProSectionFactory

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def page(client: Client, course: Course) -> Page:
    return get_page(client, f"/courses/{course.weburlname}")


def offer(page: Page) -> str:
    """The words of the price box, up to who teaches and the other facts of the course."""
    return page.main.one("aside").text.partition(" Taught by")[0]


def full(**facts: Any) -> Course:
    course = CourseFactory(access_days=365, **facts)
    chapter = ChapterFactory(course=course, title="Follow the order")
    VideoFactory(chapter=chapter, title="Orders", duration_seconds=245, is_free_preview=True)
    TopicFactory(chapter=chapter, title="Notes", text="<p>x</p>", duration_seconds=3725)
    return course


PREVIEW = "Watch a preview, 4 min"
FREE = {"offer_price_paise": 0, "markup_price_paise": None}


def test_a_visitor_sees_the_whole_course(client: Client) -> None:
    course = full(offer_price_paise=149_900, what_you_will_learn=["Read notes"], requirements=["Nothing"])
    main = page(client, course).main
    for words in (
        "What you'll learn",
        "Read notes",
        "What you need",
        "After you pay",
        "365 days",
        "1 chapter, 2 topics,",
        "1 video, 4 min · 1 article",
        "1 video · 1 article 1 hour 6 min",
        "Video 4 min",
        "Article 1 hour 2 min",
        "No reviews yet.",
    ):
        assert words in main.text
    assert len(main.all("button", aria_label="Free preview: Orders")) == 1
    assert "Write a review" not in main.text


def test_its_data_are_the_endpoints_response(client: Client) -> None:
    course = full()
    response = client.get(f"/api/course/users/{course.weburlname}").json()
    assert page(client, course).answers == [[["catalog", "course", course.weburlname], response]]


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (FREE, "Price Free Enrol for free"),
        ({**FREE, "is_pro": True}, "Free with Pro Get Pro Already have Pro? Log in"),
        (
            {"offer_price_paise": 149_900},
            "Price ₹1,768.82 incl. 18% GST ₹1,499 + ₹269.82 GST Buy for ₹1,768.82 "
            "No refund if you change your mind. Refund policy",
        ),
        (
            {"offer_price_paise": 149_900, "is_pro": True},
            "Price ₹1,768.82 incl. 18% GST Free with Pro ₹1,499 + ₹269.82 GST "
            "Get Pro Buy for ₹1,768.82 No refund if you change your mind. Refund policy "
            "Already have Pro? Log in",
        ),
    ],
)
def test_a_visitor_is_told_the_price_and_the_next_step(
    client: Client, facts: dict[str, Any], words: str
) -> None:
    assert offer(page(client, full(**{"markup_price_paise": None, **facts}))) == f"{PREVIEW} {words}"


@pytest.mark.parametrize("price_paise", [0, 149_900])
def test_a_pro_course_names_the_cheapest_plan_and_the_trial(client: Client, price_paise: int) -> None:
    section = ProSectionFactory()
    PlanFactory(section=section)
    PlanFactory(section=section, price_name="3 months", validity_days=90, discounted_price_paise=2_999_50)
    course = full(**{**FREE, "is_pro": True, "offer_price_paise": price_paise})
    found = page(client, course)
    assert offer(found).endswith(
        "Pro from ₹3,539.42 incl. 18% GST (₹2,999.50 + ₹539.92 GST) for 3 months. No auto-renewal. "
        "New to Pro? Try Pro courses free for 7 days Already have Pro? Log in"
    )
    assert found.answers[1] == [["pro", "offer"], client.get("/api/learnprosection/offer").json()]


def test_who_had_the_trial_is_offered_no_second_one(client: Client, member: Person) -> None:
    PlanFactory()
    give_pro(member.user, at=NOW - timedelta(days=60), source=Source.TRIAL)
    client.force_login(member.user)
    found = offer(page(client, full(**FREE, is_pro=True)))
    assert "Pro from ₹9,438.82 incl. 18% GST" in found
    assert "New to Pro?" not in found


@pytest.mark.parametrize("source", [Source.PAID, Source.TRIAL])
def test_who_has_pro_is_not_offered_it(client: Client, member: Person, source: Source) -> None:
    PlanFactory()
    give_pro(member.user, at=NOW, source=source)
    client.force_login(member.user)
    found = page(client, full(**FREE, is_pro=True))
    assert "Pro from" not in offer(found)
    assert len(found.answers) == 1


def test_the_refund_rule_is_that_of_the_refund_policy() -> None:
    [policy] = [seeded for seeded in page_seeds.pages() if seeded.slug == "refund-policy"]
    [rule] = [line for line in policy.text.splitlines() if line.startswith("**Courses, ")]
    assert "you cannot return them simply because you changed your mind" in rule


def test_a_visitor_enrols_through_the_login(client: Client) -> None:
    assert ("/login", "Enrol for free") in page(client, full(**FREE)).main.links


def test_an_owner_continues_where_they_stopped(client: Client, member: Person) -> None:
    course = full(offer_price_paise=149_900)
    give_access(member.user, course, at=NOW)
    client.force_login(member.user)
    first, second = (topic["_id"] for topic in topics(client, course))
    assert (f"/course/{course.pk}/topic/{first}", "Start learning") in page(client, course).main.links

    TopicProgress.objects.create(
        person=member.user, course=course, topic_id=second, watched_seconds=5, updated_at=NOW
    )
    found = page(client, course)
    assert (f"/course/{course.pk}/topic/{second}", "Continue learning") in found.main.links
    assert offer(found) == "Enrolled Access until Mon, 21 Dec 2026 Continue learning"
    assert "After you pay" not in found.main.text
    assert (f"/course/{course.pk}/topic/{first}", "Orders") in found.main.links
    assert found.answers == [
        [["catalog", "course", course.weburlname], client.get(f"/api/course/users/{course.pk}").json()]
    ]


def test_a_review_can_be_written_once_half_of_the_course_is_finished(client: Client, member: Person) -> None:
    course = full(offer_price_paise=149_900)
    give_access(member.user, course, at=NOW)
    client.force_login(member.user)
    found = page(client, course).main
    assert "once you have finished half of it: 1 more topic to go." in found.text
    assert "Write a review" not in found.text
    first = topics(client, course)[0]["_id"]
    TopicProgress.objects.create(
        person=member.user, course=course, topic_id=first, is_completed=True, updated_at=NOW
    )
    assert "Write a review" in page(client, course).main.text


def topics(client: Client, course: Course) -> Any:
    return client.get(f"/api/course/users/{course.pk}").json()["data"]["chapters"][0]["topics"]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (Source.PAID, "Access with your Pro until Mon, 21 Dec 2026 Start learning Enrol with Pro"),
        (Source.TRIAL, "Access with your free trial until Mon, 21 Dec 2026 Start learning Enrol with Pro"),
    ],
)
def test_a_subscriber_opens_a_pro_course_without_buying_it(
    client: Client, member: Person, source: Source, words: str
) -> None:
    course = full(**FREE, is_pro=True)
    give_pro(member.user, at=NOW, source=source)
    client.force_login(member.user)
    assert offer(page(client, course)) == words


def test_a_member_without_pro_is_led_to_it(client: Client, member: Person) -> None:
    client.force_login(member.user)
    assert offer(page(client, full(**FREE, is_pro=True))) == f"{PREVIEW} Free with Pro Get Pro"


def test_access_that_ended_is_named(client: Client, member: Person) -> None:
    course = full(**FREE)
    entitlement = give_access(member.user, course, at=NOW - timedelta(days=40), source=Source.FREE)
    client.force_login(member.user)
    ended = "Wed, 11 Nov 2026"
    assert entitlement.ends_at.date().isoformat() == "2026-11-11"
    assert offer(page(client, course)) == (
        f"{PREVIEW} Price Free Your access ended on {ended} Enrol for free"
    )


def test_a_course_without_topics_says_so(client: Client, member: Person) -> None:
    course = CourseFactory(**FREE)
    assert "Topics are coming soon." in page(client, course).main.text
    give_access(member.user, course, at=NOW)
    client.force_login(member.user)
    assert offer(page(client, course)).endswith("Topics are coming soon.")


def structured(client: Client, course: Course) -> Any:
    [found] = page(client, course).structured
    return found


@pytest.mark.parametrize(("language", "code"), [("English", "en"), ("Hindi", "hi"), ("Telugu", "te")])
def test_structured_data_names_the_language_by_its_code(client: Client, language: str, code: str) -> None:
    assert structured(client, CourseFactory(language=language))["inLanguage"] == code


def test_structured_data_has_length_and_rating_only_if_they_are_true(client: Client) -> None:
    few = CourseFactory(duration_seconds=0)
    ReviewFactory.create_batch(4, course=few)
    update_rating(course_id=few.pk)
    bare = structured(client, few)
    assert "hasCourseInstance" not in bare
    assert "aggregateRating" not in bare

    course = CourseFactory(duration_seconds=5730)
    for rating in (5, 4, 5, 4, 5, 4):
        ReviewFactory(course=course, rating=rating)
    update_rating(course_id=course.pk)
    found = structured(client, course)
    assert found["hasCourseInstance"]["courseWorkload"] == "PT96M"
    assert "Duration 1 hour 36 min" in page(client, course).main.text
    assert found["aggregateRating"] == {
        "@type": "AggregateRating",
        "ratingValue": 4.5,
        "bestRating": 5,
        "reviewCount": 6,
    }


def test_more_reviews_than_are_shown_are_counted(client: Client) -> None:
    course = CourseFactory()
    ReviewFactory.create_batch(23, course=course)
    update_rating(course_id=course.pk)
    found = page(client, course)
    assert found.structured[0]["aggregateRating"]["reviewCount"] == 23
    assert len(found.responses[0]["data"]["reviews"]) == 20
    assert "Show more reviews" in found.main.text
    assert "4 ★ stars, 23 reviews" in found.main.text


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (FREE, {"@type": "Offer", "category": "Free", "price": 0, "priceCurrency": "INR"}),
        (
            {"offer_price_paise": 149_900},
            {
                "@type": "Offer",
                "category": "Paid",
                "price": 1768.82,
                "priceCurrency": "INR",
                "priceSpecification": {
                    "@type": "PriceSpecification",
                    "price": 1768.82,
                    "priceCurrency": "INR",
                    "valueAddedTaxIncluded": True,
                },
            },
        ),
        ({**FREE, "is_pro": True}, {"@type": "Offer", "category": "Subscription"}),
    ],
)
def test_structured_data_has_the_price_that_is_paid(
    client: Client, facts: dict[str, Any], expected: Any
) -> None:
    course = CourseFactory(**{"markup_price_paise": None, **facts})
    assert structured(client, course)["offers"] == expected


def test_structured_data_and_page_state_one_price_under_a_new_rate_of_gst(client: Client) -> None:
    GstRate.objects.create(starts_on=NOW.date(), percent=5)
    found = page(client, full(offer_price_paise=149_950))
    assert found.structured[0]["offers"]["price"] == 1574.48
    assert "₹1,574.48 incl. 5% GST" in found.main.text

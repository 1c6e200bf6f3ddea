"""What a person can do with a course: the rule as a table, and the endpoints that send it."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from apps.accounts.states import Source
from apps.catalog.models import Course, TopicProgress
from apps.catalog.selectors import cards, offers, reviews
from apps.catalog.selectors.offers import Learning
from apps.catalog.states import EnrolmentStatus, Pricing
from apps.catalog.tests.course_helpers import create_course, give_course, give_pro
from apps.core import gst
from apps.core.testing.schema_checks import assert_matches_schema

FREE, PAID, PRO, PRO_OR_PAID = Pricing.FREE, Pricing.PAID, Pricing.PRO, Pricing.PRO_OR_PAID
NEW = Learning(EnrolmentStatus.NOT_STARTED, "first", None)
ONGOING = Learning(EnrolmentStatus.ONGOING, "first", "second")
COMPLETED = Learning(EnrolmentStatus.COMPLETED, "first", "second")
NO_TOPICS = Learning(EnrolmentStatus.NOT_STARTED, None, None)

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def via(name, *, granted=True):
    return {"granted": granted, "via": name, "endsAt": "2027-03-03T09:30:00Z"}


@pytest.mark.parametrize(
    ("is_pro", "price", "pricing"),
    [(False, 0, "free"), (False, 100, "paid"), (True, 0, "pro"), (True, 100, "proOrPaid")],
)
def test_pricing_is_one_of_four(is_pro, price, pricing):
    assert Pricing.of(is_pro=is_pro, price_paise=price) == pricing


@pytest.mark.parametrize(
    ("pricing", "access", "actions", "reason"),
    [
        # A visitor, or a member who never had the course.
        (FREE, None, ["enrol"], "notEnrolled"),
        (PAID, None, ["buy"], "notEnrolled"),
        (PRO, None, ["getPro"], "needsPro"),
        (PRO_OR_PAID, None, ["getPro", "buy"], "needsPro"),
        # Their access has ended.
        (FREE, via("free", granted=False), ["enrol"], "accessEnded"),
        (PAID, via("purchase", granted=False), ["buy"], "accessEnded"),
        (PRO, via("staff", granted=False), ["getPro"], "needsPro"),
        (PRO_OR_PAID, via("purchase", granted=False), ["getPro", "buy"], "needsPro"),
    ],
)
def test_without_access_there_is_a_way_in_and_a_reason(pricing, access, actions, reason):
    for learning in (None, ONGOING):
        assert offers.course_offer(pricing=pricing, access=access, learning=learning) == {
            "actions": actions,
            "topicId": None,
            "reason": reason,
        }


@pytest.mark.parametrize("pricing", [FREE, PAID, PRO, PRO_OR_PAID])
@pytest.mark.parametrize(
    ("learning", "actions", "topic_id", "reason"),
    [
        (NEW, ["start"], "first", None),
        (ONGOING, ["continue"], "second", None),
        (COMPLETED, ["watchAgain"], "first", None),
        (NO_TOPICS, [], None, "noTopics"),
    ],
)
@pytest.mark.parametrize("source", ["purchase", "free", "staff"])
def test_who_owns_a_course_learns_and_pays_for_nothing(pricing, source, learning, actions, topic_id, reason):
    offer = offers.course_offer(pricing=pricing, access=via(source), is_enrolled=True, learning=learning)
    assert offer == {"actions": actions, "topicId": topic_id, "reason": reason}


@pytest.mark.parametrize("pricing", [PRO, PRO_OR_PAID])
@pytest.mark.parametrize("source", ["pro", "trial"])
@pytest.mark.parametrize(
    ("learning", "actions", "topic_id"),
    [
        (NEW, ["start"], "first"),
        (ONGOING, ["continue"], "second"),
        (COMPLETED, ["watchAgain"], "first"),
        (NO_TOPICS, [], None),
    ],
)
def test_with_pro_a_course_opens_and_can_be_enrolled_in_once(pricing, source, learning, actions, topic_id):
    offer = offers.course_offer(pricing=pricing, access=via(source), learning=learning)
    assert (offer["actions"], offer["topicId"]) == ([*actions, "enrolWithPro"], topic_id)
    enrolled = offers.course_offer(pricing=pricing, access=via(source), is_enrolled=True, learning=learning)
    assert enrolled["actions"] == actions


@pytest.mark.parametrize(
    ("completed", "total", "rule"),
    [
        (0, 0, (False, 0)),
        (0, 1, (False, 1)),
        (1, 1, (True, 0)),
        (0, 5, (False, 3)),
        (2, 5, (False, 1)),
        (3, 5, (True, 0)),
        (5, 5, (True, 0)),
    ],
)
def test_a_review_takes_half_of_the_topics(completed, total, rule):
    found = reviews.review_rule(completed=completed, total=total)
    assert (found["allowed"], found["topicsLeft"]) == rule


@pytest.fixture
def _clock():
    with time_machine.travel(NOW, tick=False):
        yield


def in_days(days):
    return NOW + timedelta(days=days)


def detail(client, course):
    answer = client.get(f"/api/course/users/{course.pk}")
    assert answer.status_code == 200, answer.content
    assert_matches_schema(answer.json(), path="course/users/{key}")
    return answer.json()["data"]


def own_row(client):
    [row] = client.get("/api/course/booked/V1/course").json()["data"]
    return row


def opens(course):
    return [topic["access"] for chapter in course["chapters"] for topic in chapter["topics"]]


def complete(person, course, *topics):
    for topic in topics:
        TopicProgress.objects.create(
            person=person, course=course, topic=topic, is_completed=True, updated_at=NOW
        )


@pytest.mark.django_db
@pytest.mark.usefixtures("_clock")
class TestEndpoints:
    def test_a_visitor_and_a_member_without_access_see_the_same(self, api, member):
        course, (first, _) = create_course(600, 300, offer_price_paise=149_900)
        first.is_free_preview = True
        first.save()
        for client in (api, member.api):
            found = detail(client, course)
            assert found["offer"] == {"actions": ["buy"], "topicId": None, "reason": "notEnrolled"}
            assert (found["pricing"], found["review"]) == ("paid", None)
            assert opens(found) == ["preview", "locked"]

    def test_an_owners_facts_are_not_cached_for_others(self, api, member, other_member):
        course, (first, _) = create_course(600, 300, offer_price_paise=149_900)
        give_course(member.user, course)
        assert detail(member.api, course)["offer"] == {
            "actions": ["start"],
            "topicId": str(first.pk),
            "reason": None,
        }
        assert opens(detail(member.api, course)) == ["open", "open"]
        for client in (api, other_member.api):
            assert detail(client, course)["offer"]["actions"] == ["buy"]
            assert opens(detail(client, course)) == ["locked", "locked"]

    def test_the_course_and_its_row_in_my_learnings_agree_while_it_is_learned(self, member):
        course, (first, second, third) = create_course(600, 300, 60)
        give_course(member.user, course)

        def agreed():
            row, page = own_row(member.api), detail(member.api, course)
            assert row["offer"] == page["offer"]
            return row["status"], row["offer"]["actions"], row["offer"]["topicId"], page["review"]

        assert agreed() == ("notStarted", ["start"], str(first.pk), {"allowed": False, "topicsLeft": 2})
        complete(member.user, course, second)
        assert agreed() == ("ongoing", ["continue"], str(third.pk), {"allowed": False, "topicsLeft": 1})
        complete(member.user, course, first, third)
        assert agreed() == ("completed", ["watchAgain"], str(first.pk), {"allowed": True, "topicsLeft": 0})
        restart = {"userId": str(member.user.pk), "courseId": str(course.pk)}
        assert member.api.post("/api/course/progress/restart", restart).status_code == 200
        assert agreed() == ("notStarted", ["start"], str(first.pk), {"allowed": False, "topicsLeft": 2})

    def test_access_that_ended_is_bought_again(self, member):
        course, _ = create_course(600, offer_price_paise=149_900)
        give_course(member.user, course, ends_at=NOW)
        found = detail(member.api, course)
        assert found["access"]["granted"] is False
        assert found["offer"] == {"actions": ["buy"], "topicId": None, "reason": "accessEnded"}
        assert found["review"] is None
        assert own_row(member.api)["offer"] == found["offer"]

    @pytest.mark.parametrize("source", [Source.PAID, Source.TRIAL])
    def test_pro_opens_a_course_until_it_ends(self, member, committed, source):
        course, (first,) = create_course(600, offer_price_paise=0, is_pro=True)
        give_pro(member.user, source=source, ends_at=in_days(1))
        assert detail(member.api, course)["offer"]["actions"] == ["start", "enrolWithPro"]

        with committed():
            booked = member.api.post("/api/course/bookfreecourseV1", {"id": str(course.pk)})
        assert booked.status_code == 200
        assert detail(member.api, course)["offer"]["actions"] == ["start"]
        assert own_row(member.api)["offer"]["topicId"] == str(first.pk)

        with time_machine.travel(in_days(2), tick=False):
            ended = {"actions": ["getPro"], "topicId": None, "reason": "needsPro"}
            assert detail(member.api, course)["offer"] == ended
            assert own_row(member.api)["offer"] == ended

    def test_a_course_without_topics_opens_once_it_has_some(self, member):
        course: Course = create_course()[0]
        give_course(member.user, course)
        nothing = {"actions": [], "topicId": None, "reason": "noTopics"}
        assert detail(member.api, course)["offer"] == own_row(member.api)["offer"] == nothing
        assert detail(member.api, course)["review"] == {"allowed": False, "topicsLeft": 0}

    def test_what_the_offer_says_the_services_do(self, member):
        free, paid = (create_course(600, offer_price_paise=price)[0] for price in (0, 100))
        for course in (free, paid):
            can_enrol = "enrol" in detail(member.api, course)["offer"]["actions"]
            answer = member.api.post("/api/course/bookfreecourseV1", {"id": str(course.pk)})
            assert (answer.status_code == 200) == can_enrol

    @pytest.mark.parametrize("count", [1, 30])
    @pytest.mark.parametrize(("can_review", "queries"), [(False, 1), (True, 2)])
    def test_an_owners_detail_takes_one_query_when_warm(
        self, member, django_assert_num_queries, count, can_review, queries
    ):
        """And one more for the own review of who can have written one."""
        course, topics = create_course(*[60] * count)
        give_course(member.user, course)
        if can_review:
            complete(member.user, course, *topics)
        detail(member.api, course)
        with django_assert_num_queries(queries):
            detail(member.api, course)

    def test_a_card_names_its_pricing(self):
        course, _ = create_course(offer_price_paise=100, is_pro=True)
        assert cards.course_card(course, day=NOW.date(), tax=gst.on(NOW.date()))["pricing"] == "proOrPaid"

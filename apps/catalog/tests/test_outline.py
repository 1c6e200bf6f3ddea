from datetime import UTC, datetime, timedelta

import pytest
from django.core.cache import cache

from apps.accounts.states import Source
from apps.catalog.models import Topic, TopicProgress
from apps.catalog.selectors import curriculum
from apps.catalog.states import ReviewStatus
from apps.catalog.tests.access_helpers import give_access, give_pro
from apps.catalog.tests.factories import (
    ChapterFactory,
    CourseFactory,
    ReviewFactory,
    TopicFactory,
    VideoFactory,
)
from apps.core.testing.schema_checks import assert_matches_schema
from apps.media.states import AssetKind
from apps.media.tests.factories import AssetFactory

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def detail(api, course):
    answer = api.get(f"/api/course/users/{course.pk}")
    assert answer.status_code == 200, answer.content
    return answer.json()["data"]


def test_chapters_and_topics_are_in_order(api):
    course = CourseFactory()
    second = ChapterFactory(course=course, title="Then", position=2)
    first = ChapterFactory(course=course, title="First", position=1)
    b = VideoFactory(chapter=first, title="b", position=2, duration_seconds=90, is_free_preview=True)
    a = TopicFactory(chapter=first, title="a", summary="See where an order goes.", position=1)
    c = TopicFactory(chapter=second, title="c", position=1, content_type="quiz", duration_seconds=0)
    b.captions.add(AssetFactory(kind=AssetKind.CAPTIONS), AssetFactory(kind=AssetKind.CAPTIONS))

    answer = api.get(f"/api/course/users/{course.pk}").json()

    assert answer["data"]["chapters"] == [
        {
            "_id": str(first.pk),
            "title": "First",
            "topics": [
                {
                    "_id": str(a.pk),
                    "title": "a",
                    "ContentType": "article",
                    "duration": 60,
                    "isFreePreview": False,
                    "access": "locked",
                    "isCompleted": False,
                    "hasCaptions": False,
                    "summary": "See where an order goes.",
                },
                {
                    "_id": str(b.pk),
                    "title": "b",
                    "ContentType": "video",
                    "duration": 90,
                    "isFreePreview": True,
                    "access": "preview",
                    "isCompleted": False,
                    "hasCaptions": True,
                    "summary": "",
                },
            ],
        },
        {
            "_id": str(second.pk),
            "title": "Then",
            "topics": [
                {
                    "_id": str(c.pk),
                    "title": "c",
                    "ContentType": "quiz",
                    "duration": 0,
                    "isFreePreview": False,
                    "access": "locked",
                    "isCompleted": False,
                    "hasCaptions": False,
                    "summary": "",
                }
            ],
        },
    ]
    assert_matches_schema(answer, path="course/users/{key}")


def test_topics_of_one_position_keep_one_order(api):
    chapter = ChapterFactory(position=0)
    TopicFactory.create_batch(6, chapter=chapter, position=0)

    shown = [topic["_id"] for topic in detail(api, chapter.course)["chapters"][0]["topics"]]

    assert shown == sorted(shown)
    assert [str(identity) for identity in curriculum.ordered_topic_ids(chapter.course_id)] == shown


def test_chapter_without_topics_is_not_shown(api):
    chapter = ChapterFactory()

    assert detail(api, chapter.course)["chapters"] == []


def test_completed_topics_are_ticked_for_their_learner_only(api, member, staff):
    course = CourseFactory()
    chapter = ChapterFactory(course=course)
    first, second = (TopicFactory(chapter=chapter) for _ in range(2))
    for person in (member.user, staff.user):
        give_access(person, course, at=NOW)
    TopicProgress.objects.create(
        person=member.user, course=course, topic=first, is_completed=True, updated_at=NOW
    )
    TopicProgress.objects.create(
        person=member.user, course=course, topic=second, watched_seconds=5, updated_at=NOW
    )

    def ticks(client):
        return [topic["isCompleted"] for topic in detail(client, course)["chapters"][0]["topics"]]

    assert ticks(member.api) == [True, False]
    assert ticks(staff.api) == [False, False]
    assert ticks(api) == [False, False]


def test_detail_contains_no_media_urls(api, member):
    topic = VideoFactory(is_free_preview=True, poster=AssetFactory(), text="<p>An article's words</p>")
    give_access(member.user, topic.chapter.course, at=NOW)

    for client in (api, member.api):
        page = client.get(f"/api/course/users/{topic.chapter.course_id}").content.decode()
        assert "/media/" not in page
        assert "film" not in page
        assert "An article's words" not in page


@pytest.mark.usefixtures("known_rates")
def test_detail_of_200_topics_takes_eight_queries_then_none(api, django_assert_num_queries):
    course = CourseFactory()
    chapters = [ChapterFactory(course=course) for _ in range(10)]
    Topic.objects.bulk_create(
        Topic(chapter=chapter, title=f"{number}", position=number, content_type="article")
        for chapter in chapters
        for number in range(20)
    )
    ReviewFactory.create_batch(3, course=course)

    with django_assert_num_queries(8):
        found = detail(api, course)
    with django_assert_num_queries(0):
        detail(api, course)

    assert sum(len(chapter["topics"]) for chapter in found["chapters"]) == 200


def test_members_detail_takes_two_queries_more(member, django_assert_num_queries):
    course = CourseFactory()
    cache.clear()

    # The session with the person, and their entitlements; the empty cache has no rates of GST either.
    with django_assert_num_queries(11):
        detail(member.api, course)


def test_access_has_its_reason_and_end(api, member):
    course = CourseFactory()
    give_access(member.user, course, at=NOW)

    found = detail(member.api, course)

    assert found["isPurchased"] is True
    assert found["access"] == {"granted": True, "via": "purchase", "endsAt": "2026-12-21T09:30:00Z"}
    assert_matches_schema({"data": found}, path="course/users/{key}")
    assert detail(api, course)["access"] is None


@pytest.mark.parametrize(
    ("source", "is_pro", "expected"),
    [(Source.PAID, True, "pro"), (Source.TRIAL, True, "trial"), (Source.PAID, False, None)],
)
def test_access_through_pro(member, source, is_pro, expected):
    course = CourseFactory(is_pro=is_pro)
    give_pro(member.user, at=NOW, source=source)

    found = detail(member.api, course)

    assert found["isPurchased"] is False
    assert (found["access"] and found["access"]["via"]) == expected


def test_access_that_never_ends_has_no_end(member):
    course = CourseFactory()
    entitlement = give_access(member.user, course, at=NOW, source=Source.STAFF)
    entitlement.ends_at = None
    entitlement.save()

    assert detail(member.api, course)["access"] == {"granted": True, "via": "staff", "endsAt": None}


def test_ended_access_is_returned_with_its_end(member):
    course = CourseFactory()
    for source, days in ((Source.FREE, 60), (Source.PAID, 40), (Source.PRO, 20)):
        entitlement = give_access(member.user, course, at=NOW - timedelta(days=days), source=source)
        entitlement.ends_at = NOW - timedelta(days=days - 10)
        entitlement.save()

    found = detail(member.api, course)

    assert found["isPurchased"] is False
    assert found["access"] == {"granted": False, "via": "purchase", "endsAt": "2026-10-22T09:30:00Z"}


def test_unpublished_course_stays_visible_to_owners(api, member, other_member, committed):
    topic = TopicFactory()
    course = topic.chapter.course
    give_access(member.user, course, at=NOW)
    give_pro(other_member.user, at=NOW)
    assert detail(api, course)["_id"] == str(course.pk)

    with committed():
        course.is_published, course.is_pro = False, True
        course.save()

    assert detail(member.api, course)["chapters"][0]["topics"][0]["_id"] == str(topic.pk)
    assert member.api.get(f"/api/course/users/{course.weburlname}").status_code == 200
    assert api.get(f"/api/course/users/{course.pk}").status_code == 404
    # Pro opens published courses; nobody owns a draft.
    assert other_member.api.get(f"/api/course/users/{course.pk}").status_code == 404


def test_newest_20_published_reviews_are_shown(api):
    course = CourseFactory()
    ReviewFactory(course=course, status=ReviewStatus.PENDING, text="waiting")
    ReviewFactory(course=course, status=ReviewStatus.REJECTED, text="refused")
    ReviewFactory(text="of another course")
    for number in range(22):
        ReviewFactory(course=course, text=str(number), written_at=NOW + timedelta(minutes=number))

    reviews = detail(api, course)["reviews"]

    assert [review["text"] for review in reviews] == [str(number) for number in range(21, 1, -1)]
    assert {name: value for name, value in reviews[0].items() if name != "_id"} == {
        "name": "Meera N.",
        "rating": 4,
        "text": "21",
        "at": "2026-11-21T09:51:00Z",
    }


def test_curriculum_change_appears_immediately(api, committed):
    topic = TopicFactory(title="Before")
    course = topic.chapter.course
    assert detail(api, course)["chapters"][0]["topics"][0]["title"] == "Before"

    with committed():
        topic.title = "After"
        topic.save()

    assert detail(api, course)["chapters"][0]["topics"][0]["title"] == "After"

from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.cache import cache
from django.core.files.base import ContentFile

from apps.accounts.states import Source
from apps.catalog.models import TopicProgress
from apps.catalog.tests.access_helpers import get_topic, give_access, give_pro, topic_path
from apps.catalog.tests.factories import (
    ChapterFactory,
    CourseFactory,
    QuestionFactory,
    TopicFactory,
    VideoFactory,
)
from apps.core.testing.clients import logged_in
from apps.core.testing.schema_checks import assert_matches_schema
from apps.media.tests.factories import AssetFactory

pytestmark = [pytest.mark.usefixtures("clock"), pytest.mark.django_db]

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
PATH = "course/users/{key}/topic/{topic_id}"


def test_article_has_exactly_the_contracts_fields(member):
    topic = TopicFactory(
        title="Four prices", text="<p>Open, high, low, close.</p>", market_data_date=date(2026, 9, 30)
    )
    give_access(member.user, topic.chapter.course, at=NOW)

    answer = member.api.get(topic_path(topic))

    assert answer.status_code == 200
    assert answer.json()["data"] == {
        "_id": str(topic.pk),
        "title": "Four prices",
        "ContentType": "article",
        "duration": 60,
        "isFreePreview": False,
        "chapterTitle": topic.chapter.title,
        "text": "<p>Open, high, low, close.</p>",
        "media": None,
        "attachments": [],
        "quiz": None,
        "marketDataDate": "2026-09-30",
        "attempts": [],
        "resumeAt": 0,
        "previousTopicId": None,
        "nextTopicId": None,
    }
    assert answer["Cache-Control"] == "private, no-store"
    assert_matches_schema(answer.json(), path=PATH)


def test_a_table_of_an_article_scrolls_by_itself_and_takes_the_focus(member):
    topic = TopicFactory(text="<table><tbody><tr><td>1</td></tr></tbody></table>")
    give_access(member.user, topic.chapter.course, at=NOW)

    assert get_topic(member.api, topic)["text"] == (
        '<div class="table" tabindex="0" role="group" aria-label="Table">'
        "<table><tbody><tr><td>1</td></tr></tbody></table></div>"
    )


def test_video_comes_with_its_poster_captions_and_attachments(member):
    topic = VideoFactory(text="<p>Not of a video</p>", poster=AssetFactory(file__filename="still.jpg"))
    topic.captions.add(AssetFactory(kind="captions", language="hi", file__filename="hi.vtt"))
    topic.attachments.add(AssetFactory(title="Worksheet", file__filename="sheet.pdf", file__data=b"%PDF-12"))
    give_access(member.user, topic.chapter.course, at=NOW)

    answer = member.api.get(topic_path(topic))
    data = answer.json()["data"]

    assert data["text"] is None
    assert data["media"]["url"].startswith("/media/learn/")
    assert data["media"]["url"].endswith("/film.mp4")
    assert data["media"]["mime"] == "video/mp4"
    assert data["media"]["poster"].endswith("/still.jpg")
    assert [(one["language"], one["label"]) for one in data["media"]["captions"]] == [("hi", "हिंदी")]
    assert data["media"]["expiresAt"] == "2026-11-21T09:40:00Z"
    assert [(one["title"], one["size"]) for one in data["attachments"]] == [("Worksheet", 7)]
    assert answer["Cache-Control"] == "private, no-store"
    assert_matches_schema(answer.json(), path=PATH)


def test_pdf_has_media_without_poster(member):
    asset = AssetFactory(kind="pdf", file__filename="note.pdf", file__data=b"%PDF-1.4")
    topic = TopicFactory(content_type="pdf", asset=asset)
    give_access(member.user, topic.chapter.course, at=NOW)

    media = get_topic(member.api, topic)["media"]

    assert (media["mime"], media["poster"], media["captions"]) == ("application/pdf", None, [])


def test_quiz_does_not_reveal_the_right_answer(member):
    question = QuestionFactory(text="Which one?", explanation="The second.", options=["A", "B"])
    give_access(member.user, question.topic.chapter.course, at=NOW)

    answer = member.api.get(topic_path(question.topic))

    first, second = question.options.order_by("position")
    assert answer.json()["data"]["quiz"] == {
        "questions": [
            {
                "_id": str(question.pk),
                "text": "Which one?",
                "options": [{"_id": str(first.pk), "text": "A"}, {"_id": str(second.pk), "text": "B"}],
            }
        ]
    }
    assert "right" not in answer.content.decode().lower()
    assert "The second." not in answer.content.decode()
    assert_matches_schema(answer.json(), path=PATH)


def test_course_is_found_by_its_slug_too(member):
    topic = TopicFactory(chapter__course__weburlname="candles")
    give_access(member.user, topic.chapter.course, at=NOW)

    assert member.api.get(f"/api/course/users/candles/topic/{topic.pk}").status_code == 200


def test_previous_and_next_lead_through_all_chapters(member):
    course = CourseFactory()
    second, first = ChapterFactory(course=course, position=2), ChapterFactory(course=course, position=1)
    ChapterFactory(course=course, position=1)
    c = TopicFactory(chapter=second)
    a = TopicFactory(chapter=first, position=1)
    b = TopicFactory(chapter=first, position=2)
    give_access(member.user, course, at=NOW)

    found = {topic.pk: get_topic(member.api, topic) for topic in (a, b, c)}

    neighbours = [(found[one.pk]["previousTopicId"], found[one.pk]["nextTopicId"]) for one in (a, b, c)]
    assert neighbours == [(None, str(b.pk)), (str(a.pk), str(c.pk)), (str(b.pk), None)]


def test_resume_is_the_callers_own_position(member, other_member):
    topic = VideoFactory()
    for person in (member.user, other_member.user):
        give_access(person, topic.chapter.course, at=NOW)
    TopicProgress.objects.create(
        person=member.user, course=topic.chapter.course, topic=topic, watched_seconds=41, updated_at=NOW
    )

    assert get_topic(member.api, topic)["resumeAt"] == 41
    assert get_topic(other_member.api, topic)["resumeAt"] == 0


def test_resume_position_is_capped_by_a_shorter_video(member):
    topic = VideoFactory(duration_seconds=100)
    give_access(member.user, topic.chapter.course, at=NOW)
    TopicProgress.objects.create(
        person=member.user, course=topic.chapter.course, topic=topic, watched_seconds=600, updated_at=NOW
    )

    assert get_topic(member.api, topic)["resumeAt"] == 100


def test_member_without_access_is_refused(member):
    answer = member.api.get(topic_path(VideoFactory()))

    assert answer.status_code == 403
    assert answer.json()["code"] == "no_access"
    assert "media" not in answer.content.decode()


@pytest.mark.parametrize(("is_pro", "status"), [(True, 200), (False, 403)])
@pytest.mark.parametrize("source", [Source.PAID, Source.TRIAL])
def test_pro_opens_the_topics_of_pro_courses(member, is_pro, source, status):
    topic = VideoFactory(chapter__course__is_pro=is_pro)
    give_pro(member.user, at=NOW, source=source)

    assert member.api.get(topic_path(topic)).status_code == status


def test_ended_access_opens_nothing(member, clock):
    topic = VideoFactory()
    give_access(member.user, topic.chapter.course, at=NOW, days=1)
    assert member.api.get(topic_path(topic)).status_code == 200

    clock.move_to(NOW + timedelta(days=1))

    assert member.api.get(topic_path(topic)).status_code == 403


def test_free_preview_needs_neither_login_nor_access(api, member):
    topic = VideoFactory(is_free_preview=True)

    for client in (api, member.api):
        answer = client.get(topic_path(topic))
        assert answer.status_code == 200
        assert answer.json()["data"]["media"]["url"].startswith("/media/learn/")
        assert answer["Cache-Control"] == "private, no-store"


def test_free_article_is_revalidated_by_etag(api):
    topic = TopicFactory(is_free_preview=True)
    first = api.get(topic_path(topic))

    assert first["Cache-Control"] == "public, max-age=0, must-revalidate"
    assert api.get(topic_path(topic), headers={"If-None-Match": first["ETag"]}).status_code == 304


@pytest.mark.parametrize(
    "identity", ["none", "01a1fe8e-f948-71a9-8d06-1349e41c6bd6", "%00", "हिंदी", "x" * 500, "' or 1=1 --"]
)
def test_unknown_or_malformed_topic_is_not_found(api, member, identity):
    course = CourseFactory()
    give_access(member.user, course, at=NOW)

    for client in (api, member.api):
        answer = client.get(f"/api/course/users/{course.pk}/topic/{identity}")
        assert answer.status_code == 404
        assert answer.json()["code"] == "topic_unknown"


def test_topic_of_another_course_is_not_found(member):
    course, other = CourseFactory(), TopicFactory()
    give_access(member.user, course, at=NOW)
    give_access(member.user, other.chapter.course, at=NOW)

    for key in (course.pk, course.weburlname, "none", "%00"):
        assert member.api.get(f"/api/course/users/{key}/topic/{other.pk}").status_code == 404


def test_topic_of_a_draft_is_not_found_preview_or_not(api, member):
    course = CourseFactory(is_published=False, is_pro=True)
    give_pro(member.user, at=NOW)

    for topic in (
        VideoFactory(chapter__course=course, is_free_preview=True),
        TopicFactory(chapter__course=course),
    ):
        for client in (api, member.api):
            answer = client.get(topic_path(topic))
            assert answer.status_code == 404
            assert answer.json()["code"] == "course_unknown"


def test_unpublished_course_stays_open_for_owners(api, member, other_member, committed):
    topic = VideoFactory(is_free_preview=True)
    course = topic.chapter.course
    give_access(member.user, course, at=NOW)
    assert api.get(topic_path(topic)).status_code == 200

    with committed():
        course.is_published = False
        course.save()

    assert member.api.get(topic_path(topic)).status_code == 200
    assert api.get(topic_path(topic)).status_code == 404
    assert other_member.api.get(topic_path(topic)).status_code == 404


@pytest.mark.parametrize(
    ("moment", "status"),
    [
        # The prices are of 31 October; they are 30 days old on 30 November, which begins at 18:30 UTC.
        (datetime(2026, 11, 1, 9, 0, tzinfo=UTC), 403),
        (datetime(2026, 11, 29, 18, 29, 59, tzinfo=UTC), 403),
        (datetime(2026, 11, 29, 18, 30, tzinfo=UTC), 200),
        (datetime(2027, 1, 1, tzinfo=UTC), 200),
    ],
)
def test_recent_prices_are_held_back_for_30_indian_days(member, clock, moment, status):
    topic = TopicFactory(market_data_date=date(2026, 10, 31))
    give_access(member.user, topic.chapter.course, at=moment)
    clock.move_to(moment)

    answer = logged_in(member.user).get(topic_path(topic))

    assert answer.status_code == status
    if status == 403:
        assert answer.json() == {
            "code": "held_back",
            "message": "This topic uses recent market prices. It will be available from 30 November 2026.",
        }


def test_recent_prices_are_held_back_in_a_free_preview_too(api):
    topic = TopicFactory(is_free_preview=True, market_data_date=NOW.date())

    assert api.get(topic_path(topic)).json()["code"] == "held_back"


def test_opening_day_is_hidden_without_access(api, member):
    topic = TopicFactory(market_data_date=NOW.date())

    assert api.get(topic_path(topic)).status_code == 401
    assert member.api.get(topic_path(topic)).json()["code"] == "no_access"


def test_topic_and_file_changes_appear_immediately(api, committed):
    topic = VideoFactory(is_free_preview=True)
    assert get_topic(api, topic)["media"]["url"].endswith("/film.mp4")

    with committed():
        topic.asset.file.save("newer.mp4", ContentFile(b"newer"))
    assert get_topic(api, topic)["media"]["url"].endswith("/newer.mp4")

    with committed():
        topic.is_free_preview = False
        topic.save()
    assert api.get(topic_path(topic)).status_code == 401


def test_topic_of_a_long_course_takes_few_queries_and_then_two(member, django_assert_num_queries):
    chapter = ChapterFactory()
    TopicFactory.create_batch(60, chapter=chapter)
    question = QuestionFactory(topic__chapter=chapter)
    QuestionFactory.create_batch(4, topic=question.topic)
    give_access(member.user, chapter.course, at=NOW)
    cache.clear()

    # Session with person, topic, captions, attachments, questions, options, order, what they hold, attempts,
    # position.
    with django_assert_num_queries(10):
        get_topic(member.api, question.topic)
    with django_assert_num_queries(2):
        get_topic(member.api, question.topic)

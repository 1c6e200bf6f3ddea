from datetime import UTC, datetime

import pytest
from django.test import Client

from apps.catalog.models import Chapter, Course, Topic, TopicNote, TopicProgress
from apps.catalog.tests.curriculum_helpers import (
    _clock,
    arranged,
    course,
    file_name,
    form,
    new_topic,
    path,
)
from apps.catalog.tests.factories import TopicFactory, VideoFactory
from apps.core.ids import new_id
from apps.media.tests.factories import AssetFactory

__all__ = ["_clock", "course"]

pytestmark = pytest.mark.django_db


def test_page_shows_all_rows_in_order(admin_client, course):
    page = admin_client.get(path(course)).content.decode()

    titles = ["Begin", "Clip", "Text", "Go on", "More"]
    places = [page.index(f'value="{title}"') for title in titles]
    assert places == sorted(places)
    assert "2 words" in page
    assert "No text yet" in page
    assert "onclick" not in page
    assert "style=" not in page


def test_unchanged_page_saves_no_row_and_updates_the_duration(admin_client, course):
    before = list(Topic.objects.order_by("pk").values())

    response = admin_client.post(path(course), form(course))

    assert response.status_code == 302
    assert response["Location"] == path(course)
    assert list(Topic.objects.order_by("pk").values()) == before
    assert Course.objects.get().duration_seconds == 210


def test_rows_are_renamed_and_reordered(admin_client, api, course, committed):
    api.get(f"/api/course/users/{course.pk}")

    with committed():
        response = admin_client.post(
            path(course),
            form(
                course,
                **{
                    "chapters-0-position": "2",
                    "chapters-1-position": "1",
                    "topics-0-position": "5",
                    "topics-1-title": "Text, renamed",
                    "topics-2-is_free_preview": "on",
                },
            ),
        )

    assert response.status_code == 302
    assert arranged(course) == [("Go on", ["More"]), ("Begin", ["Text, renamed", "Clip"])]
    assert Topic.objects.get(title="More").is_free_preview
    assert Topic.objects.get(title="Text, renamed").text == "<p>Two words</p>"
    shown = api.get(f"/api/course/users/{course.pk}").json()["data"]
    assert [chapter["title"] for chapter in shown["chapters"]] == ["Go on", "Begin"]
    assert shown["CoursetotalDuration"] == 210


def test_topic_moves_into_another_chapter(admin_client, course):
    admin_client.post(
        path(course), form(course, **{"topics-0-chapter_row": "chapters-1", "topics-0-position": "9"})
    )

    assert arranged(course) == [("Begin", ["Text"]), ("Go on", ["More", "Clip"])]


def test_new_chapter_is_added_with_its_topics(admin_client, course):
    video = AssetFactory(duration_seconds=42)

    response = admin_client.post(
        path(course),
        form(
            course,
            new_chapters=[{"title": "At last", "position": "3"}],
            new_topics=[
                new_topic(
                    "chapters-2", title="Quiz", content_type="quiz", duration_seconds="5", position="2"
                ),
                new_topic("chapters-2", content_type="video", asset=file_name(video), position="1"),
                {"title": "", "content_type": "video", "chapter_row": "chapters-0"},
            ],
        ),
    )

    assert response.status_code == 302
    assert arranged(course)[2] == ("At last", ["New", "Quiz"])
    new = Topic.objects.get(title="New")
    assert (new.asset, new.duration_seconds) == (video, 42)
    assert Course.objects.get().duration_seconds == 210 + 42 + 300


def test_topics_and_chapters_are_removed(admin_client, course):
    admin_client.post(path(course), form(course, **{"topics-2-DELETE": "on", "chapters-1-DELETE": "on"}))

    assert arranged(course) == [("Begin", ["Clip", "Text"])]
    assert Course.objects.get().duration_seconds == 150


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"topics-1-title": ""}, "This field is required."),
        ({"topics-1-title": "x" * 121}, "at most 120 characters"),
        ({"topics-0-asset": ""}, "Choose a file for this video or PDF."),
        ({"topics-0-asset": "No such file"}, "Choose a file from the list."),
        ({"topics-1-duration_seconds": "long"}, "Enter minutes and seconds"),
        ({"topics-1-content_type": "song"}, "is not one of the available choices"),
        ({"topics-1-chapter_row": ""}, "This field is required."),
        ({"topics-1-chapter_row": "chapters-9"}, "is not one of the available choices"),
        ({"topics-1-position": "-1"}, "greater than or equal to 0"),
        ({"chapters-0-title": ""}, "This field is required."),
        ({"chapters-1-DELETE": "on"}, "You are removing this chapter"),
    ],
)
def test_errors_are_shown_and_input_is_kept(admin_client, course, changed, words):
    before = arranged(course), list(Topic.objects.order_by("pk").values())
    typed = {"topics-2-title": "Typed anew", **changed}

    response = admin_client.post(path(course), form(course, **typed))

    page = response.content.decode()
    assert response.status_code == 200
    assert words in page
    assert 'value="Typed anew"' in page
    assert "Nothing has been saved yet." in page
    assert (arranged(course), list(Topic.objects.order_by("pk").values())) == before


def test_new_topic_in_a_chapter_without_a_name_is_refused(admin_client, course):
    response = admin_client.post(
        path(course), form(course, new_chapters=[{"title": ""}], new_topics=[new_topic("chapters-2")])
    )

    assert "Enter a name for this chapter first." in response.content.decode()
    assert 'value="New"' in response.content.decode()
    assert Topic.objects.count() == 3


def test_video_of_unknown_length_requires_it(admin_client, course):
    video = AssetFactory()
    row = new_topic(content_type="video", asset=file_name(video))

    refused = admin_client.post(path(course), form(course, new_topics=[row]))
    taken = admin_client.post(path(course), form(course, new_topics=[{**row, "duration_seconds": "1:05"}]))

    assert "Enter the length of the video" in refused.content.decode()
    assert taken.status_code == 302
    assert Topic.objects.get(title="New").duration_seconds == 65


def test_pdf_is_refused_for_a_video_topic(admin_client, course):
    document = AssetFactory(kind="pdf", file__filename="a.pdf", duration_seconds=5)

    response = admin_client.post(path(course), form(course, **{"topics-0-asset": file_name(document)}))

    assert "This topic needs a file of type Video." in response.content.decode()


def test_files_with_the_same_title_are_distinguished(admin_client, course):
    first, second = AssetFactory(title="Same"), AssetFactory(title="Same")

    admin_client.post(path(course), form(course, **{"topics-0-asset": file_name(second)}))

    assert file_name(first) != file_name(second)
    assert Topic.objects.get(title="Clip").asset == second


def test_removing_topics_with_progress_needs_confirmation(admin_client, course, member, other_member):
    text = Topic.objects.get(title="Text")
    for person in (member.user, other_member.user):
        TopicProgress.objects.create(
            person=person, course=course, topic=text, updated_at=datetime(2026, 11, 1, tzinfo=UTC)
        )
    removal = {"topics-1-DELETE": "on"}

    asked = admin_client.post(path(course), form(course, **removal))
    assert "2 learners have progress in &#x27;Text&#x27;." in asked.content.decode()
    assert TopicProgress.objects.count() == 2

    done = admin_client.post(path(course), form(course, lose_progress="on", **removal))
    assert done.status_code == 302
    assert arranged(course)[0] == ("Begin", ["Clip"])
    assert not TopicProgress.objects.exists()


def test_removing_topics_with_notes_needs_confirmation(admin_client, course, member):
    text, at = Topic.objects.get(title="Text"), datetime(2026, 11, 1, tzinfo=UTC)
    for words in ("One.", "Two.", ""):
        TopicNote.objects.create(
            person=member.user, topic=text, note_id=new_id(), text=words, is_deleted=not words, updated_at=at
        )
    removal = {"topics-1-DELETE": "on"}

    asked = admin_client.post(path(course), form(course, **removal))
    assert "1 learner has notes in &#x27;Text&#x27;." in asked.content.decode()
    assert TopicNote.objects.count() == 3

    done = admin_client.post(path(course), form(course, lose_progress="on", **removal))
    assert done.status_code == 302
    assert not TopicNote.objects.exists()


def test_concurrently_removed_row_is_reported(admin_client, course):
    fields = form(course)
    Topic.objects.get(title="Text").delete()

    response = admin_client.post(path(course), fields)

    assert response.status_code == 200
    assert "This row was removed in the meantime." in response.content.decode()
    assert arranged(course) == [("Begin", ["Clip"]), ("Go on", ["More"])]


def test_rows_of_another_course_cannot_be_changed(admin_client, course):
    other = TopicFactory(title="Of another course")

    response = admin_client.post(path(course), form(course, **{"topics-1-id": other.pk}))

    assert response.status_code == 200
    assert "This row was removed in the meantime." in response.content.decode()
    assert Topic.objects.count() == 4
    assert Topic.objects.get(title="Of another course").chapter == other.chapter


def test_queries_do_not_grow_with_the_topics(admin_client, course, django_assert_num_queries):
    chapter = Chapter.objects.filter(course=course).first()
    VideoFactory.create_batch(60, chapter=chapter, asset=AssetFactory())
    assert admin_client.post(path(course), form(course)).status_code == 302
    unchanged = form(course)

    # The staff member's authenticator twice, the menu, course, chapters, topics, files.
    with django_assert_num_queries(6):
        assert admin_client.get(path(course)).status_code == 200
    # And for the one row that was changed: itself, read again, its file, and its constraint in a savepoint.
    with django_assert_num_queries(15):
        assert admin_client.post(path(course), {**unchanged, "topics-0-title": ""}).status_code == 200


def test_curriculum_requires_permission_to_change_courses(admin_client, api, member, course, committed):
    assert api.post(path(course), form(course)).status_code == 302
    with committed():
        member.user.is_staff = True
        member.user.save()
    without_rights = Client()
    without_rights.force_login(member.user, backend="apps.accounts.backends.ByPassword")

    for name in ("curriculum", "preview"):
        assert without_rights.get(path(course, name)).status_code == 403
    assert admin_client.get("/admin/catalog/course/none/curriculum/").status_code == 404
    assert admin_client.get("/admin/catalog/course/none/preview/").status_code == 404


def test_a_course_was_last_updated_when_its_content_changed(admin_client, course):
    long_ago = datetime(2025, 1, 1, tzinfo=UTC)
    Course.objects.update(content_updated_at=long_ago)

    def updated_at():
        course.refresh_from_db()
        return course.content_updated_at

    admin_client.post(path(course), form(course))
    assert updated_at() == long_ago, "nothing was changed"

    admin_client.post(path(course), form(course, **{"topics-0-title": "Better clip"}))
    assert updated_at() == datetime(2026, 11, 21, 9, 30, tzinfo=UTC)

    topic = Topic.objects.get(title="Text")
    Course.objects.update(content_updated_at=long_ago)
    page = f"/admin/catalog/topic/{topic.pk}/change/"
    unchanged = {"title": "Text", "duration_seconds": "2:00", "text": topic.text}
    assert admin_client.post(page, unchanged).status_code == 302
    assert updated_at() == long_ago
    assert admin_client.post(page, {**unchanged, "text": "<p>Three words now</p>"}).status_code == 302
    assert updated_at() == datetime(2026, 11, 21, 9, 30, tzinfo=UTC)

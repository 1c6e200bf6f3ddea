"""Chapters and topics that are archived, restored and previewed."""

from datetime import UTC, datetime

import pytest
from django.contrib.admin.models import LogEntry

from apps.catalog.admin.durations import format_duration
from apps.catalog.models import Chapter, Course, Topic
from apps.catalog.services import curriculum
from apps.catalog.tests.access_helpers import give_access
from apps.catalog.tests.curriculum_helpers import (
    _clock,
    arranged,
    course,
    form,
    new_topic,
    path,
)
from apps.catalog.tests.factories import TopicFactory

__all__ = ["_clock", "course"]

pytestmark = pytest.mark.django_db


def row(page, kind, name):
    """The HTML of a chapter's header or a topic's row."""
    found = page.index(f'value="{name}"')
    start = page.rindex("<section" if kind == "chapter" else "<li", 0, found)
    return page[start : page.index("<ol" if kind == "chapter" else "</li>", found)]


@pytest.mark.parametrize(
    ("kind", "pressed", "name", "left", "length"),
    [
        ("topic", "topics-0", "Clip", ["Text", "More"], 180),
        ("chapter", "chapters-0", "Begin", ["More"], 60),
    ],
)
def test_a_row_is_archived_and_restored(
    admin_client, api, course, committed, kind, pressed, name, left, length
):
    def shown():
        chapters = api.get(f"/api/course/users/{course.pk}").json()["data"]["chapters"]
        return [topic["title"] for chapter in chapters for topic in chapter["topics"]]

    assert shown() == ["Clip", "Text", "More"]
    page = row(admin_client.get(path(course)).content.decode(), kind, name)
    assert f'name="archive" value="{pressed}" aria-label="Archive {name}"' in page
    assert "Archived" not in page

    with committed():
        answer = admin_client.post(path(course), form(course, archive=pressed), follow=True)

    assert [str(message) for message in answer.context["messages"]] == [
        f"Archived '{name}'. Curriculum saved. Course length: {format_duration(length)}."
    ]
    assert LogEntry.objects.latest("pk").change_message == f"Changed the curriculum. Archived '{name}'."
    assert shown() == left
    page = row(answer.content.decode(), kind, name)
    assert f'name="restore" value="{pressed}" aria-label="Restore {name}"' in page
    assert "Archived. Learners and visitors do not see this" in page

    with committed():
        answer = admin_client.post(path(course), form(course, restore=pressed), follow=True)

    assert [str(message) for message in answer.context["messages"]] == [
        f"Restored '{name}'. Curriculum saved. Course length: 3:30."
    ]
    assert shown() == ["Clip", "Text", "More"]


def test_archiving_a_row_saves_other_input(admin_client, course):
    typed = {"topics-0-title": "Clip, renamed", "topics-1-title": "Text, renamed", "archive": "topics-0"}
    assert admin_client.post(path(course), form(course, **typed)).status_code == 302
    assert arranged(course)[0] == ("Begin", ["Clip, renamed", "Text, renamed"])
    assert list(Topic.objects.filter(is_published=False)) == [Topic.objects.get(title="Clip, renamed")]


def test_nothing_is_archived_while_there_are_errors(admin_client, course):
    answer = admin_client.post(path(course), form(course, **{"topics-1-title": "", "archive": "topics-0"}))
    assert answer.status_code == 200
    assert not Topic.objects.filter(is_published=False).exists()


@pytest.mark.parametrize("pressed", ["topics-9", "topics-3", "chapters-9", "", "\x00"])
def test_unknown_row_is_not_archived(admin_client, course, pressed):
    fields = form(course, new_topics=[new_topic()], archive=pressed)
    assert admin_client.post(path(course), fields).status_code == 302
    assert not Topic.objects.filter(is_published=False).exists()
    assert not Chapter.objects.filter(is_published=False).exists()


def test_enter_in_a_field_saves_and_archives_nothing(admin_client, course):
    page = admin_client.get(path(course)).content.decode()
    first = page.index('type="submit"', page.index('class="curriculum"'))
    assert page[first:].startswith('type="submit" class="default-submit" value="Save curriculum"')


def test_staff_see_an_archived_topic_in_the_preview(admin_client, course):
    text = Topic.objects.get(title="Text")
    curriculum.archive(topic=text)
    page = admin_client.get(f"{path(course, 'preview')}?topic={text.pk}").content.decode()
    assert "Two words" in page
    assert "Archived. Learners and visitors do not see this topic." in page
    assert f'href="?topic={text.pk}"' not in page

    Topic.objects.update(is_published=False)
    page = admin_client.get(path(course, "preview")).content.decode()
    assert "This course has no published topics." in page


def test_a_topic_of_another_course_is_not_previewed(admin_client, course):
    other = TopicFactory(title="Of another course")
    page = admin_client.get(f"{path(course, 'preview')}?topic={other.pk}").content.decode()
    assert "Of another course" not in page


def test_a_topic_is_archived_on_its_own_page(admin_client, course, member):
    text = Topic.objects.get(title="Text")
    give_access(member.user, course, at=datetime.now(UTC))
    url = f"/admin/catalog/topic/{text.pk}/archive/"

    answer = admin_client.post(url, {"to": "archived"}, follow=True)
    assert [str(message) for message in answer.context["messages"]] == [
        "Archived. Learners and visitors no longer see this topic."
    ]
    page = answer.content.decode()
    assert "1 person owns this. It is already archived." in page
    assert "Learners and visitors do not see this topic. Progress is kept." in page
    assert Course.objects.get().duration_seconds == 90

    answer = admin_client.post(url, {"to": "restored"}, follow=True)
    assert [str(message) for message in answer.context["messages"]] == [
        "Restored. Learners and visitors can see this topic again."
    ]
    assert Course.objects.get().duration_seconds == 210

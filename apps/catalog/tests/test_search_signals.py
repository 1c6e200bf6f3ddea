"""Changes of courses, topics and instructors update the search documents."""

from io import StringIO

import pytest
from django.core.management import call_command

from apps.catalog.models import Chapter, Course, CourseInstructor, SearchDocument, SearchWord, Topic
from apps.catalog.services import demo_courses, demo_learners, search_documents
from apps.catalog.tests import publishable
from apps.catalog.tests.factories import CategoryFactory, ChapterFactory, CourseFactory, TopicFactory
from apps.catalog.tests.search_fixtures import (
    CANDLES,
    HEDGING,
    NOW,
    OPTIONS,
    TREND,
    search_titles,
    searchable_courses,
)
from apps.catalog.tests.test_admin import form
from apps.content.models import Instructor
from apps.content.services import demo_instructors
from apps.content.tests.factories import InstructorFactory
from apps.core.testing.parallel import in_parallel

__all__ = ["searchable_courses"]

pytestmark = pytest.mark.django_db


def test_every_change_is_searchable_immediately(api, searchable_courses, committed):
    course = searchable_courses
    topic = Topic.objects.get()

    def changes():
        course.title = "Lanterns"
        course.save()
        yield "lanterns"
        course.what_you_will_learn = ["Fold paper"]
        course.save(update_fields=["what_you_will_learn"])
        yield "fold"
        course.category.title = "Handicraft"
        course.category.save()
        yield "handicraft"
        teacher = course.teaching.get().instructor
        teacher.name = "Sunita Rao"
        teacher.save()
        yield "sunita"
        topic.title = "Glue"
        topic.save()
        yield "glue"
        topic.chapter.title = "Scissors"
        topic.chapter.save()
        yield "scissors"
        Course.objects.filter(pk=course.pk).update(lead="Light them at dusk")
        yield "dusk"
        Topic.objects.update(title="Wire")
        yield "wire"
        Chapter.objects.update(title="Bamboo")
        yield "bamboo"
        Instructor.objects.filter(pk=teacher.pk).update(name="Tara Sen")
        yield "tara"
        course.instructors.add(InstructorFactory(name="Uday Joshi"), through_defaults={"position": 1})
        yield "uday"
        Topic.objects.bulk_create([Topic(chapter=topic.chapter, title="Thread", content_type="article")])
        yield "thread"

    steps = changes()
    while True:
        with committed():
            text = next(steps, None)
        if text is None:
            break
        assert search_titles(api, text)[0] == "Lanterns", text


def test_deleted_courses_are_not_found(api, searchable_courses, committed):
    assert search_titles(api, "spinning") == [CANDLES]
    with committed():
        Topic.objects.get().delete()
    assert search_titles(api, "spinning") == []
    with committed():
        Chapter.objects.all().delete()
    assert search_titles(api, "doji") == []
    with committed():
        searchable_courses.instructors.clear()
    assert search_titles(api, "meera") == [TREND]
    with committed():
        CourseInstructor.objects.filter(course__title=TREND).delete()
    assert search_titles(api, "meera") == []
    with committed():
        Course.objects.filter(pk=searchable_courses.pk).update(is_published=False)
    assert search_titles(api, "principle") == []
    with committed():
        searchable_courses.is_published = True
        searchable_courses.save()
    assert search_titles(api, "principle") == [CANDLES]
    with committed():
        searchable_courses.delete()
    assert search_titles(api, "principle") == []
    assert SearchDocument.objects.count() == 5


def test_unused_word_is_not_suggested(api, searchable_courses, committed):
    with committed():
        searchable_courses.title = "Candelsticks"
        searchable_courses.save()
    with committed():
        searchable_courses.title = CANDLES
        searchable_courses.save()

    assert SearchWord.objects.filter(word="candelsticks").exists()
    assert search_titles(api, "candelsticks") == [CANDLES, TREND]


def test_moved_topics_are_found_in_their_new_course(api, searchable_courses, committed):
    other = Course.objects.get(title=HEDGING)

    with committed():
        Chapter.objects.update(course=other)

    assert search_titles(api, "spinning") == [HEDGING]


def test_moved_row_is_found_in_its_new_course_only(api, searchable_courses, committed):
    other = Course.objects.get(title=HEDGING)
    topic = Topic.objects.get()

    with committed():
        topic.chapter.course = other
        topic.chapter.save()
    assert (search_titles(api, "spinning"), search_titles(api, "doji")) == ([HEDGING], [HEDGING])

    with committed():
        topic.chapter = ChapterFactory(course=searchable_courses)
        topic.save(update_fields=["chapter"])
    assert search_titles(api, "spinning") == [CANDLES]

    with committed():
        teaching = searchable_courses.teaching.get()
        teaching.course = other
        teaching.save()
    assert HEDGING in search_titles(api, "meera")
    assert CANDLES not in search_titles(api, "meera")


@pytest.mark.django_db(transaction=True)
def test_moved_row_is_found_without_a_transaction(api):
    here, there = CourseFactory(title="Here"), CourseFactory(title="There")
    topic = TopicFactory(chapter=ChapterFactory(course=here), title="Spinning tops")

    topic.chapter.course = there
    topic.chapter.save()

    assert search_titles(api, "spinning") == ["There"]


def test_irrelevant_fields_cause_no_update(searchable_courses, committed, django_assert_num_queries):
    with django_assert_num_queries(2), committed():
        Course.objects.filter(pk=searchable_courses.pk).update(total_learners=5)
        searchable_courses.save(update_fields=["rating"])


def test_course_saved_with_its_topics_is_updated_once(searchable_courses, committed, monkeypatch):
    renewed = []
    monkeypatch.setattr(
        search_documents, "update_documents", lambda *, course_ids: renewed.append(course_ids)
    )

    with committed():
        chapter = ChapterFactory(course=searchable_courses)
        TopicFactory.create_batch(3, chapter=chapter)
        searchable_courses.save()

    assert [course_ids for course_ids in renewed if course_ids] == [{searchable_courses.pk}]


@pytest.mark.django_db(transaction=True)
def test_last_of_concurrent_saves_is_searchable():
    course = CourseFactory(title="Lantern")

    done = in_parallel(
        lambda number: Course.objects.filter(pk=course.pk).update(title=f"Lantern{number}"), times=8
    )

    assert done == [1] * 8
    assert SearchDocument.objects.get().title == Course.objects.get().title.lower()


def test_admin_changes_are_searchable_immediately(admin_client, api, committed):
    category, teacher = CategoryFactory(title="Charts"), InstructorFactory(name="Meera Iyer")
    assert search_titles(api, "doubt") == []

    with committed():
        response = admin_client.post(
            "/admin/catalog/course/add/", form(category=category.pk, **{"teaching-0-instructor": teacher.pk})
        )

    assert response.status_code == 302
    course = Course.objects.get()
    publishable.complete(course)
    with committed():
        admin_client.post(
            "/admin/catalog/course/",
            {"action": "publish", "_selected_action": [course.pk], "confirmed": "1"},
        )
    assert [search_titles(api, text) for text in ("doubt", "charst", "iyer")] == [["Candles"]] * 3


def test_demo_is_searchable(api, committed):
    with committed():
        demo_instructors.seed(NOW)
        demo_courses.seed(NOW)
        demo_learners.seed(NOW)

    assert search_titles(api, "candelstick")[0] == CANDLES
    assert search_titles(api, "optons")[0] == "Options: Rights, Obligations and Price"
    assert SearchDocument.objects.count() == 24


def test_rebuild_recreates_everything(api, searchable_courses):
    before = _documents()
    SearchDocument.objects.all().delete()
    SearchWord.objects.create(word="lingering")
    said = StringIO()

    call_command("rebuild_search", stdout=said)

    assert said.getvalue() == "6 courses indexed\n"
    assert _documents() == before
    assert not SearchWord.objects.filter(word="lingering").exists()
    assert search_titles(api, "candelstick") == [CANDLES, TREND]


def test_rebuilding_again_changes_nothing(searchable_courses, api):
    before = _documents()
    call_command("rebuild_search", stdout=StringIO())

    assert _documents() == before
    assert search_titles(api, "optons") == [HEDGING, OPTIONS]


def _documents():
    """The words of each document, sorted."""
    rows = SearchDocument.objects.values_list("course", "title", "people", "goals", "topics")
    return {course: [sorted(text.split()) for text in texts] for course, *texts in rows}

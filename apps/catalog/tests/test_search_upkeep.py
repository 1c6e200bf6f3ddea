"""What search finds, kept in step with whatever changes a course."""

import importlib
from io import StringIO
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection

from apps.catalog.models import Chapter, Course, CourseInstructor, SearchDocument, SearchWord, Topic
from apps.catalog.services import demo_courses, search_documents
from apps.catalog.tests.factories import CategoryFactory, ChapterFactory, CourseFactory, TopicFactory
from apps.catalog.tests.search_shelf import CANDLES, HEDGING, NOW, OPTIONS, TREND, found, shelf
from apps.catalog.tests.test_admin import form
from apps.content.models import Instructor
from apps.content.services import demo_instructors
from apps.content.tests.factories import InstructorFactory
from apps.core.testing.parallel import in_parallel

__all__ = ["shelf"]

pytestmark = pytest.mark.django_db


def test_every_change_can_be_found_at_once(api, shelf, committed):
    course = shelf
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
        assert found(api, text)[0] == "Lanterns", text


def test_what_is_gone_is_found_no_more(api, shelf, committed):
    assert found(api, "spinning") == [CANDLES]
    with committed():
        Topic.objects.get().delete()
    assert found(api, "spinning") == []
    with committed():
        Chapter.objects.all().delete()
    assert found(api, "doji") == []
    with committed():
        shelf.instructors.clear()
    assert found(api, "meera") == [TREND]
    with committed():
        CourseInstructor.objects.filter(course__title=TREND).delete()
    assert found(api, "meera") == []
    with committed():
        Course.objects.filter(pk=shelf.pk).update(is_published=False)
    assert found(api, "principle") == []
    with committed():
        shelf.is_published = True
        shelf.save()
    assert found(api, "principle") == [CANDLES]
    with committed():
        shelf.delete()
    assert found(api, "principle") == []
    assert SearchDocument.objects.count() == 5


def test_a_word_that_no_course_has_any_more_is_not_suggested(api, shelf, committed):
    with committed():
        shelf.title = "Candelsticks"
        shelf.save()
    with committed():
        shelf.title = CANDLES
        shelf.save()

    assert SearchWord.objects.filter(word="candelsticks").exists()
    assert found(api, "candelsticks") == [CANDLES, TREND]


def test_topics_that_come_to_another_course_are_found_there(api, shelf, committed):
    other = Course.objects.get(title=HEDGING)

    with committed():
        Chapter.objects.update(course=other)

    assert found(api, "spinning") == [HEDGING]


def test_what_is_saved_into_another_course_is_found_there_and_no_longer_here(api, shelf, committed):
    other = Course.objects.get(title=HEDGING)
    topic = Topic.objects.get()

    with committed():
        topic.chapter.course = other
        topic.chapter.save()
    assert (found(api, "spinning"), found(api, "doji")) == ([HEDGING], [HEDGING])

    with committed():
        topic.chapter = ChapterFactory(course=shelf)
        topic.save(update_fields=["chapter"])
    assert found(api, "spinning") == [CANDLES]

    with committed():
        teaching = shelf.teaching.get()
        teaching.course = other
        teaching.save()
    assert HEDGING in found(api, "meera")
    assert CANDLES not in found(api, "meera")


@pytest.mark.django_db(transaction=True)
def test_outside_a_transaction_it_is_found_there_as_well(api):
    here, there = CourseFactory(title="Here"), CourseFactory(title="There")
    topic = TopicFactory(chapter=ChapterFactory(course=here), title="Spinning tops")

    topic.chapter.course = there
    topic.chapter.save()

    assert found(api, "spinning") == ["There"]


def test_what_search_does_not_read_costs_no_renewal(shelf, committed, django_assert_num_queries):
    with django_assert_num_queries(2), committed():
        Course.objects.filter(pk=shelf.pk).update(total_learners=5)
        shelf.save(update_fields=["rating"])


def test_a_course_saved_with_its_topics_is_written_down_once(shelf, committed, monkeypatch):
    renewed = []
    monkeypatch.setattr(search_documents, "renew", lambda *, course_ids: renewed.append(course_ids))

    with committed():
        chapter = ChapterFactory(course=shelf)
        TopicFactory.create_batch(3, chapter=chapter)
        shelf.save()

    assert [course_ids for course_ids in renewed if course_ids] == [{shelf.pk}]


@pytest.mark.django_db(transaction=True)
def test_of_many_who_save_at_once_the_last_can_be_found():
    course = CourseFactory(title="Lantern")

    done = in_parallel(
        lambda number: Course.objects.filter(pk=course.pk).update(title=f"Lantern{number}"), times=8
    )

    assert done == [1] * 8
    assert SearchDocument.objects.get().title == Course.objects.get().title.lower()


def test_staffs_saving_can_be_found_at_once(admin_client, api, committed):
    category, teacher = CategoryFactory(title="Charts"), InstructorFactory(name="Meera Iyer")
    assert found(api, "doubt") == []

    with committed():
        response = admin_client.post(
            "/admin/catalog/course/add/", form(category=category.pk, **{"teaching-0-instructor": teacher.pk})
        )

    assert response.status_code == 302
    assert [found(api, text) for text in ("doubt", "charst", "iyer")] == [["Candles"]] * 3


@pytest.fixture
def admin_user(staff):
    return staff.user


def test_demo_can_be_found(api, committed):
    with committed():
        demo_instructors.seed(NOW)
        demo_courses.seed(NOW)

    assert found(api, "candelstick")[0] == CANDLES
    assert found(api, "optons")[0] == "Options: Rights, Obligations and Price"
    assert SearchDocument.objects.count() == 24


def test_rebuilding_makes_it_all_anew(api, shelf):
    before = _documents()
    SearchDocument.objects.all().delete()
    SearchWord.objects.create(word="lingering")
    said = StringIO()

    call_command("rebuild_search", stdout=said)

    assert said.getvalue() == "6 courses can be found\n"
    assert _documents() == before
    assert not SearchWord.objects.filter(word="lingering").exists()
    assert found(api, "candelstick") == [CANDLES, TREND]


def test_rebuilding_again_changes_nothing(shelf, api):
    before = _documents()
    call_command("rebuild_search", stdout=StringIO())

    assert _documents() == before
    assert found(api, "optons") == [HEDGING, OPTIONS]


def test_courses_from_before_there_was_search_are_filled_in(shelf):
    before, spelled = _documents(), set(SearchWord.objects.values_list("word", flat=True))
    SearchDocument.objects.all().delete()
    SearchWord.objects.all().delete()

    migration = importlib.import_module("apps.catalog.migrations.0008_fill_search")
    migration.fill(apps, SimpleNamespace(connection=connection))

    assert _documents() == before
    assert set(SearchWord.objects.values_list("word", flat=True)) == spelled


def _documents():
    """What each course is found by, in whatever order its words stand."""
    rows = SearchDocument.objects.values_list("course", "title", "people", "goals", "topics")
    return {course: [sorted(text.split()) for text in texts] for course, *texts in rows}

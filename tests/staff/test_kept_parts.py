"""No part of a course that somebody owns is deleted: not by staff, not by the ORM, not by SQL."""

import importlib
import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.db.models import ProtectedError
from django.test import Client
from django.utils import timezone

from apps.accounts.models import User
from apps.catalog.models import Chapter, Course, CourseOwner, Question, Topic
from apps.catalog.services import bookings, curriculum, owners, purchases
from apps.catalog.tests.factories import ChapterFactory, CourseFactory, QuestionFactory, TopicFactory
from apps.catalog.tests.learners import give
from apps.content.models import Asset
from apps.content.states import AssetKind
from apps.content.tests.factories import AssetFactory
from apps.core.ids import new_id
from apps.core.sellables import Line
from apps.core.testing.fixtures import Person
from apps.core.testing.parallel import in_parallel
from tests.staff.kept import delete_by_sql, is_there, told
from tests.staff.pages import address, opened

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("later")]

TRIGGERS = importlib.import_module("apps.catalog.migrations.0013_keep_parts_of_owned_courses")
NOT_REMOVED = "1 person owns this. Chapters and topics cannot be removed from it. Archive them instead."


@pytest.fixture
def admin_user(staff: Person) -> Any:
    return staff.user


@pytest.fixture
def topic() -> Topic:
    """A quiz with captions, an attachment and a question, after it a plain topic and an empty chapter."""
    topic: Topic = QuestionFactory().topic
    TopicFactory(chapter=topic.chapter, title="Plain")
    topic.captions.add(AssetFactory(kind=AssetKind.CAPTIONS, title="Captions"))
    topic.attachments.add(AssetFactory(title="Trade plan"))
    ChapterFactory(course=topic.chapter.course, title="Empty")
    return topic


@pytest.fixture
def owned(topic: Topic, member: Person) -> Topic:
    give(member.user, topic.chapter.course, at=timezone.now())
    return topic


def curriculum_of(topic: Topic) -> str:
    return f"/admin/catalog/course/{topic.chapter.course_id}/curriculum/"


def parts_of(topic: Topic) -> dict[str, models.Model]:
    return {
        "chapter": Chapter.objects.get(title="Empty"),
        "topic": Topic.objects.get(title="Plain"),
        "captions": Topic.captions.through.objects.get(topic=topic),
        "attachment": Topic.attachments.through.objects.get(topic=topic),
        "question": topic.questions.get(),
    }


of_each_part = pytest.mark.parametrize("part", ["chapter", "topic", "captions", "attachment", "question"])


def delete_part(row: models.Model) -> None:
    delete_by_sql(row, *(("catalog_option",) if isinstance(row, Question) else ()))


# --- the database -----------------------------------------------------------------------------------


@of_each_part
def test_sql_deletes_no_part_of_an_owned_course(owned: Topic, part: str) -> None:
    row = parts_of(owned)[part]
    with pytest.raises(IntegrityError):
        delete_part(row)
    assert is_there(row)


@of_each_part
def test_sql_deletes_a_part_of_a_course_that_nobody_owns(topic: Topic, part: str) -> None:
    row = parts_of(topic)[part]
    delete_part(row)
    assert not is_there(row)


@pytest.mark.parametrize("order", [1, -1])
def test_sql_deletes_no_chapter_together_with_its_topics(member: Person, order: int) -> None:
    topic = TopicFactory()
    topic.captions.add(AssetFactory(kind=AssetKind.CAPTIONS))
    give(member.user, topic.chapter.course, at=timezone.now())
    tables = ("catalog_topic_captions", "catalog_topic", "catalog_chapter")
    with pytest.raises(IntegrityError):
        connection.ops.execute_sql_flush([f"DELETE FROM {table}" for table in tables[::order]])
    assert is_there(topic)
    assert topic.captions.count() == 1


@pytest.mark.postgresql
@of_each_part
def test_the_refusal_says_what_and_why(owned: Topic, part: str) -> None:
    row = parts_of(owned)[part]
    with pytest.raises(IntegrityError) as refusal:
        delete_part(row)
    answer: Any = refusal.value.__cause__
    assert answer.diag.constraint_name == f"refuse_delete_of_owned_{part}"
    assert answer.diag.message_primary == (
        f"Somebody owns the course that this row of {row._meta.db_table} is part of."
    )


def test_once_nobody_owns_it_any_more_it_is_deleted(owned: Topic, member: Person) -> None:
    with transaction.atomic():
        delete_by_sql(Chapter.objects.get(title="Empty"))
        CourseOwner.objects.all().delete()
    assert list(Chapter.objects.all()) == [owned.chapter]


def test_a_course_that_nobody_owns_goes_with_all_its_parts(topic: Topic, admin_client: Client) -> None:
    answer = admin_client.post(address(topic.chapter.course, "delete"), {"post": "yes"})
    assert answer.status_code == 302
    for model in (Course, Chapter, Topic, Question):
        assert not model.objects.exists()
    assert Asset.objects.count() == 2


def test_the_triggers_are_there_under_their_names() -> None:
    names = {name for name, _, _ in TRIGGERS.TRIGGERS}
    assert _triggers() == names


def test_the_migration_is_reversible(owned: Topic) -> None:
    with connection.schema_editor() as editor:
        TRIGGERS.remove(None, editor)
    try:
        assert _triggers() == set()
        delete_by_sql(Chapter.objects.get(title="Empty"))
    finally:
        with connection.schema_editor() as editor:
            TRIGGERS.make(None, editor)
    with pytest.raises(IntegrityError):
        delete_by_sql(owned.chapter)


def _triggers() -> set[str]:
    kind, table = ("name", "sqlite_master") if connection.vendor == "sqlite" else ("tgname", "pg_trigger")
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {kind} FROM {table} WHERE {kind} LIKE 'refuse_delete%%'", [])
        return {name for (name,) in cursor.fetchall()}


# --- tests clean up ---------------------------------------------------------------------------------


@pytest.mark.parametrize("is_owner_first", [True, False])
def test_all_tables_are_emptied_in_any_order(owned: Topic, is_owner_first: bool) -> None:
    tables = [model._meta.db_table for model in (Chapter, Topic, Question, *_links())]
    owner = CourseOwner._meta.db_table
    tables = [owner, *tables] if is_owner_first else [*tables, owner]
    others = set(connection.introspection.django_table_names(only_existing=True)) - {*tables}
    empty = [f"DELETE FROM {connection.ops.quote_name(table)}" for table in (*tables, *sorted(others))]
    kept = {"django_content_type", "auth_permission", "django_migrations"}
    connection.ops.execute_sql_flush([sql for sql in empty if not any(name in sql for name in kept)])
    assert not Topic.objects.exists()
    assert not CourseOwner.objects.exists()


@pytest.mark.postgresql
def test_tables_are_truncated(owned: Topic) -> None:
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE catalog_course CASCADE")
    assert not Topic.objects.exists()


def _links() -> Sequence[type[models.Model]]:
    return Topic.captions.through, Topic.attachments.through


# --- the ORM ----------------------------------------------------------------------------------------


def test_no_service_and_no_query_removes_a_part(owned: Topic) -> None:
    course = owned.chapter.course
    with pytest.raises(curriculum.Owned):
        curriculum.arrange(course_id=course.pk, plans=[], edited={}, removed_topics=[owned.pk])
    for rows in (Question.objects, Topic.objects, Chapter.objects, Course.objects):
        with pytest.raises(ProtectedError):
            rows.all().delete()
    assert is_there(owned.questions.get())


@pytest.mark.parametrize(
    "remove",
    [
        lambda topic: topic.captions.remove(*topic.captions.all()),
        lambda topic: topic.attachments.clear(),
        lambda topic: topic.attachments.set([]),
        lambda topic: Asset.objects.filter(pk__in=topic.captions.all()).delete(),
    ],
    ids=["remove", "clear", "set", "asset"],
)
def test_no_file_is_taken_from_a_topic(owned: Topic, remove: Callable[[Topic], None]) -> None:
    with pytest.raises(ProtectedError):
        remove(owned)
    assert [asset.title for asset in owned.captions.all()] == ["Captions"]
    assert [asset.title for asset in owned.attachments.all()] == ["Trade plan"]


def test_where_nobody_owns_the_course_all_that_works(topic: Topic) -> None:
    topic.captions.set([])
    topic.attachments.clear()
    topic.questions.all().delete()
    Chapter.objects.all().delete()
    assert not Topic.objects.exists()


# --- the admin --------------------------------------------------------------------------------------


@pytest.mark.parametrize("removed", ["chapters-0-DELETE", "chapters-1-DELETE", "topics-0-DELETE"])
def test_the_curriculum_page_says_who_owns_the_course(
    admin_client: Client, owned: Topic, removed: str
) -> None:
    page = curriculum_of(owned)
    form = {**opened(admin_client, page), removed: ["on"]}
    if removed == "chapters-0-DELETE":
        form |= {"topics-0-DELETE": ["on"], "topics-1-DELETE": ["on"]}
    answer = admin_client.post(page, form)

    assert NOT_REMOVED in answer.content.decode()
    assert Chapter.objects.count() == 2
    assert is_there(owned)


@pytest.mark.parametrize("name", ["captions", "attachments"])
def test_the_topics_page_says_who_owns_its_files(admin_client: Client, owned: Topic, name: str) -> None:
    Topic.objects.update(content_type="video", asset=AssetFactory())
    page, title = address(owned), getattr(owned, name).get().title
    answer = admin_client.post(page, {**opened(admin_client, page), name: []})

    assert answer.context["adminform"].form.errors == {
        name: [
            f"1 person owns this. '{title}' cannot be removed from it. "
            "To replace a file, upload the new one on the file's own page."
        ]
    }
    assert getattr(owned, name).count() == 1


def test_a_file_is_added_to_a_topic_of_an_owned_course(admin_client: Client, owned: Topic) -> None:
    page, more = address(owned), AssetFactory(title="More")
    form = opened(admin_client, page)
    answer = admin_client.post(page, {**form, "attachments": [*form["attachments"], str(more.pk)]})
    assert answer.status_code == 302
    assert {asset.title for asset in owned.attachments.all()} == {"Trade plan", "More"}


def test_the_topics_page_says_who_owns_its_questions(admin_client: Client, owned: Topic) -> None:
    page = address(owned)
    answer = admin_client.post(page, {**opened(admin_client, page), "questions-0-DELETE": ["on"]})

    [inline] = answer.context["inline_admin_formsets"]
    assert inline.formset.non_form_errors() == [
        f"{owned.questions.get()}: 1 person owns this. Change the question, or archive its topic."
    ]
    assert owned.questions.count() == 1


def test_a_course_that_nobody_owns_loses_files_and_questions_in_the_admin(
    admin_client: Client, topic: Topic
) -> None:
    page = address(topic)
    form = {**opened(admin_client, page), "attachments": [], "questions-0-DELETE": ["on"]}
    assert admin_client.post(page, form).status_code == 302
    assert topic.attachments.count() == topic.questions.count() == 0


# --- whoever buys in the meantime -------------------------------------------------------------------


@pytest.fixture
def unseen(monkeypatch: pytest.MonkeyPatch, owned: Topic) -> Topic:
    """Only the database knows of the owner."""
    monkeypatch.setattr("apps.catalog.services.owners._refuse_if_owned", lambda _chapters: None)
    return owned


def test_the_delete_page_of_a_topic_says_so(
    admin_client: Client, unseen: Topic, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = parts_of(unseen)["topic"]
    monkeypatch.setattr("apps.catalog.admin.topics.TopicAdmin._reason", lambda *_: None)
    answer = admin_client.post(address(plain, "delete"), {"post": "yes"}, follow=True)
    assert told(answer) == ["Plain: 1 person owns this. Archive it instead."]
    assert is_there(plain)


def test_the_action_on_many_topics_says_so(
    admin_client: Client, unseen: Topic, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = parts_of(unseen)["topic"]
    monkeypatch.setattr("apps.catalog.admin.topics.TopicAdmin._reason", lambda *_: None)
    action = {"action": "delete_selected", "_selected_action": [str(plain.pk)], "post": "yes"}
    answer = admin_client.post("/admin/catalog/topic/", action, follow=True)
    assert told(answer) == ["Somebody bought or used this in the meantime, so it was not deleted."]
    assert is_there(plain)


def test_the_curriculum_page_says_so(
    admin_client: Client, unseen: Topic, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = curriculum_of(unseen)
    form = {**opened(admin_client, page), "chapters-1-DELETE": ["on"]}
    count, missed = owners.count, iter([0, 0])
    monkeypatch.setattr(
        "apps.catalog.services.owners.count",
        lambda **given: count(**given) if next(missed, None) is None else 0,
    )
    answer = admin_client.post(page, form, follow=True)
    assert told(answer) == [NOT_REMOVED]
    assert Chapter.objects.count() == 2


def test_the_topics_page_says_so(
    admin_client: Client, unseen: Topic, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = address(unseen)
    form = {**opened(admin_client, page), "attachments": [], "questions-0-DELETE": ["on"]}
    monkeypatch.setattr("apps.catalog.services.owners.count", lambda **_: 0)
    answer = admin_client.post(page, form, follow=True)
    assert told(answer) == [
        "Nothing was saved: somebody bought, used or changed this in the meantime. "
        "Check this page and try again."
    ]
    assert unseen.attachments.count() == unseen.questions.count() == 1


def _arrange_without(topic: Topic) -> None:
    course_id = topic.chapter.course_id
    curriculum.arrange(course_id=course_id, plans=[], edited={}, removed_topics=[topic.pk])


def _book(person: User, course: Course) -> None:
    bookings.book(person=person, key=str(course.pk), at=timezone.now())


def _pay(person: User, course: Course) -> None:
    line = Line(
        id=new_id(),
        order_id=new_id(),
        buyer_id=person.pk,
        item_id=course.pk,
        title=course.title,
        request={},
        access_days=30,
    )
    with transaction.atomic():
        purchases.deliver(line=line, at=timezone.now())


@pytest.mark.postgresql
@pytest.mark.slow
@pytest.mark.parametrize("buy", [_book, _pay])
@pytest.mark.parametrize("delete", [delete_by_sql, Topic.delete, _arrange_without])
def test_a_deletion_waits_for_a_purchase_that_is_not_committed(
    member: Person,
    monkeypatch: pytest.MonkeyPatch,
    buy: Callable[[User, Course], None],
    delete: Callable[[Topic], object],
) -> None:
    topic = TopicFactory(chapter__course=CourseFactory(offer_price_paise=0, taught_by=[]))
    course, is_owner_recorded = topic.chapter.course, threading.Event()
    record = owners.record

    def record_and_wait(**owner: Any) -> None:
        record(**owner)
        is_owner_recorded.set()
        assert _somebody_waits()

    monkeypatch.setattr(owners, "record", record_and_wait)

    def act(number: int) -> None:
        if number == 0:
            buy(member.user, course)
        else:
            assert is_owner_recorded.wait(10)
            delete(topic)

    [outcome] = [found for found in in_parallel(act, times=2) if found is not None]
    assert isinstance(outcome, (IntegrityError, curriculum.Owned))
    assert is_there(topic)
    assert Course.objects.get().total_learners == 1


def _somebody_waits() -> bool:
    """Whether another connection comes to wait for a lock within ten seconds."""
    waiting = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)"
    for _ in range(200):
        with connection.cursor() as cursor:
            cursor.execute(waiting)
            if cursor.fetchone()[0]:
                return True
            cursor.execute("SELECT pg_sleep(0.05)")
    return False

"""Parts of an owned course cannot be deleted: not in the admin, not with the ORM, not with SQL."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.db.models import ProtectedError
from django.test import Client
from django.utils import timezone

from apps.accounts.models import User
from apps.catalog.migrations import _owned_parts
from apps.catalog.models import Chapter, Course, CourseOwner, Question, Topic
from apps.catalog.services import bookings, curriculum, owners, purchases
from apps.catalog.tests.access_helpers import give_access
from apps.catalog.tests.factories import ChapterFactory, CourseFactory, QuestionFactory, TopicFactory
from apps.core.ids import new_id
from apps.core.sellables import Line
from apps.core.testing.fixtures import Person
from apps.core.testing.parallel import in_parallel, waits_for_a_lock
from apps.media.models import Asset
from apps.media.states import AssetKind
from apps.media.tests.factories import AssetFactory
from tests.staff.admin_pages import admin_url, load_form
from tests.staff.undeletable_rows import delete_by_sql, exists, messages_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("later")]

NOT_REMOVED = "1 person owns this. Chapters and topics cannot be removed from it. Archive them instead."


@pytest.fixture
def topic() -> Topic:
    """A quiz with captions, an attachment and a question, then a plain topic and an empty chapter."""
    topic: Topic = QuestionFactory().topic
    TopicFactory(chapter=topic.chapter, title="Plain")
    topic.captions.add(AssetFactory(kind=AssetKind.CAPTIONS, title="Captions"))
    topic.attachments.add(AssetFactory(title="Trade plan"))
    ChapterFactory(course=topic.chapter.course, title="Empty")
    return topic


@pytest.fixture
def owned(topic: Topic, member: Person) -> Topic:
    give_access(member.user, topic.chapter.course, at=timezone.now())
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


# --- the database -------------------------------------------------------------------------------


@of_each_part
def test_sql_cannot_delete_a_part_of_an_owned_course(owned: Topic, part: str) -> None:
    row = parts_of(owned)[part]
    with pytest.raises(IntegrityError):
        delete_part(row)
    assert exists(row)


@of_each_part
def test_sql_can_delete_a_part_of_a_course_without_owners(topic: Topic, part: str) -> None:
    row = parts_of(topic)[part]
    delete_part(row)
    assert not exists(row)


@pytest.mark.parametrize("order", [1, -1])
def test_sql_cannot_delete_a_chapter_with_its_topics(member: Person, order: int) -> None:
    topic = TopicFactory()
    topic.captions.add(AssetFactory(kind=AssetKind.CAPTIONS))
    give_access(member.user, topic.chapter.course, at=timezone.now())
    tables = ("catalog_topic_captions", "catalog_topic", "catalog_chapter")
    with pytest.raises(IntegrityError):
        connection.ops.execute_sql_flush([f"DELETE FROM {table}" for table in tables[::order]])
    assert exists(topic)
    assert topic.captions.count() == 1


@pytest.mark.postgresql
@of_each_part
def test_the_error_says_what_and_why(owned: Topic, part: str) -> None:
    row = parts_of(owned)[part]
    with pytest.raises(IntegrityError) as refusal:
        delete_part(row)
    response: Any = refusal.value.__cause__
    assert response.diag.constraint_name == f"refuse_delete_of_owned_{part}"
    assert response.diag.message_primary == (
        f"Somebody owns the course that this row of {row._meta.db_table} is part of."
    )


def test_it_can_be_deleted_once_nobody_owns_it(owned: Topic, member: Person) -> None:
    with transaction.atomic():
        delete_by_sql(Chapter.objects.get(title="Empty"))
        CourseOwner.objects.all().delete()
    assert list(Chapter.objects.all()) == [owned.chapter]


def test_a_course_without_owners_is_deleted_with_all_its_parts(topic: Topic, admin_client: Client) -> None:
    response = admin_client.post(admin_url(topic.chapter.course, "delete"), {"post": "yes"})
    assert response.status_code == 302
    for model in (Course, Chapter, Topic, Question):
        assert not model.objects.exists()
    assert Asset.objects.count() == 2


def test_the_triggers_exist() -> None:
    names = {name for name, _, _ in _owned_parts.TRIGGERS}
    assert _triggers() == names


def test_the_triggers_can_be_removed_and_made_again(owned: Topic) -> None:
    with connection.schema_editor() as editor:
        _owned_parts.remove(None, editor)
    try:
        assert _triggers() == set()
        delete_by_sql(Chapter.objects.get(title="Empty"))
    finally:
        with connection.schema_editor() as editor:
            _owned_parts.make(None, editor)
    with pytest.raises(IntegrityError):
        delete_by_sql(owned.chapter)


def _triggers() -> set[str]:
    kind, table = ("name", "sqlite_master") if connection.vendor == "sqlite" else ("tgname", "pg_trigger")
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {kind} FROM {table} WHERE {kind} LIKE 'refuse_delete%%'", [])
        return {name for (name,) in cursor.fetchall()}


# --- tests clean up -----------------------------------------------------------------------------


@pytest.mark.parametrize("is_owner_first", [True, False])
def test_tables_can_be_emptied_in_any_order(owned: Topic, is_owner_first: bool) -> None:
    tables = [model._meta.db_table for model in (Chapter, Topic, Question, *_links())]
    owner = CourseOwner._meta.db_table
    tables = [owner, *tables] if is_owner_first else [*tables, owner]
    others = set(connection.introspection.django_table_names(only_existing=True)) - {*tables}
    empty = [f"DELETE FROM {connection.ops.quote_name(table)}" for table in (*tables, *sorted(others))]
    preserved = {"django_content_type", "auth_permission", "django_migrations"}
    connection.ops.execute_sql_flush([sql for sql in empty if not any(name in sql for name in preserved)])
    assert not Topic.objects.exists()
    assert not CourseOwner.objects.exists()


@pytest.mark.postgresql
def test_tables_can_be_truncated(owned: Topic) -> None:
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE catalog_course CASCADE")
    assert not Topic.objects.exists()


def _links() -> Sequence[type[models.Model]]:
    return Topic.captions.through, Topic.attachments.through


# --- the ORM ------------------------------------------------------------------------------------


def test_no_service_and_no_query_can_remove_a_part(owned: Topic) -> None:
    course = owned.chapter.course
    with pytest.raises(curriculum.CourseOwned):
        curriculum.save_curriculum(course_id=course.pk, plans=[], edited={}, removed_topics=[owned.pk])
    for rows in (Question.objects, Topic.objects, Chapter.objects, Course.objects):
        with pytest.raises(ProtectedError):
            rows.all().delete()
    assert exists(owned.questions.get())


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
def test_a_topics_files_cannot_be_removed(owned: Topic, remove: Callable[[Topic], None]) -> None:
    with pytest.raises(ProtectedError):
        remove(owned)
    assert [asset.title for asset in owned.captions.all()] == ["Captions"]
    assert [asset.title for asset in owned.attachments.all()] == ["Trade plan"]


def test_without_owners_all_of_that_works(topic: Topic) -> None:
    topic.captions.set([])
    topic.attachments.clear()
    topic.questions.all().delete()
    Chapter.objects.all().delete()
    assert not Topic.objects.exists()


# --- the admin ----------------------------------------------------------------------------------


@pytest.mark.parametrize("removed", ["chapters-0-DELETE", "chapters-1-DELETE", "topics-0-DELETE"])
def test_the_curriculum_page_says_how_many_own_the_course(
    admin_client: Client, owned: Topic, removed: str
) -> None:
    page = curriculum_of(owned)
    form = {**load_form(admin_client, page), removed: ["on"]}
    if removed == "chapters-0-DELETE":
        form |= {"topics-0-DELETE": ["on"], "topics-1-DELETE": ["on"]}
    response = admin_client.post(page, form)

    assert NOT_REMOVED in response.content.decode()
    assert Chapter.objects.count() == 2
    assert exists(owned)


@pytest.mark.parametrize("name", ["captions", "attachments"])
def test_the_topic_page_says_how_many_own_its_files(admin_client: Client, owned: Topic, name: str) -> None:
    Topic.objects.update(content_type="video", asset=AssetFactory())
    page, title = admin_url(owned), getattr(owned, name).get().title
    response = admin_client.post(page, {**load_form(admin_client, page), name: []})

    assert response.context["adminform"].form.errors == {
        name: [
            f"1 person owns this. '{title}' cannot be removed from it. "
            "To replace a file, upload the new version on the file's own page."
        ]
    }
    assert getattr(owned, name).count() == 1


def test_a_file_can_be_added_to_a_topic_of_an_owned_course(admin_client: Client, owned: Topic) -> None:
    page, more = admin_url(owned), AssetFactory(title="More")
    form = load_form(admin_client, page)
    response = admin_client.post(page, {**form, "attachments": [*form["attachments"], str(more.pk)]})
    assert response.status_code == 302
    assert {asset.title for asset in owned.attachments.all()} == {"Trade plan", "More"}


def test_the_topic_page_says_how_many_own_its_questions(admin_client: Client, owned: Topic) -> None:
    page = admin_url(owned)
    response = admin_client.post(page, {**load_form(admin_client, page), "questions-0-DELETE": ["on"]})

    [inline] = response.context["inline_admin_formsets"]
    assert inline.formset.non_form_errors() == [
        f"{owned.questions.get()}: 1 person owns this. Change the question, or archive its topic."
    ]
    assert owned.questions.count() == 1


def test_without_owners_files_and_questions_can_be_removed_in_the_admin(
    admin_client: Client, topic: Topic
) -> None:
    page = admin_url(topic)
    form = {**load_form(admin_client, page), "attachments": [], "questions-0-DELETE": ["on"]}
    assert admin_client.post(page, form).status_code == 302
    assert topic.attachments.count() == topic.questions.count() == 0


# --- purchases during a deletion ---------------------------------------------------------------


@pytest.fixture
def owned_meanwhile(monkeypatch: pytest.MonkeyPatch, owned: Topic) -> Topic:
    """The admin's checks do not see the owner; the database does."""
    monkeypatch.setattr("apps.catalog.services.owners._refuse_if_owned", lambda _chapters: None)
    return owned


def test_the_delete_page_of_a_topic_shows_the_reason(
    admin_client: Client, owned_meanwhile: Topic, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = parts_of(owned_meanwhile)["topic"]
    monkeypatch.setattr("apps.catalog.admin.topics.TopicAdmin._reason", lambda *_: None)
    response = admin_client.post(admin_url(plain, "delete"), {"post": "yes"}, follow=True)
    assert messages_of(response) == ["Plain: 1 person owns this. Archive it instead."]
    assert exists(plain)


def test_the_delete_action_shows_the_reason(
    admin_client: Client, owned_meanwhile: Topic, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = parts_of(owned_meanwhile)["topic"]
    monkeypatch.setattr("apps.catalog.admin.topics.TopicAdmin._reason", lambda *_: None)
    action = {"action": "delete_selected", "_selected_action": [str(plain.pk)], "post": "yes"}
    response = admin_client.post("/admin/catalog/topic/", action, follow=True)
    assert messages_of(response) == ["This was bought or used in the meantime, so it was not deleted."]
    assert exists(plain)


def test_the_curriculum_page_shows_the_reason(
    admin_client: Client, owned_meanwhile: Topic, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = curriculum_of(owned_meanwhile)
    form = {**load_form(admin_client, page), "chapters-1-DELETE": ["on"]}
    count, missed = owners.count_owners, iter([0, 0])
    monkeypatch.setattr(
        "apps.catalog.services.owners.count_owners",
        lambda **given: count(**given) if next(missed, None) is None else 0,
    )
    response = admin_client.post(page, form, follow=True)
    assert messages_of(response) == [NOT_REMOVED]
    assert Chapter.objects.count() == 2


def test_the_topic_page_shows_the_reason(
    admin_client: Client, owned_meanwhile: Topic, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = admin_url(owned_meanwhile)
    form = {**load_form(admin_client, page), "attachments": [], "questions-0-DELETE": ["on"]}
    monkeypatch.setattr("apps.catalog.services.owners.count_owners", lambda **_: 0)
    response = admin_client.post(page, form, follow=True)
    assert messages_of(response) == [
        "Nothing was saved: this was bought, used or changed in the meantime. Check the page and try again."
    ]
    assert owned_meanwhile.attachments.count() == owned_meanwhile.questions.count() == 1


def _arrange_without(topic: Topic) -> None:
    course_id = topic.chapter.course_id
    curriculum.save_curriculum(course_id=course_id, plans=[], edited={}, removed_topics=[topic.pk])


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
@pytest.mark.parametrize("buy", [_book, _pay])
@pytest.mark.parametrize("delete", [delete_by_sql, Topic.delete, _arrange_without])
def test_a_deletion_waits_for_an_uncommitted_purchase(
    member: Person,
    monkeypatch: pytest.MonkeyPatch,
    buy: Callable[[User, Course], None],
    delete: Callable[[Topic], object],
) -> None:
    topic = TopicFactory(chapter__course=CourseFactory(offer_price_paise=0, taught_by=[]))
    course, is_owner_recorded = topic.chapter.course, threading.Event()
    record = owners.record_owner

    def record_and_wait(**owner: Any) -> bool:
        is_recorded = record(**owner)
        is_owner_recorded.set()
        assert _someone_waits_for_a_lock()
        return is_recorded

    monkeypatch.setattr(owners, "record_owner", record_and_wait)

    def run(number: int) -> None:
        if number == 0:
            buy(member.user, course)
        else:
            assert is_owner_recorded.wait(10)
            delete(topic)

    [outcome] = [found for found in in_parallel(run, times=2) if found is not None]
    assert isinstance(outcome, (IntegrityError, curriculum.CourseOwned))
    assert exists(topic)
    assert Course.objects.get().total_learners == 1


def _someone_waits_for_a_lock() -> bool:
    """Return whether another connection waits for a lock within ten seconds."""
    for _ in range(200):
        if waits_for_a_lock():
            return True
        time.sleep(0.05)
    return False

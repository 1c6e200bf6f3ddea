"""Refused notes: invalid input, missing access, no room."""

import json
from datetime import timedelta

import pytest

from apps.accounts.models import Entitlement
from apps.catalog.models import Course, Topic, TopicNote
from apps.catalog.services import notes
from apps.catalog.tests.course_helpers import create_course, give_course
from apps.catalog.tests.note_helpers import NOW, Notebook, clock, no_note_saved, note, notebook, stamp
from apps.core.ids import new_id

__all__ = ["clock", "notebook"]

pytestmark = pytest.mark.django_db

ID = "0193f1a0-0000-7000-8000-000000000001"
STRANGE_IDS = ("none", "x" * 500, "01a1fe8e-f948-71a9-8d06-1349e41c6bd6", "हिंदी", "' or 1=1 --", "%00")

# --- bad input ---


def as_json(body):
    """With escapes, as half of a surrogate pair has no other encoding."""
    return {"data": json.dumps(body), "content_type": "application/json"}


@pytest.mark.parametrize("field", ["_id", "at", "text", "updatedAt"])
@pytest.mark.parametrize("value", ["missing", None, True, [], {}])
def test_a_field_that_is_missing_or_of_a_wrong_type_is_refused_by_name(notebook, field, value):
    body = note() | {field: value}
    if value == "missing":
        del body[field]

    answer = notebook.send(body)

    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
    assert no_note_saved()


WRONG_VALUES = [
    ("at", -1),
    ("at", "5"),
    ("at", "NaN"),
    ("text", ""),
    ("text", " \n\t "),
    ("text", 5),
    ("text", "x" * 2001),
    ("text", "a\x00b"),
    ("text", "half a pair \ud83d"),
    ("updatedAt", ""),
    ("updatedAt", 1_700_000_000),
    ("updatedAt", "2026-11-21"),
    ("updatedAt", "2026-11-21T09:30:00"),
    ("updatedAt", "2026-11-21 09:30:00Z"),
    ("updatedAt", "2026-02-30T09:30:00Z"),
    ("updatedAt", "2026-11-21T24:30:00Z"),
    ("updatedAt", "2026-11-21T09:30:00+25:00"),
    ("updatedAt", "0001-01-01T00:00:00+14:00"),
    ("updatedAt", "0000-01-01T00:00:00Z"),
    ("updatedAt", "٢٠٢٦-11-21T09:30:00Z"),
    ("updatedAt", "2026-11-21T09:30:00.Z"),
    ("updatedAt", "2026-11-21T09:30:00." + "1" * 5000 + "Z"),
    ("userId", 5),
    ("userId", None),
]


@pytest.mark.parametrize(("field", "value"), WRONG_VALUES)
def test_a_wrong_value_is_refused_by_name(notebook, field, value):
    notebook.add("first", identity=ID)
    body, api = as_json(note(written=-10) | {field: value}), notebook.person.api

    for answer in (api.post(notebook.path, **body), api.put(notebook.of(ID), **body)):
        assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])
    assert notebook.texts() == ["first"]


@pytest.mark.parametrize("value", ["", "none", "1" * 36, "0" * 32, f"urn:uuid:{ID}", "\ud83d"])
def test_an_id_that_is_no_uuid_is_refused(notebook, value):
    answer = notebook.person.api.post(notebook.path, **as_json(note() | {"_id": value}))

    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["_id"])
    assert no_note_saved()


def test_an_id_in_capitals_is_the_same_id(notebook):
    notebook.add("first", identity=ID.upper())

    assert notebook.edit(ID.upper(), "second", written=-10)["_id"] == ID
    assert notebook.texts() == ["second"]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1" * 5000])
def test_nan_infinity_and_endless_numbers_are_refused(notebook, number):
    body = json.dumps(note(at="@")).replace('"@"', number)

    answer = notebook.person.api.post(notebook.path, body, content_type="application/json")

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert no_note_saved()


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"text"', b"null", b"\xff", b"[" * 100_000])
def test_a_body_that_is_no_object_is_refused(notebook, body):
    for send, path in ((notebook.person.api.post, notebook.path), (notebook.person.api.put, notebook.of(ID))):
        answer = send(path, body, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


@pytest.mark.parametrize("query", ["updatedAt=soon", "updatedAt=", "updatedAt=2026-11-21"])
def test_a_deletion_at_no_time_is_refused(notebook, query):
    notebook.add("stays", identity=ID)

    answer = notebook.person.api.delete(f"{notebook.of(ID)}?{query}")

    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["updatedAt"])
    assert notebook.texts() == ["stays"]


# --- what is not there ---


@pytest.mark.parametrize("topic_id", STRANGE_IDS)
def test_an_unknown_topic_is_not_found(notebook, topic_id):
    path, api = f"/api/course/notes/{topic_id}", notebook.person.api
    answers = [
        api.get(path),
        api.post(path, note()),
        api.put(f"{path}/{ID}", note()),
        api.delete(f"{path}/{ID}"),
    ]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(404, "topic_unknown")}
    assert no_note_saved()


@pytest.mark.parametrize("note_id", STRANGE_IDS)
def test_an_unknown_note_is_not_found(notebook, note_id):
    api = notebook.person.api
    answers = [api.put(notebook.of(note_id), note()), api.delete(notebook.of(note_id))]

    assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(404, "note_unknown")}
    assert notebook.list() == []


@pytest.mark.parametrize("part", ["topic", "chapter"])
def test_an_archived_topic_is_not_found(notebook, committed, part):
    notebook.add("stays", identity=ID)
    row = notebook.topic if part == "topic" else notebook.topic.chapter
    row.is_published = False
    with committed():
        row.save()

    assert notebook.person.api.get(notebook.path).status_code == 404
    assert notebook.send(note()).status_code == 404
    assert TopicNote.objects.get().text == "stays"


# --- access ---


def refused(notebook, body=None):
    api, body = notebook.person.api, body or note(identity=ID, written=-10)
    user = f"?userId={body['userId']}" if "userId" in body else ""
    answers = [
        api.post(notebook.path, body),
        api.put(notebook.of(ID), body),
        api.delete(notebook.of(ID) + user),
    ]
    return {(answer.status_code, answer.json()["code"]) for answer in answers}


@pytest.mark.parametrize("ends_at", [None, NOW, NOW - timedelta(days=1)])
def test_without_access_notes_are_neither_read_nor_written(member, clock, ends_at):
    course, topics = create_course(600)
    if ends_at:
        give_course(member.user, course, ends_at=ends_at)
    notebook = Notebook(member, topics[0])

    assert refused(notebook) == {(403, "no_access")}
    assert notebook.person.api.get(notebook.path).json()["code"] == "no_access"
    assert no_note_saved()


def test_access_that_ends_keeps_the_notes_and_brings_them_back_with_it(notebook, committed):
    notebook.add("stays", identity=ID)
    [access] = Entitlement.objects.all()
    access.ends_at = NOW
    with committed():
        access.save()
    assert refused(notebook) == {(403, "no_access")}

    access.ends_at = None
    with committed():
        access.save()
    assert notebook.texts() == ["stays"]


def test_a_topic_that_is_withheld_can_be_read_about_but_not_written_to(notebook, committed):
    notebook.add("stays", identity=ID)
    notebook.topic.market_data_date = NOW.date()
    with committed():
        notebook.topic.save()

    assert refused(notebook) == {(403, "held_back")}
    assert notebook.texts() == ["stays"]


def test_a_learner_keeps_writing_when_the_course_is_unpublished(notebook, other_member, committed):
    with committed():
        Course.objects.filter(pk=notebook.topic.chapter.course_id).update(is_published=False)

    assert notebook.add("still")["text"] == "still"
    assert refused(Notebook(other_member, notebook.topic)) == {(404, "course_unknown")}


def test_a_free_preview_takes_notes_of_every_member_and_of_no_visitor(other_member, api, clock):
    _, topics = create_course(600)
    Topic.objects.update(is_free_preview=True)
    notebook = Notebook(other_member, topics[0])

    assert notebook.add("preview")["text"] == "preview"
    assert api.get(notebook.path).status_code == 401
    assert api.post(notebook.path, {}).status_code == 401


def test_a_page_that_another_person_left_open_writes_nothing_into_this_account(notebook, other_member):
    notebook.add("mine", identity=ID)
    theirs = note("theirs", identity=ID, written=-10, userId=str(other_member.user.pk))

    assert refused(notebook, theirs) == {(403, "not_yours")}
    assert refused(notebook, theirs | {"userId": "none"}) == {(403, "not_yours")}
    assert notebook.texts() == ["mine"]
    own = note("own", identity=ID, written=-10, userId=str(notebook.person.user.pk).upper())
    assert notebook.person.api.put(notebook.of(ID), own).status_code == 200


def test_without_a_csrf_token_nothing_is_written(notebook):
    for send, path in ((notebook.person.api.post, notebook.path), (notebook.person.api.put, notebook.of(ID))):
        answer = send(path, note(), HTTP_X_CSRFTOKEN="")
        assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    assert no_note_saved()


# --- limits ---


def fill(notebook, count, *, is_deleted):
    person = notebook.person.user
    TopicNote.objects.bulk_create(
        TopicNote(
            person=person,
            topic=notebook.topic,
            note_id=new_id(),
            text="" if is_deleted else "x",
            is_deleted=is_deleted,
            updated_at=NOW,
        )
        for _ in range(count)
    )


def test_a_topic_takes_200_notes(notebook):
    fill(notebook, notes.MAX_NOTES - 1, is_deleted=False)
    notebook.add("the last", identity=ID)

    answer = notebook.send(note())

    assert (answer.status_code, answer.json()) == (
        409,
        {
            "code": "too_many_notes",
            "message": "This topic already has 200 notes. Delete one to add another.",
        },
    )
    assert TopicNote.objects.count() == 200
    assert notebook.add("edited", identity=ID, written=-10)["text"] == "edited"
    assert notebook.delete(ID, written=-5) is None
    assert notebook.add("room again")["text"] == "room again"


def test_deleting_and_adding_does_not_go_on_for_ever(notebook):
    fill(notebook, notes.MAX_DELETED, is_deleted=True)

    assert notebook.send(note()).json()["code"] == "too_many_notes"
    assert notebook.person.api.delete(notebook.of(new_id())).status_code == 404
    assert TopicNote.objects.count() == notes.MAX_DELETED


def test_a_deletion_before_its_note_is_remembered(notebook):
    answer = notebook.person.api.delete(f"{notebook.of(ID)}?updatedAt={stamp(-30)}")

    assert (answer.status_code, answer.json()["code"]) == (404, "note_unknown")
    assert notebook.add("late", identity=ID, written=-40) is None
    assert notebook.add("later", identity=ID, written=-20)["text"] == "later"

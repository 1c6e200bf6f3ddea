"""Notes at a moment of a topic: written, edited and deleted on several devices, in any order of arrival."""

from datetime import timedelta
from itertools import permutations

import pytest

from apps.accounts import personal_data
from apps.catalog.models import TopicNote
from apps.catalog.tests.course_helpers import create_course, give_course
from apps.catalog.tests.note_helpers import NOW, Notebook, clock, data_of, note, notebook, stamp
from apps.core.ids import new_id
from apps.core.testing.clients import logged_in
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema

__all__ = ["clock", "notebook"]

pytestmark = pytest.mark.django_db

ID, OTHER_ID = "0193f1a0-0000-7000-8000-000000000001", "0193f1a0-0000-7000-8000-000000000002"


# --- writing ---


def test_a_note_is_saved_under_the_id_of_the_browser(notebook):
    answer = notebook.send(note("Open, high, low, close.", at=125, identity=ID))

    saved = {"_id": ID, "at": 125, "text": "Open, high, low, close.", "updatedAt": "2026-11-21T09:29:00Z"}
    assert (answer.status_code, answer.json()) == (201, {"message": "Note saved.", "data": saved})
    assert_matches_schema(answer.json(), path="course/notes/{topic_id}", method="post")
    listed = notebook.person.api.get(notebook.path)
    assert listed.json() == {"data": [saved], "totalCount": 1}
    assert listed["Cache-Control"] == "private, no-store"
    assert_matches_schema(listed.json(), path="course/notes/{topic_id}")


def test_notes_are_listed_by_moment_and_at_one_moment_by_id(notebook):
    for text, at, identity in (("c", 9, OTHER_ID), ("a", 0, str(new_id())), ("b", 9, ID)):
        notebook.add(text, at=at, identity=identity)

    assert notebook.texts() == ["a", "b", "c"]


def test_a_repeat_changes_nothing(notebook):
    first = notebook.add(identity=ID)
    rows = list(TopicNote.objects.values())

    assert notebook.add(identity=ID) == first
    assert notebook.edit(ID) == first
    assert list(TopicNote.objects.values()) == rows


def test_the_later_version_wins(notebook):
    notebook.add("first", identity=ID, written=-60)

    assert notebook.edit(ID, "second", at=7, written=-50)["text"] == "second"
    assert notebook.edit(ID, "late", written=-55) == {
        "_id": ID,
        "at": 7,
        "text": "second",
        "updatedAt": stamp(-50),
    }
    assert notebook.add("late", identity=ID, written=-50.001)["text"] == "second"
    assert notebook.texts() == ["second"]


def test_versions_are_ordered_by_the_millisecond(notebook):
    notebook.add("first", identity=ID, written=-1.5)

    assert notebook.edit(ID, "second", written=-1.499)["updatedAt"] == "2026-11-21T09:29:58.501Z"
    assert notebook.texts() == ["second"]


def test_a_deletion_beats_an_older_edit_and_a_later_edit_beats_the_deletion(notebook):
    notebook.add("first", identity=ID, written=-60)

    assert notebook.delete(ID, written=-40) is None
    assert notebook.edit(ID, "older", written=-50) is None
    assert notebook.add("older", identity=ID, written=-50) is None
    assert notebook.list() == []
    assert notebook.edit(ID, "later", written=-30)["text"] == "later"
    assert notebook.delete(ID, written=-35)["text"] == "later"
    assert notebook.texts() == ["later"]


def test_every_answer_of_a_change_matches_the_schema(notebook):
    notebook.add(identity=ID, written=-30)
    path = "course/notes/{topic_id}/{note_id}"

    late = notebook.person.api.delete(f"{notebook.of(ID)}?updatedAt={stamp(-40)}").json()
    deleted = notebook.person.api.delete(notebook.of(ID)).json()
    edited = notebook.person.api.put(notebook.of(ID), note(written=-20)).json()

    assert late["message"] == "This note was edited after that, so it stays."
    assert deleted == edited == {"message": "Note deleted.", "data": None}
    for body, method in ((late, "delete"), (deleted, "delete"), (edited, "put")):
        assert_matches_schema(body, path=path, method=method)


CHANGES = {
    "add": lambda notebook: notebook.send(note("first", identity=ID, written=-60)),
    "edit": lambda notebook: notebook.send(note("edited", identity=ID, written=-50)),
    "delete": lambda notebook: notebook.person.api.delete(f"{notebook.of(ID)}?updatedAt={stamp(-40)}"),
    "edit again": lambda notebook: notebook.send(note("again", at=8, identity=ID, written=-30)),
}


@pytest.mark.parametrize(
    ("changes", "texts"),
    [(["add", "edit", "delete"], []), (["add", "delete", "edit again"], ["again"]), ([*CHANGES], ["again"])],
)
def test_every_order_of_arrival_ends_alike(notebook, changes, texts):
    for order in permutations(changes):
        for name in order:
            CHANGES[name](notebook)
        assert notebook.texts() == texts, order
        TopicNote.objects.all().delete()


def test_of_two_versions_of_the_same_millisecond_all_keep_the_same(notebook):
    for texts in permutations(["one", "two", "three"]):
        for text in texts:
            notebook.add(text, identity=ID)
        notebook.delete(ID, written=-60)
        assert notebook.texts() == ["two"]
        TopicNote.objects.all().delete()


def test_a_deletion_leaves_no_text(notebook):
    notebook.add("private", at=9, identity=ID)
    notebook.delete(ID)
    notebook.delete(ID)

    row = TopicNote.objects.get()
    assert (row.text, row.at_seconds, row.is_deleted) == ("", 0, True)


def test_without_a_time_a_deletion_is_of_now(notebook, clock):
    notebook.add(identity=ID, written=0)
    clock.shift(1)

    assert data_of(notebook.person.api.delete(notebook.of(ID))) is None
    assert notebook.list() == []


# --- clocks ---


def test_a_time_in_the_future_counts_as_now(notebook, clock):
    assert notebook.add("fast", identity=ID, written=3600)["updatedAt"] == "2026-11-21T09:30:00Z"
    clock.shift(5)

    assert notebook.edit(ID, "right", written=4)["text"] == "right"
    assert notebook.texts() == ["right"]


@pytest.mark.parametrize("seconds", [10, 7200])
def test_a_repeat_from_a_fast_clock_does_not_beat_what_was_written_since(notebook, clock, seconds):
    notebook.add("fast", identity=ID, written=3600)
    clock.shift(5)
    notebook.edit(ID, "right", written=4)
    clock.shift(seconds)

    assert notebook.add("fast", identity=ID, written=3600)["text"] == "right"
    assert notebook.texts() == ["right"]


def test_edits_from_a_fast_clock_keep_their_own_order(notebook, clock):
    notebook.add("second", identity=ID, written=3610)
    clock.shift(5)

    assert notebook.add("first", identity=ID, written=3600)["text"] == "second"
    assert notebook.edit(ID, "third", written=3620)["text"] == "third"


def on_another_device(notebook):
    """The same person's notes, on a device that logged in for itself."""
    user = notebook.person.user
    return Notebook(Person(user=user, api=logged_in(user)), notebook.topic)


@pytest.fixture
def second_device(notebook):
    return on_another_device(notebook)


@pytest.mark.parametrize("ahead", [1805, 3605, 5405])
def test_of_two_fast_clocks_none_stops_the_other(notebook, second_device, clock, ahead):
    notebook.add("first device", identity=ID, written=3600)
    clock.shift(5)

    assert second_device.edit(ID, "second device", written=ahead)["text"] == "second device"
    clock.shift(5)
    assert notebook.add("first device", identity=ID, written=3600)["text"] == "second device"
    assert notebook.edit(ID, "older", written=3590)["text"] == "second device"
    assert notebook.edit(ID, "first again", written=3610)["text"] == "first again"
    assert second_device.edit(ID, "second device", written=ahead)["text"] == "first again"


def test_a_repeat_after_another_login_is_a_repeat(notebook, second_device, clock):
    notebook.add("fast", identity=ID, written=3600)
    notebook.edit(ID, "right", written=0)
    clock.shift(5)

    assert second_device.add("fast", identity=ID, written=3600)["text"] == "right"


def test_a_note_remembers_the_newest_of_few_devices(notebook, clock):
    for number in range(10):
        on_another_device(notebook).add(f"{number}", identity=ID, written=3600 + number)
        clock.shift(1)

    assert len(TopicNote.objects.get().cuts) == 8
    assert notebook.texts() == ["9"]


def test_a_deletion_from_a_fast_clock_is_beaten_by_what_is_written_afterwards(notebook, clock):
    notebook.add(identity=ID)
    assert notebook.delete(ID, written=3600) is None
    clock.shift(5)

    assert notebook.edit(ID, "after", written=4)["text"] == "after"


@pytest.mark.parametrize("written", ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"])
def test_the_ends_of_the_calendar_are_times_as_well(notebook, written):
    body = note() | {"updatedAt": written}

    first = data_of(notebook.send(body), status=201)

    assert first["updatedAt"] == (written if written.startswith("0") else stamp())
    assert data_of(notebook.send(body), status=201) == first


# --- moments and texts ---


@pytest.mark.parametrize(
    ("sent", "saved"), [(0, 0), (59.999, 59), (600, 600), (601, 600), (10**400, 600), (1e300, 600)]
)
def test_a_moment_is_rounded_down_and_capped_at_the_length(notebook, sent, saved):
    assert notebook.add(at=sent)["at"] == saved


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script> & <b>",
        "मूल्य और समय",
        "line\nline\ttab",
        "😀" * 2000,
        "\u202e back",
        "' OR 1=1",
    ],
)
def test_a_text_is_kept_as_it_was_written(notebook, text):
    assert notebook.add(text)["text"] == text
    assert notebook.texts() == [text]


def test_blanks_around_a_text_are_removed(notebook):
    assert notebook.add("  two\nlines \n")["text"] == "two\nlines"


# --- people and topics ---


def test_an_id_of_somebody_else_is_an_id_like_any_other(notebook, other_member):
    give_course(other_member.user, notebook.topic.chapter.course)
    theirs = Notebook(other_member, notebook.topic)
    notebook.add("mine", identity=ID)

    assert theirs.list() == []
    assert theirs.person.api.put(theirs.of(ID), note(written=-10)).status_code == 404
    assert theirs.person.api.delete(f"{theirs.of(ID)}?updatedAt={stamp(-20)}").status_code == 404
    assert theirs.add("theirs", identity=ID, written=-5)["text"] == "theirs"
    assert (notebook.texts(), theirs.texts()) == (["mine"], ["theirs"])


def test_an_id_identifies_a_note_of_one_topic(notebook):
    course, topics = create_course(60)
    give_course(notebook.person.user, course)
    elsewhere = Notebook(notebook.person, topics[0])
    notebook.add("here", identity=ID)

    assert elsewhere.person.api.put(elsewhere.of(ID), note(written=-10)).status_code == 404
    assert elsewhere.person.api.delete(elsewhere.of(ID)).status_code == 404
    assert notebook.texts() == ["here"]


def test_notes_stay_when_the_course_is_restarted(notebook):
    notebook.add("stays")
    course = notebook.topic.chapter.course_id
    body = {"userId": str(notebook.person.user.pk), "courseId": str(course)}

    assert notebook.person.api.post("/api/course/progress/restart", body).status_code == 200
    assert notebook.texts() == ["stays"]


@pytest.mark.parametrize("count", [1, 50])
def test_the_number_of_queries_does_not_depend_on_the_notes(notebook, django_assert_num_queries, count):
    for number in range(count):
        notebook.add(identity=ID if number == 0 else None, written=-60)
    notebook.list()

    with django_assert_num_queries(1):
        notebook.list()
    with django_assert_num_queries(5):
        notebook.edit(ID, "edited", written=-10)
    with django_assert_num_queries(7):
        notebook.add()


# --- privacy ---


def test_notes_are_in_the_download_and_are_erased(notebook, other_member, committed):
    course = notebook.topic.chapter.course
    give_course(other_member.user, course)
    Notebook(other_member, notebook.topic).add("theirs")
    notebook.add("mine", at=125)
    notebook.add("deleted", identity=ID)
    notebook.delete(ID)

    assert personal_data.export(person=notebook.person.user)["notes"] == [
        {
            "course": course.title,
            "topic": notebook.topic.title,
            "atSeconds": 125,
            "text": "mine",
            "at": "2026-11-21T09:29:00Z",
        }
    ]

    with committed():
        personal_data.erase(person=notebook.person.user, at=NOW + timedelta(days=1))

    assert list(TopicNote.objects.values_list("person", "text")) == [(other_member.user.pk, "theirs")]


def test_a_note_says_nothing_of_its_text_to_staff(notebook):
    notebook.add("private")

    assert str(TopicNote.objects.get()) == f"note in {notebook.topic.pk}"

"""Concurrent changes of notes with real commits and threads: what was written last is kept."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.services import erasure
from apps.catalog.models import NoteState, TopicNote
from apps.catalog.selectors.topic_access import UnknownTopic
from apps.catalog.services import notes
from apps.catalog.tests.course_helpers import create_course, give_course, give_pro
from apps.core.errors import NotLoggedIn
from apps.core.ids import new_id
from apps.core.testing.parallel import in_parallel

pytestmark = pytest.mark.django_db(transaction=True)

TIMES = 16


@pytest.fixture
def topic(member):
    course, (topic,) = create_course(600)
    give_course(member.user, course)
    return topic


class Device:
    """Sends changes of one note; `number` is how many seconds after the others it was written."""

    def __init__(self, person, topic):
        self.person, self.topic, self.note_id = person, topic, new_id()
        self.begun, self.device_id = timezone.now() - timedelta(minutes=5), new_id()

    def request(self):
        return notes.Request(self.person.user, None, str(self.topic.pk), timezone.now(), self.device_id)

    def add(self, number, *, note_id=None):
        state = NoteState(self.begun + timedelta(seconds=number), True, f"version {number}", number)
        return notes.add(request=self.request(), note_id=note_id or self.note_id, state=state)

    def delete(self, number):
        updated_at = self.begun + timedelta(seconds=number)
        return notes.delete(request=self.request(), note_id=str(self.note_id), updated_at=updated_at)


def failures_in(results):
    return [result for result in results if isinstance(result, Exception)]


def test_the_latest_of_concurrent_versions_wins(member, topic):
    device = Device(member, topic)

    results = in_parallel(lambda number: device.add((number * 7) % TIMES), times=TIMES)

    assert failures_in(results) == []
    row = TopicNote.objects.get()
    assert (row.text, row.at_seconds) == (f"version {TIMES - 1}", TIMES - 1)


@pytest.mark.parametrize("deleted_last", [True, False])
def test_an_edit_and_a_deletion_that_meet_end_as_if_they_had_not(member, topic, deleted_last):
    device = Device(member, topic)
    device.add(0)
    last = 2 * TIMES

    def act(number):
        if number % 2:
            return device.delete(last if deleted_last and number == 1 else number)
        return device.add(number + 2 if deleted_last or number else last)

    assert failures_in(in_parallel(act, times=TIMES)) == []
    row = TopicNote.objects.get()
    assert (row.is_deleted, row.text) == ((True, "") if deleted_last else (False, f"version {last}"))


def test_repeats_of_one_note_are_one_note(member, topic):
    device = Device(member, topic)

    assert failures_in(in_parallel(lambda _number: device.add(3), times=TIMES)) == []
    assert list(TopicNote.objects.values_list("text", flat=True)) == ["version 3"]


def test_the_limit_holds_for_concurrent_notes(member, topic, monkeypatch):
    monkeypatch.setattr(notes, "MAX_NOTES", 5)
    device = Device(member, topic)

    results = in_parallel(lambda number: device.add(number, note_id=new_id()), times=TIMES)

    assert {type(failure) for failure in failures_in(results)} == {notes.TooManyNotes}
    assert len(failures_in(results)) == TIMES - 5
    assert TopicNote.objects.count() == 5


def test_a_note_in_a_just_deleted_topic_is_not_found(member):
    # With Pro nobody owns the course, so that its topics can be deleted.
    _course, (topic,) = create_course(600, is_pro=True)
    give_pro(member.user)
    device = Device(member, topic)
    device.add(1)
    identity = topic.pk
    topic.delete()
    topic.pk = identity

    with pytest.raises(UnknownTopic):
        device.add(2)
    assert not TopicNote.objects.exists()


def test_nothing_is_written_into_an_account_that_was_just_deleted(member, topic):
    device = Device(member, topic)
    device.add(1)
    erasure.erase_on_request(mobile=member.user.mobile, at=timezone.now())

    with pytest.raises(NotLoggedIn):
        device.add(2)
    assert not TopicNote.objects.exists()

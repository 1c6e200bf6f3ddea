"""A learner who writes notes."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from apps.catalog.models import TopicNote
from apps.catalog.tests.course_helpers import create_course, give_course
from apps.core.ids import new_id
from apps.core.indian_time import iso_utc_exact

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as moved:
        yield moved


@pytest.fixture
def notebook(member, clock):
    """The member's notes in a topic of ten minutes, in a course that they own."""
    course, topics = create_course(600, 300, weburlname="candles")
    give_course(member.user, course)
    return Notebook(member, topics[0])


def stamp(seconds=0.0):
    """A time by its distance from NOW, as JSON."""
    return iso_utc_exact(NOW + timedelta(seconds=seconds))


def note(text="Four prices.", *, at=5, written=-60.0, identity=None, **more):
    """A note as the browser sends it, written so many seconds from NOW."""
    return {"_id": identity or str(new_id()), "at": at, "text": text, "updatedAt": stamp(written), **more}


class Notebook:
    def __init__(self, person, topic):
        self.person, self.topic = person, topic
        self.path = f"/api/course/notes/{topic.pk}"

    def of(self, identity):
        return f"{self.path}/{identity}"

    def send(self, body):
        return self.person.api.post(self.path, body)

    def add(self, *args, **kwargs):
        """The note as the server has it afterwards; None if it is deleted."""
        return data_of(self.send(note(*args, **kwargs)), status=201)

    def edit(self, identity, *args, **kwargs):
        return data_of(self.person.api.put(self.of(identity), note(*args, **kwargs)))

    def delete(self, identity, written=-30.0):
        return data_of(self.person.api.delete(f"{self.of(identity)}?updatedAt={stamp(written)}"))

    def list(self):
        return data_of(self.person.api.get(self.path))

    def texts(self):
        return [row["text"] for row in self.list()]


def data_of(answer, *, status=200):
    assert answer.status_code == status, answer.content
    return answer.json()["data"]


def no_note_saved():
    return not TopicNote.objects.exists()

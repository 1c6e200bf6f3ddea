"""A learner with a course, and the reports of their player."""

from datetime import UTC, datetime

import pytest
import time_machine

from apps.catalog.models import TopicProgress
from apps.catalog.tests.course_helpers import create_course, give_course

UPDATE, START, RESTART = (f"/api/course/progress/{name}" for name in ("update", "start", "restart"))
NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture
def clock():
    with time_machine.travel(NOW, tick=False) as moved:
        yield moved


@pytest.fixture
def lesson(member, clock):
    """A course of the member with three topics: ten minutes, five minutes and zero."""
    course, topics = create_course(600, 300, 0, weburlname="candles")
    give_course(member.user, course)
    return Lesson(member, course, topics)


class Lesson:
    def __init__(self, member, course, topics):
        self.member, self.course, self.topics = member, course, topics

    def body(self, place=0, seconds=60, **more):
        return {
            "userId": str(self.member.user.pk),
            "courseId": str(self.course.pk),
            "topicId": str(self.topics[place].pk),
            "watchedDuration": seconds,
            **more,
        }

    def send(self, place=0, seconds=60, **more):
        return self.member.api.post(UPDATE, self.body(place, seconds, **more))

    def report(self, place=0, seconds=60, **more):
        answer = self.send(place, seconds, **more)
        assert answer.status_code == 200, answer.content
        return answer.json()["progress"]

    def now(self):
        return self.member.api.get(f"/api/course/progress/{self.course.pk}").json()["progress"]

    def watched(self):
        return [(topic["watchedDuration"], topic["isCompleted"]) for topic in self.now()["topics"]]


def no_progress_saved():
    return not TopicProgress.objects.exists()

"""A completed course, and the endpoints of its certificate."""

import re
from datetime import UTC, datetime

import pytest
import time_machine

from apps.catalog.models import Topic, TopicProgress
from apps.catalog.tests.course_helpers import create_course, give_course

NOW = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)
CODE = re.compile(r"[2-9A-HJKMNP-TV-Z]{5}(-[2-9A-HJKMNP-TV-Z]{5}){3}")


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOW, tick=False) as moved:
        yield moved


@pytest.fixture
def course(member):
    """A course of the member's, completed."""
    course, topics = create_course(600, 300, weburlname="candles", title="Candlesticks")
    give_course(member.user, course)
    complete(member.user, course, topics)
    return course


def complete(person, course, topics):
    TopicProgress.objects.bulk_create(
        TopicProgress(person=person, course=course, topic=topic, is_completed=True, updated_at=NOW)
        for topic in topics
    )


def url(course, more=""):
    return f"/api/course/certificate/{course.pk}{more}"


def issue(member, course):
    answer = member.api.get(url(course))
    assert answer.status_code == 200, answer.content
    return answer.json()


def refusal(answer):
    return answer.status_code, answer.json()["code"]


def check(api, code):
    return api.get(f"/api/certificate/{code}")


def add_topic(course):
    chapter = course.chapters.first()
    Topic.objects.create(
        chapter=chapter, title="New", position=9, content_type="article", duration_seconds=60
    )

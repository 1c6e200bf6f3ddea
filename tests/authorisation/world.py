"""The things that the calls of the matrix are about; those that belong to somebody belong to the member."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from apps.catalog.models import Course, Topic, TopicProgress
from apps.catalog.tests.factories import CourseFactory, QuestionFactory, TopicFactory
from apps.catalog.tests.learners import give
from apps.core.testing.fixtures import Person
from apps.live.models import LiveTrading, Mentorship, Webinar
from apps.live.tests.factories import LiveTradingFactory, MentorshipFactory, SessionFactory, WebinarFactory

FREE = "the-free-course"
"""The address name of a course that costs nothing and that nobody has booked."""

LEARNED = "the-learned-course"
"""The address name of the course that the member has finished."""


@dataclass(frozen=True)
class World:
    member: Person
    course: Course
    draft_course: Course
    topic: Topic
    preview_topic: Topic
    draft_topic: Topic
    quiz_topic: Topic
    webinar: Webinar
    draft_webinar: Webinar
    mentorship: Mentorship
    draft_mentorship: Mentorship
    program: LiveTrading
    draft_program: LiveTrading


def made_for(member: Person) -> World:
    CourseFactory(weburlname=FREE, offer_price_paise=0)
    return World(
        member=member,
        course=CourseFactory(),
        draft_course=CourseFactory(is_published=False),
        topic=learned_by(member),
        preview_topic=TopicFactory(is_free_preview=True),
        draft_topic=TopicFactory(chapter__course__is_published=False, is_free_preview=True),
        quiz_topic=quiz_of(member),
        webinar=WebinarFactory(),
        draft_webinar=WebinarFactory(is_published=False),
        mentorship=MentorshipFactory(),
        draft_mentorship=MentorshipFactory(is_published=False),
        program=SessionFactory().program,
        draft_program=LiveTradingFactory(is_published=False),
    )


def learned_by(member: Person) -> Topic:
    """A topic of a course that the member has and has finished."""
    topic = TopicFactory(chapter__course__weburlname=LEARNED)
    now, course = timezone.now(), topic.chapter.course
    give(member.user, course, at=now)
    TopicProgress.objects.create(
        person=member.user, course=course, topic=topic, is_completed=True, updated_at=now
    )
    return topic


def quiz_of(member: Person) -> Topic:
    topic = QuestionFactory().topic
    give(member.user, topic.chapter.course, at=timezone.now())
    return topic

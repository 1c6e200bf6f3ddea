"""The things that the calls of the matrix are about; those that belong to somebody belong to the member."""

from __future__ import annotations

from dataclasses import dataclass

from apps.catalog.models import Course
from apps.catalog.tests.factories import CourseFactory
from apps.core.testing.fixtures import Person
from apps.live.models import LiveTrading, Mentorship, Webinar
from apps.live.tests.factories import LiveTradingFactory, MentorshipFactory, SessionFactory, WebinarFactory


@dataclass(frozen=True)
class World:
    member: Person
    course: Course
    draft_course: Course
    webinar: Webinar
    draft_webinar: Webinar
    mentorship: Mentorship
    draft_mentorship: Mentorship
    program: LiveTrading
    draft_program: LiveTrading


def made_for(member: Person) -> World:
    return World(
        member=member,
        course=CourseFactory(),
        draft_course=CourseFactory(is_published=False),
        webinar=WebinarFactory(),
        draft_webinar=WebinarFactory(is_published=False),
        mentorship=MentorshipFactory(),
        draft_mentorship=MentorshipFactory(is_published=False),
        program=SessionFactory().program,
        draft_program=LiveTradingFactory(is_published=False),
    )

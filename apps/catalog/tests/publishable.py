"""Courses that have what is asked before they are published."""

from typing import Any

from apps.catalog.models import Course
from apps.catalog.tests.factories import CourseFactory, TopicFactory
from apps.content.tests.factories import InstructorFactory


def complete(course: Course) -> Course:
    if not course.teaching.exists():
        course.teaching.create(instructor=InstructorFactory())
    TopicFactory(chapter__course=course)
    Course.objects.filter(pk=course.pk).update(
        figure="option-payoff", figure_numbers="500 12", confirmed_prices=[course.offer_price_paise]
    )
    course.refresh_from_db()
    return course


def draft(**values: Any) -> Course:
    """Complete, but not published."""
    return complete(CourseFactory(is_published=False, **values))

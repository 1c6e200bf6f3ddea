from datetime import UTC, datetime, timedelta
from typing import Any

import factory

from apps.catalog.models import Category, Course, CourseInstructor
from apps.catalog.states import Icon
from apps.content.tests.factories import InstructorFactory

_LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


class CategoryFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Category

    title = factory.Sequence(lambda n: f"Category {n}")
    icon = Icon.BOOK
    hue = 255
    position = factory.Sequence(int)


class CourseFactory(factory.django.DjangoModelFactory):
    class Meta:
        model = Course
        skip_postgeneration_save = True

    title = factory.Sequence(lambda n: f"Course {n}")
    weburlname = factory.Sequence(lambda n: f"course-{n}")
    category = factory.SubFactory(CategoryFactory)
    offer_price_paise = 149_900
    is_published = True
    published_at = factory.Sequence(lambda n: _LONG_AGO + timedelta(days=n))

    @factory.post_generation
    def taught_by(self, create: bool, teachers: Any, **_kwargs: Any) -> None:
        for position, teacher in enumerate([InstructorFactory()] if teachers is None else teachers):
            CourseInstructor.objects.create(course=self, instructor=teacher, position=position)

from datetime import date
from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from apps.catalog.models import Course, CourseInstructor
from apps.catalog.tests.factories import CategoryFactory, CourseFactory
from apps.content.tests.factories import InstructorFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "fields",
    [
        {"offer_price_paise": -1},
        {"offer_price_paise": 100, "markup_price_paise": 100},
        {"offer_price_paise": 100, "markup_price_paise": 99},
        {"rating": Decimal("5.1")},
        {"rating": Decimal("-0.1")},
        {"access_days": 0},
        {"image": "courses/a.png"},
        {"image": "courses/a.png", "image_width": 640},
    ],
)
def test_invalid_course_is_refused_by_the_database(fields):
    with pytest.raises(IntegrityError), transaction.atomic():
        CourseFactory(**fields)
    assert not Course.objects.exists()


@pytest.mark.parametrize(
    "fields",
    [
        {"offer_price_paise": 0, "markup_price_paise": 1, "markup_last_day": date(2026, 11, 30)},
        {"rating": Decimal("5.0")},
        {"rating": Decimal("0")},
        {"image": "courses/a.png", "image_width": 640, "image_height": 360},
    ],
)
def test_boundary_values_are_accepted(fields):
    CourseFactory(**fields).full_clean()


def test_hue_is_an_angle():
    with pytest.raises(IntegrityError), transaction.atomic():
        CategoryFactory(hue=360)


def test_course_names_an_instructor_once():
    teacher = InstructorFactory()
    course = CourseFactory(taught_by=[teacher])

    with pytest.raises(IntegrityError), transaction.atomic():
        CourseInstructor.objects.create(course=course, instructor=teacher)


@pytest.mark.parametrize("lines", ["text", [1], [["a"]], {"a": "b"}])
def test_lines_field_accepts_strings_only(lines):
    course = CourseFactory()
    course.requirements = lines

    with pytest.raises(ValidationError, match="list of strings"):
        course.full_clean()

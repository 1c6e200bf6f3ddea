from datetime import UTC, datetime, timedelta

import pytest

from apps.catalog.models import Category, Course
from apps.catalog.services import demo_courses
from apps.catalog.states import Price
from apps.content.services import demo_instructors

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@pytest.fixture
def planted():
    demo_instructors.plant(NOW)
    demo_courses.plant(NOW)


def test_demo_has_the_promised_shelf(planted):
    courses = Course.objects.published()
    prices = courses.priced(Price.PAID).values_list("offer_price_paise", flat=True)

    assert courses.count() == 24
    assert Category.objects.count() == 8
    assert courses.priced(Price.FREE).count() == 6
    assert courses.priced(Price.PRO).count() == 8
    assert len(prices) == 10
    assert min(prices) < 200_000 < max(prices)
    assert courses.filter(language="Hindi").count() == 3
    assert 0 < courses.filter(is_new=True).count() < 24
    assert not courses.filter(teaching=None).exists()
    assert not Category.objects.filter(courses=None).exists()


def test_every_demo_course_could_be_saved_by_staff(planted):
    for course in Course.objects.all():
        course.full_clean()


def test_demo_planted_again_changes_nothing(planted, django_assert_num_queries):
    before = list(Course.objects.order_by("pk").values())

    # Two looks and the transaction's own two.
    with django_assert_num_queries(4):
        demo_courses.plant(NOW + timedelta(days=1))

    assert list(Course.objects.order_by("pk").values()) == before


def test_demo_brings_back_what_is_missing(planted):
    Course.objects.filter(weburlname="money-in-order").delete()

    demo_courses.plant(NOW)

    assert Course.objects.count() == 24

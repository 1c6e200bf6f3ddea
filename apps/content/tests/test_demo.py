from datetime import UTC, datetime

import pytest

from apps.content.models import Instructor, SiteSettings
from apps.content.services import demo_instructors, demo_site

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def test_demo_seeds_settings_and_instructors():
    demo_site.seed(NOW)
    demo_instructors.seed(NOW)

    assert SiteSettings.objects.get().registration_number == "INA000000000 (placeholder)"
    assert Instructor.objects.count() == 8


def test_seeding_again_keeps_changes_by_staff(django_assert_num_queries):
    demo_site.seed(NOW)
    demo_instructors.seed(NOW)
    SiteSettings.objects.update(brand_name="Aarohan")

    with django_assert_num_queries(2):
        demo_site.seed(NOW)
        demo_instructors.seed(NOW)

    assert SiteSettings.objects.get().brand_name == "Aarohan"
    assert Instructor.objects.count() == 8

import pytest
from django.db import IntegrityError, transaction

from apps.content.models import SiteSettings
from apps.content.tests.factories import InstructorFactory

pytestmark = pytest.mark.django_db


def test_settings_have_one_row():
    SiteSettings.objects.create()

    with pytest.raises(IntegrityError), transaction.atomic():
        SiteSettings.objects.create(id=2)
    assert SiteSettings.objects.count() == 1


def test_slug_of_instructor_is_unique():
    InstructorFactory(slug="meera")

    with pytest.raises(IntegrityError), transaction.atomic():
        InstructorFactory(slug="meera")

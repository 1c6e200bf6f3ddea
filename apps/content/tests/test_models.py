import pytest
from django.db import IntegrityError, transaction

from apps.content.models import SiteSettings
from apps.content.tests.factories import InstructorFactory

pytestmark = pytest.mark.django_db


def test_there_is_no_second_row_of_settings():
    SiteSettings.objects.create()

    with pytest.raises(IntegrityError), transaction.atomic():
        SiteSettings.objects.create(id=2)
    assert SiteSettings.objects.count() == 1


def test_two_teachers_cannot_share_a_slug():
    InstructorFactory(slug="meera")

    with pytest.raises(IntegrityError), transaction.atomic():
        InstructorFactory(slug="meera")

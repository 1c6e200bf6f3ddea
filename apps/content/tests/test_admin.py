import pytest
from django.forms.models import model_to_dict

from apps.content.models import Instructor, SiteSettings
from apps.content.selectors import site
from apps.content.tests.factories import InstructorFactory

pytestmark = pytest.mark.django_db


def test_settings_can_be_added_if_there_are_none(admin_client):
    assert admin_client.get("/admin/content/sitesettings/add/").status_code == 200


def test_existing_settings_cannot_be_added_again_or_deleted(admin_client):
    SiteSettings.objects.create()

    assert admin_client.get("/admin/content/sitesettings/add/").status_code == 403
    assert admin_client.get("/admin/content/sitesettings/1/delete/").status_code == 403


def test_saving_settings_invalidates_the_cache(admin_client, committed):
    row = SiteSettings.objects.create()
    assert site.current()["brandName"] == "Rally"

    with committed():
        form = {**model_to_dict(row), "brand_name": "Aarohan"}
        response = admin_client.post("/admin/content/sitesettings/1/change/", form)

    assert response.status_code == 302
    assert site.current()["brandName"] == "Aarohan"


def test_instructors_can_be_searched(admin_client):
    InstructorFactory(name="Meera Iyer", slug="meera-iyer")
    InstructorFactory(name="Arjun", slug="arjun")

    page = admin_client.get("/admin/content/instructor/?q=meera").content.decode()

    assert "Meera Iyer" in page
    assert "Arjun" not in page


def test_instructor_is_added(admin_client):
    response = admin_client.post(
        "/admin/content/instructor/add/",
        {"name": "Kavya", "slug": "kavya", "experience": "8 years", "bio": "", "film_language": "en"},
    )

    assert response.status_code == 302
    assert Instructor.objects.get().experience == "8 years"

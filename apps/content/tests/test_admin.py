import pytest
from django.forms.models import model_to_dict

from apps.content.models import Instructor, SiteSettings
from apps.content.selectors import site
from apps.content.tests.factories import InstructorFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(admin_client):
    return admin_client


@pytest.fixture
def admin_user(staff):
    return staff.user


def test_settings_can_be_added_while_there_are_none(desk):
    assert desk.get("/admin/content/sitesettings/add/").status_code == 200


def test_settings_can_be_neither_added_nor_deleted_once_there(desk):
    SiteSettings.objects.create()

    assert desk.get("/admin/content/sitesettings/add/").status_code == 403
    assert desk.get("/admin/content/sitesettings/1/delete/").status_code == 403


def test_saving_settings_is_seen_at_once(desk, committed):
    row = SiteSettings.objects.create()
    assert site.current()["brandName"] == "Rally"

    with committed():
        form = {**model_to_dict(row), "brand_name": "Aarohan"}
        response = desk.post("/admin/content/sitesettings/1/change/", form)

    assert response.status_code == 302
    assert site.current()["brandName"] == "Aarohan"


def test_instructors_are_listed_and_found(desk):
    InstructorFactory(name="Meera Iyer", slug="meera-iyer")
    InstructorFactory(name="Arjun", slug="arjun")

    page = desk.get("/admin/content/instructor/?q=meera").content.decode()

    assert "Meera Iyer" in page
    assert "Arjun" not in page


def test_instructor_is_added(desk):
    response = desk.post(
        "/admin/content/instructor/add/",
        {"name": "Kavya", "slug": "kavya", "experience": "8 years", "bio": ""},
    )

    assert response.status_code == 302
    assert Instructor.objects.get().experience == "8 years"

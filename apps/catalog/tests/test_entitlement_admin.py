"""The form of an entitlement: the course is chosen by title, and changing access needs a permission."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from apps.accounts.models import Entitlement, User
from apps.accounts.states import Scope, Source
from apps.catalog.tests.factories import CourseFactory
from apps.core.ids import new_id
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db

LIST = "/admin/accounts/entitlement/"


def data(person: User, **more: str) -> dict[str, str]:
    return {
        "person": str(person.pk),
        "scope": "course",
        "source": "staff",
        "label": "A year",
        "starts_at_0": "2026-11-01",
        "starts_at_1": "10:00",
        **more,
    }


def test_a_course_is_searched_by_its_title(admin_client: Client) -> None:
    course = CourseFactory(title="Reading candles")
    field = 'data-app-label="catalog" data-model-name="topicprogress" data-field-name="course"'
    query = "term=candles&app_label=catalog&model_name=topicprogress&field_name=course"

    assert field in admin_client.get(f"{LIST}add/").content.decode()
    found = admin_client.get(f"/admin/autocomplete/?{query}").json()["results"]
    assert found == [{"id": str(course.pk), "text": "Reading candles"}]


def test_access_to_the_chosen_course_is_saved_and_listed(admin_client: Client, member: Person) -> None:
    course = CourseFactory(title="Reading candles")
    response = admin_client.post(f"{LIST}add/", data(member.user, item_id=str(course.pk)))

    assert response.status_code == 302, response.context["adminform"].form.errors
    assert Entitlement.objects.get().item_id == course.pk
    assert "Reading candles" in admin_client.get(LIST).content.decode()


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "Choose a course."),
        ({"item_id": str(new_id())}, "Select a valid choice."),
        ({"item_id": "x"}, ""),
        ({"item_id": "a\x00b"}, ""),
        ({"scope": "pro", "item_id": "its own"}, "Leave this empty for Pro."),
    ],
)
def test_a_wrong_choice_is_a_message(
    admin_client: Client, member: Person, fields: dict[str, str], message: str
) -> None:
    admin_client.raise_request_exception = False
    course = CourseFactory()
    own = {name: str(course.pk) if value == "its own" else value for name, value in fields.items()}
    response = admin_client.post(f"{LIST}add/", data(member.user, **own))

    assert response.status_code in (200, 400)
    assert message in response.content.decode()
    assert not Entitlement.objects.exists()


def test_changing_access_needs_the_permission_to_grant_it(member: Person) -> None:
    access = Entitlement.objects.create(
        person=member.user, scope=Scope.PRO, source=Source.STAFF, label="A month", starts_at=timezone.now()
    )
    clerk = User.objects.create_user(mobile="9844444444", is_staff=True)
    names = [f"{verb}_entitlement" for verb in ("view", "add", "change", "delete")]
    pages = (f"{LIST}add/", f"{LIST}{access.pk}/delete/")
    for permissions, status in ((names, 403), ([*names, "grant_access"], 200)):
        clerk.user_permissions.set(Permission.objects.filter(codename__in=permissions))
        client = Client()
        client.force_login(clerk, backend="apps.accounts.backends.ByPassword")
        assert [client.get(page).status_code for page in pages] == [status, status]
        posted = client.post(f"{LIST}{access.pk}/change/", {"label": "For ever"})
        assert posted.status_code == status
        assert client.get(LIST).status_code == 200
    access.refresh_from_db()
    assert access.label == "A month"


def test_staff_give_no_access_to_staff(member: Person) -> None:
    course, own = CourseFactory(), User.objects.create_user(mobile="9844444444", is_staff=True)
    own.user_permissions.set(Permission.objects.filter(codename__in=("view_entitlement", "grant_access")))
    clerk = Client()
    clerk.force_login(own, backend="apps.accounts.backends.ByPassword")
    refused = clerk.post(f"{LIST}add/", data(own, item_id=str(course.pk)))
    assert refused.context["adminform"].form.errors == {
        "person": ["Only superusers can do this to a staff account."]
    }
    access = Entitlement.objects.create(
        person=own, scope=Scope.PRO, source=Source.STAFF, label="A month", starts_at=timezone.now()
    )
    for page in ("change", "delete"):
        assert (
            clerk.post(f"{LIST}{access.pk}/{page}/", {"label": "For ever", "post": "yes"}).status_code == 403
        )
    chosen = {"action": "delete_selected", "_selected_action": [str(access.pk)], "post": "yes"}
    clerk.post(LIST, chosen)
    assert Entitlement.objects.get() == access


def test_what_staff_add_is_given_by_staff_and_stays_with_its_person(
    admin_client: Client, member: Person, other_member: Person
) -> None:
    course = str(CourseFactory().pk)
    admin_client.post(f"{LIST}add/", data(member.user, item_id=course, source="paid"))
    access = Entitlement.objects.get()
    assert access.source == Source.STAFF
    changed = data(other_member.user, item_id=course, source="paid", label="Two years")
    admin_client.post(f"{LIST}{access.pk}/change/", changed)
    access.refresh_from_db()
    assert (access.person, access.source, access.label) == (member.user, Source.STAFF, "Two years")


def test_an_erased_account_is_given_nothing(admin_client: Client, member: Person) -> None:
    User.objects.filter(pk=member.user.pk).update(erased_at=timezone.now())
    response = admin_client.post(f"{LIST}add/", data(member.user, item_id=str(CourseFactory().pk)))
    assert response.context["adminform"].form.errors == {"person": ["This account was erased."]}
    assert not Entitlement.objects.exists()

"""What staff do in the admin is recorded: who, what, from what to what, when, from where."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.services import erasure
from apps.audit.models import AuditEntry
from apps.catalog.models import Category, Course
from apps.catalog.tests.factories import CategoryFactory, CourseFactory, TopicFactory
from apps.core.testing.fixtures import Person
from apps.core.testing.pages import parse
from apps.live.tests.factories import WebinarFactory
from apps.support.models import ContactMessage
from tests.staff.admin_pages import admin_url, load_form

pytestmark = pytest.mark.django_db


def entries() -> list[AuditEntry]:
    return list(AuditEntry.objects.order_by("at", "pk"))


def only_entry() -> AuditEntry:
    (entry,) = entries()
    return entry


def pairs(entry: AuditEntry) -> dict[str, tuple[str | None, str | None]]:
    return {
        f"{change['of']}: {change['field']}" if "of" in change else change["field"]: (
            change["from"],
            change["to"],
        )
        for change in entry.changes
    }


# --- changes ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("one_person_decides")
def test_a_save_is_recorded_with_both_values(admin_client: Client, staff: Person) -> None:
    course = CourseFactory(lead="First", offer_price_paise=100_00)
    form = load_form(admin_client, admin_url(course))
    edited = {**form, "lead": ["Second"], "offer_price_paise": ["150"], "price_confirmed": ["on"]}
    assert admin_client.post(admin_url(course), edited, REMOTE_ADDR="203.0.113.7").status_code == 302

    entry = only_entry()
    assert (entry.person, entry.kind, entry.address) == (staff.user, "changed", "203.0.113.7")
    assert (entry.object_type, entry.object_id) == ("catalog.course", str(course.pk))
    assert entry.object_text == str(course)
    found = pairs(entry)
    assert found["lead"] == ("First", "Second")
    assert found["offer_price_paise"] == ("₹100.00", "₹150.00")
    labels = {change["field"]: change["label"] for change in entry.changes}
    assert labels == {
        "lead": "Short description",
        "offer_price_paise": "Price",
        "confirmed_prices": "Confirmed prices",
    }
    assert "title" not in found
    assert entry.fields.splitlines() == [change["field"] for change in entry.changes]


@pytest.mark.usefixtures("one_person_decides")
def test_the_list_names_fields_as_their_form_does(admin_client: Client) -> None:
    course = CourseFactory(offer_price_paise=100_00)
    form = load_form(admin_client, admin_url(course))
    admin_client.post(admin_url(course), {**form, "offer_price_paise": ["150"], "price_confirmed": ["on"]})
    page = parse(admin_client.get("/admin/audit/auditentry/").content.decode())
    assert page.one("h1").text == "Audit trail"
    assert page.one("td", class_="field-what").text == "Confirmed prices, Price"


def test_the_address_of_a_room_or_a_recording_is_not_in_the_trail(admin_client: Client) -> None:
    webinar = WebinarFactory(join_url="https://meet.example.in/first", recording_url="")
    form = load_form(admin_client, admin_url(webinar))
    edited = {
        **form,
        "join_url": ["https://meet.example.in/second"],
        "recording_url": ["https://video.example.in/third"],
        "market_data_date": ["2026-01-05"],
    }
    assert admin_client.post(admin_url(webinar), edited).status_code == 302

    found = pairs(only_entry())
    assert found["join_url"] == ("(hidden)", "(hidden)")
    assert found["recording_url"] == (None, "(hidden)")
    assert "example.in" not in str(only_entry().changes)


def test_a_save_without_a_change_is_not_recorded(admin_client: Client) -> None:
    category = CategoryFactory()
    form = load_form(admin_client, admin_url(category))
    assert admin_client.post(admin_url(category), form).status_code == 302
    assert entries() == []


def test_what_somebody_else_changed_is_not_attributed(admin_client: Client) -> None:
    course = CourseFactory(lead="First")
    form = load_form(admin_client, admin_url(course))
    Course.objects.filter(pk=course.pk).update(access_days=30)
    admin_client.post(admin_url(course), {**form, "lead": ["Second"]})
    assert "access_days" not in pairs(only_entry())


def test_a_refused_form_is_not_recorded(admin_client: Client) -> None:
    category = CategoryFactory()
    form = load_form(admin_client, admin_url(category))
    assert admin_client.post(admin_url(category), {**form, "title": [""]}).status_code == 200
    assert entries() == []


def test_an_addition_is_recorded_with_its_values(admin_client: Client) -> None:
    form = load_form(admin_client, "/admin/catalog/searchsynonym/add/")
    filled = {**form, "word": ["lamp"], "stands_for": ["candle"]}
    assert admin_client.post("/admin/catalog/searchsynonym/add/", filled).status_code == 302
    entry = only_entry()
    assert entry.kind == "added"
    assert pairs(entry)["stands_for"] == (None, "candle")


def test_deletions_are_recorded_with_the_last_values(admin_client: Client) -> None:
    one, two = CategoryFactory(title="Options"), CategoryFactory(title="Futures")
    assert admin_client.post(admin_url(one, "delete"), {"post": "yes"}).status_code == 302
    selected = {"action": "delete_selected", "_selected_action": [str(two.pk)], "post": "yes"}
    assert admin_client.post("/admin/catalog/category/", selected).status_code == 302

    assert not Category.objects.exists()
    assert [(entry.kind, entry.object_id) for entry in entries()] == [
        ("deleted", str(one.pk)),
        ("deleted", str(two.pk)),
    ]
    assert [pairs(entry)["title"] for entry in entries()] == [("Options", None), ("Futures", None)]


def test_an_editable_list_is_recorded(admin_client: Client) -> None:
    category = CategoryFactory(position=1)
    form = load_form(admin_client, "/admin/catalog/category/")
    admin_client.post("/admin/catalog/category/", {**form, "form-0-position": ["7"], "_save": ["Save"]})
    entry = only_entry()
    assert (entry.object_id, pairs(entry)) == (str(category.pk), {"position": ("1", "7")})


def test_inlines_and_the_curriculum_are_recorded(admin_client: Client) -> None:
    topic = TopicFactory(title="First")
    page = f"/admin/catalog/course/{topic.chapter.course_id}/curriculum/"
    form = load_form(admin_client, page)
    assert admin_client.post(page, {**form, "topics-0-title": ["Second"]}).status_code == 302
    entry = only_entry()
    assert (entry.kind, entry.object_type) == ("action", "catalog.course")
    assert pairs(entry)["topic 'Second': title"] == ("First", "Second")


def test_an_action_is_recorded_for_each_row(admin_client: Client, member: Person) -> None:
    sent = {"name": "Meera", "subject": "Hello", "message": "Hello?", "received_at": timezone.now()}
    row = ContactMessage.objects.create(number="C-1", person=member.user, **sent)
    post = {"action": "mark_answered", "_selected_action": [str(row.pk)]}
    assert admin_client.post("/admin/support/contactmessage/", post).status_code == 302
    entry = only_entry()
    assert (entry.kind, entry.note, entry.object_id) == ("action", "Mark as answered", str(row.pk))
    assert entry.subject_id == member.user.pk
    assert entry.fields.splitlines() == ["answered_at", "answered_by", "version"]
    assert pairs(entry)["answered_at"][0] is None


def test_a_page_of_its_own_is_recorded_with_what_it_changed(admin_client: Client) -> None:
    course = CourseFactory(is_published=True)
    page = f"/admin/catalog/course/{course.pk}/archive/"
    assert admin_client.post(page, {"to": "archived"}).status_code == 302
    entry = only_entry()
    assert (entry.kind, entry.note) == ("action", "Archived. It is no longer listed or sold.")
    assert pairs(entry)["is_published"] == ("Yes", "No")


def test_roles_are_recorded_by_name(admin_client: Client) -> None:
    person = User.objects.create_user(mobile="9844444444", name="Asha", is_staff=True)
    group = Group.objects.create(name="Night desk")
    permission = Permission.objects.get(codename="refund_order")
    form = load_form(admin_client, admin_url(person))
    given = {**form, "groups": [str(group.pk)], "user_permissions": [str(permission.pk)]}
    assert admin_client.post(admin_url(person), given).status_code == 302
    found = pairs(entries()[-1])
    assert found == {
        "groups": (None, "Night desk"),
        "user_permissions": (None, "commerce.refund_order"),
    }


# --- secrets and long texts ---------------------------------------------------------------------


def test_a_password_is_never_recorded(admin_client: Client) -> None:
    person = User.objects.create_user(mobile="9844444444", name="Asha", is_staff=True)
    secret = "canary phrase 4711"
    page = f"/admin/accounts/user/{person.pk}/password/"
    data = {"password1": secret, "password2": secret, "usable_password": "true"}
    assert admin_client.post(page, data).status_code == 302
    person.refresh_from_db()
    entry = entries()[-1]
    assert pairs(entry) == {"password": ("(hidden)", "(hidden)")}
    assert secret not in str(entry.changes)
    assert person.password not in str(entry.changes)


def test_the_key_of_an_authenticator_is_never_recorded(admin_client: Client, staff: Person) -> None:
    response = admin_client.post("/admin/otp_totp/totpdevice/add/", {"user": str(staff.user.pk)})
    device = response.context["device"]
    entry = only_entry()
    assert pairs(entry)["key"] == (None, "(hidden)")
    assert device.key not in str(entry.changes)


def test_of_a_long_text_the_difference_is_stored(admin_client: Client) -> None:
    text = "word " * 400
    course = CourseFactory(long_description=text + "old end")
    form = load_form(admin_client, admin_url(course))
    admin_client.post(admin_url(course), {**form, "long_description": [text + "new end"]})
    before, after = pairs(only_entry())["long_description"]
    assert before is not None
    assert after is not None
    assert len(before) < 400
    assert "old end" in before
    assert "new end" in after
    assert f"[{len(text) + 7} characters, SHA-256 " in after


# --- views and exports --------------------------------------------------------------------------


def test_looking_at_a_person_and_at_lists_of_people_is_recorded(admin_client: Client, member: Person) -> None:
    assert admin_client.get(admin_url(member.user)).status_code == 200
    assert admin_client.get("/admin/accounts/user/?q=9811111111").status_code == 200
    assert admin_client.get("/admin/catalog/category/").status_code == 200
    found = [(entry.kind, entry.object_type, entry.object_id, entry.note) for entry in entries()]
    assert found == [
        ("viewed", "accounts.user", str(member.user.pk), ""),
        ("viewed", "accounts.user", "", "List by q"),
    ]


def test_a_list_that_is_cut_says_so(
    admin_client: Client, staff: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apps.audit.admin._MAX_COUNTED", 3)
    text = "These are the newest 3, there are older ones."
    for number, is_cut in ((3, False), (1, True)):
        for _ in range(number):
            AuditEntry.objects.create(at=timezone.now(), person=staff.user, kind="action")
        page = admin_client.get("/admin/audit/auditentry/?kind__exact=action")
        assert (text in page.content.decode()) is is_cut
        assert page.context["cl"].result_count == 3


# --- nobody changes the trail -------------------------------------------------------------------


def an_entry(client: Client, person: User) -> AuditEntry:
    client.get(admin_url(person))
    return only_entry()


@pytest.mark.parametrize(
    "values", [{"note": "x"}, {"object_text": ""}, {"changes": []}, {"at": timezone.now()}, {"kind": "added"}]
)
def test_an_entry_cannot_be_changed(admin_client: Client, member: Person, values: dict[str, Any]) -> None:
    entry = an_entry(admin_client, member.user)
    with pytest.raises(IntegrityError), transaction.atomic():
        AuditEntry.objects.filter(pk=entry.pk).update(**values)
    assert AuditEntry.objects.get(pk=entry.pk).object_text == "Meera Nair"


def test_an_entry_cannot_be_deleted(admin_client: Client, member: Person) -> None:
    entry = an_entry(admin_client, member.user)
    with pytest.raises(IntegrityError), transaction.atomic():
        entry.delete()
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM audit_auditentry")
    assert AuditEntry.objects.count() == 1


@pytest.mark.postgresql
def test_the_table_cannot_be_truncated(admin_client: Client, member: Person) -> None:
    an_entry(admin_client, member.user)
    with connection.cursor() as cursor:
        # Otherwise the checks of foreign keys that wait for the commit refuse it.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        with pytest.raises(IntegrityError), transaction.atomic():
            cursor.execute("TRUNCATE audit_auditentry")


def test_erasing_a_person_empties_their_values_once(
    admin_client: Client, member: Person, staff: Person
) -> None:
    person, now = member.user, timezone.now()
    form = load_form(admin_client, admin_url(person))
    assert admin_client.post(admin_url(person), {**form, "name": ["Meera K"]}).status_code == 302
    with transaction.atomic():
        erasure._erase(person, at=now)

    changed = AuditEntry.objects.get(kind="changed")
    assert (changed.object_text, changed.note, changed.changes) == ("", "", [])
    assert (changed.fields, changed.person, changed.erased_at) == ("name", staff.user, now)
    with pytest.raises(IntegrityError), transaction.atomic():
        AuditEntry.objects.filter(pk=changed.pk).update(note="x")

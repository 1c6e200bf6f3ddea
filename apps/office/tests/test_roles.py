"""Groups that come with the site, and who may give what to whom."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client

from apps.accounts.models import Role, User
from apps.office import roles
from tests.staff.admin_pages import admin_url, load_form

pytestmark = pytest.mark.django_db


def person(name: str, *, role: str | None = None, number: int = 1, **fields: Any) -> User:
    created = User.objects.create_user(mobile=f"984444444{number}", name=name, **{"is_staff": True, **fields})
    if role is not None:
        created.groups.add(Role.objects.get(key=role).group)
    return created


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="apps.accounts.backends.ByPassword")
    return client


def codenames(group: Group) -> set[str]:
    rows = group.permissions.values_list("content_type__app_label", "codename")
    return {f"{app}.{code}" for app, code in rows}


# --- the groups -------------------------------------------------------------------------------------


def test_each_role_has_its_group_with_exactly_its_permissions() -> None:
    assert {role.key: role.group.name for role in Role.objects.all()} == {
        "content": "Content",
        "sessions": "Sessions",
        "support": "Support",
        "finance": "Finance",
        "compliance": "Compliance",
        "owner": "Owner",
    }
    for key, table in roles.ROLES.items():
        group = Role.objects.get(key=key).group
        expected = set(table.codenames())
        if key == "owner":
            assert group.permissions.count() == Permission.objects.count()
        else:
            assert codenames(group) == expected


def test_migrating_again_resets_them_and_leaves_own_groups() -> None:
    finance, own = Role.objects.get(key="finance").group, Group.objects.create(name="Night desk")
    extra = Permission.objects.get(codename="add_course")
    finance.permissions.add(extra)
    finance.permissions.remove(Permission.objects.get(codename="refund_order"))
    own.permissions.add(extra)
    Group.objects.filter(pk=finance.pk).update(name="Money")
    asha = person("Asha", role="finance")

    roles.sync_groups()
    roles.sync_groups()

    finance.refresh_from_db()
    assert (finance.name, codenames(finance)) == ("Money", set(roles.ROLES["finance"].codenames()))
    assert codenames(own) == {"catalog.add_course"}
    assert asha.has_perm("commerce.refund_order")
    assert Group.objects.count() == len(roles.ROLES) + 1


def test_a_group_of_that_name_that_staff_made_stays_theirs() -> None:
    Role.objects.get(key="support").group.delete()
    own = Group.objects.create(name="Support")
    roles.sync_groups()
    assert codenames(own) == set()
    assert Role.objects.get(key="support").group.name == "Support (from Rally)"


def test_the_statements_do_not_depend_on_the_permissions(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(6):
        roles.sync_groups()


def test_shipped_groups_are_read_only(admin_client: Client) -> None:
    group = Role.objects.get(key="support").group
    assert admin_client.get(admin_url(group)).status_code == 200
    assert admin_client.post(admin_url(group), {"name": "x"}).status_code == 403
    assert admin_client.post(admin_url(group, "delete"), {"post": "yes"}).status_code == 403
    selected = {"action": "delete_selected", "_selected_action": [str(group.pk)], "post": "yes"}
    admin_client.post("/admin/auth/group/", selected)
    assert Group.objects.filter(pk=group.pk).exists()


# --- giving -----------------------------------------------------------------------------------------


def test_an_owner_makes_staff_with_a_role() -> None:
    client, asha = client_of(person("Owner", role="owner")), person("Asha", number=2, is_staff=False)
    group = Role.objects.get(key="support").group
    form = load_form(client, admin_url(asha))
    assert "is_superuser" not in form
    data = {**form, "is_staff": ["on"], "groups": [str(group.pk)], "is_superuser": ["on"]}
    assert client.post(admin_url(asha), data).status_code == 302
    asha.refresh_from_db()
    assert (asha.is_staff, asha.is_superuser, list(asha.groups.all())) == (True, False, [group])


@pytest.mark.parametrize("role", ["content", "sessions", "support", "finance", "compliance"])
def test_nobody_else_makes_staff(role: str) -> None:
    client, asha = client_of(person("Clerk", role=role)), person("Asha", number=2, is_staff=False)
    group = Role.objects.get(key="owner").group
    data = {"name": "Asha", "is_staff": "on", "is_active": "on", "groups": [str(group.pk)]}
    client.post(admin_url(asha), data)
    asha.refresh_from_db()
    assert (asha.is_staff, asha.groups.count()) == (False, 0)
    assert client.post("/admin/auth/group/add/", {"name": "Mine"}).status_code == 403
    assert client.post("/admin/otp_totp/totpdevice/add/", {"user": str(asha.pk)}).status_code == 403


def narrow_owner() -> User:
    """May manage staff, but has few permissions themselves."""
    created = person("Manager")
    created.user_permissions.set(
        Permission.objects.filter(codename__in=["manage_staff", "view_user", "change_user", "view_group"])
    )
    return created


def test_nobody_gives_a_permission_that_they_do_not_have() -> None:
    client, asha = client_of(narrow_owner()), person("Asha", number=2, is_staff=False)
    refund, view = (Permission.objects.get(codename=code) for code in ("refund_order", "view_user"))
    finance = Role.objects.get(key="finance").group
    form = {**load_form(client, admin_url(asha)), "is_staff": ["on"]}
    for given in ({"user_permissions": [str(refund.pk)]}, {"groups": [str(finance.pk)]}):
        assert client.post(admin_url(asha), {**form, **given}).status_code == 200
    group = {"name": "Mine", "permissions": [str(refund.pk)]}
    assert client.post("/admin/auth/group/add/", group).status_code == 200
    assert not Group.objects.filter(name="Mine").exists()
    assert client.post("/admin/auth/group/add/", {**group, "permissions": [str(view.pk)]}).status_code == 302
    assert codenames(Group.objects.get(name="Mine")) == {"accounts.view_user"}


@pytest.mark.parametrize(
    "fields", [{"role": "finance"}, {"role": "finance", "is_active": False}, {"is_superuser": True}]
)
def test_whoever_has_more_permissions_is_out_of_reach(fields: dict[str, Any]) -> None:
    """Neither account nor password nor authenticator: with these one could log in as them."""
    client, asha = client_of(narrow_owner()), person("Asha", number=2, **fields)
    assert client.post(admin_url(asha), {"name": "x"}).status_code == 403
    data = {"password1": "another long phrase", "password2": "another long phrase"}
    assert client.post(f"/admin/accounts/user/{asha.pk}/password/", data).status_code == 403
    assert client.post("/admin/otp_totp/totpdevice/add/", {"user": str(asha.pk)}).status_code == 200
    assert not asha.totpdevice_set.exists()


def test_a_group_with_more_permissions_is_out_of_reach() -> None:
    client, group = client_of(narrow_owner()), Group.objects.create(name="Own")
    group.permissions.add(Permission.objects.get(codename="refund_order"))
    assert client.post(admin_url(group), {"name": "x"}).status_code == 403
    assert client.post(admin_url(group, "delete"), {"post": "yes"}).status_code == 403


def test_nobody_but_the_owner_lifts_the_second_person_for_pages_and_prices() -> None:
    lifts = {
        key for key, role in roles.ROLES.items() if "content.change_secondpersonsettings" in role.codenames()
    }
    assert (lifts, roles.ROLES["owner"].has_everything) == (set(), True)

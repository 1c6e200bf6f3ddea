"""No URL of the admin reveals anything about rows that it does not show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.db.models import Field, Model
from django.db.models.constants import LOOKUP_SEP
from django.test import Client
from django.urls import reverse

from apps.accounts.models import LoginSession, User
from apps.accounts.models.session import SessionStore
from apps.core.single_row_admin import SingleRowAdmin
from apps.core.testing.clients import ApiClient

pytestmark = [pytest.mark.django_db, pytest.mark.once]

SECRETS = {
    "accounts.loginsession": {"session_key", "session_data", "device_id"},
    "accounts.logincode": {"digest", "issue_id"},
    "accounts.user": {"password"},
    "accounts.triallead": {"mobile_digest"},
    "otp_totp.totpdevice": {"key"},
    "outbox.message": {"payload"},
    "commerce.gatewayevent": {"payload"},
}
"""Columns that no list, search box, filter or order tells anything of."""

ADMINS = [pytest.param(model, id=model._meta.label_lower) for model in admin.site._registry]
LISTS = [
    one
    for one in ADMINS
    if not isinstance(admin.site._registry[one.values[0]], SingleRowAdmin)  # type: ignore[index]
]
"""Settings of one row have none."""


def columns_of(model: type[Model], *, depth: int) -> Iterator[tuple[str, Field]]:
    """Each column that can be reached from the model, by relations in both directions."""
    for field in model._meta.get_fields():
        if isinstance(field, Field) and not field.is_relation:
            yield field.name, field
        if depth and isinstance(field.related_model, type):
            for path, column in columns_of(field.related_model, depth=depth - 1):
                yield LOOKUP_SEP.join((field.name, path)), column


def is_secret(column: Field) -> bool:
    return column.name in SECRETS.get(column.model._meta.label_lower, ())


def changelist(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


@pytest.mark.parametrize("model", ADMINS)
def test_no_list_filters_by_part_of_a_value(model: type[Model], rf: Any, staff: Any) -> None:
    request = rf.get("/")
    request.user = staff.user
    model_admin = admin.site._registry[model]

    allowed = [
        f"{path}__{lookup}"
        for path, _column in columns_of(model, depth=2)
        for lookup in ("startswith", "contains", "regex", "gt", "lte", "endswith", "length")
        if model_admin.lookup_allowed(f"{path}__{lookup}", "a", request)
    ]

    assert allowed == []


@pytest.mark.parametrize("model", ADMINS)
def test_no_list_filters_by_a_secret(model: type[Model], rf: Any, staff: Any) -> None:
    request = rf.get("/")
    request.user = staff.user
    model_admin = admin.site._registry[model]

    allowed = [
        spelled
        for path, column in columns_of(model, depth=2)
        if is_secret(column)
        for spelled in (path, f"{path}__exact", f"{path}__in", f"{path}__gte")
        if model_admin.lookup_allowed(spelled, "a", request)
    ]

    assert allowed == []


@pytest.mark.parametrize("model", LISTS)
def test_every_list_refuses_a_lookup_beyond_its_filters(model: type[Model], admin_client: Client) -> None:
    secret = "pk__startswith"
    for path, column in columns_of(model, depth=1):
        if is_secret(column):
            secret = f"{path}__startswith"

    for query in (f"{secret}=a", "pk__gt=a", f"{secret}=a&o=1&_facets=True&q=a", f"_facets=True&{secret}=a"):
        assert admin_client.get(f"{changelist(model)}?{query}").status_code == 400, query


@pytest.mark.parametrize("model", ADMINS)
def test_no_list_shows_searches_or_orders_by_a_secret(model: type[Model], rf: Any, staff: Any) -> None:
    request = rf.get("/")
    request.user = staff.user
    model_admin = admin.site._registry[model]
    shown = model_admin.get_list_display(request)
    orders = [getattr(getattr(model_admin, str(name), None), "admin_order_field", None) for name in shown]
    named = [
        str(name).strip("-^=@").partition("__exact")[0]
        for name in (
            *model_admin.get_search_fields(request),
            *model_admin.get_ordering(request),
            *shown,
            *filter(None, orders),
        )
    ]

    secret = [path for path, column in columns_of(model, depth=2) if is_secret(column) and path in named]

    assert secret == []


@pytest.mark.parametrize("model", ADMINS)
def test_no_popup_refers_to_a_row_by_a_secret(model: type[Model], admin_client: Client) -> None:
    for column in model._meta.concrete_fields:
        if is_secret(column):
            answer = admin_client.get(f"{changelist(model)}?_popup=1&_to_field={column.name}")
            assert answer.status_code == 400, column.name


def test_autocomplete_finds_by_what_the_list_searches_alone(admin_client: Client, member: Any) -> None:
    address = "/admin/autocomplete/?app_label=accounts&model_name=consent"
    key = member.api.cookies["sessionid"].value

    for field in ("sessions", "password", "person__password"):
        assert admin_client.get(f"{address}&field_name={field}&term=a").status_code == 403, field
    for term in (key, SessionStore.digest_of(key), member.user.password):
        found = admin_client.get(f"{address}&field_name=person&term={quote(term)}")
        assert (found.status_code, found.json()["results"]) == (200, [])


@pytest.mark.parametrize("prefix", ["sessions", "loginsession", "session", "+"])
def test_a_session_key_is_not_read_by_filtering(member: Any, staff: Any, prefix: str) -> None:
    clerk = User.objects.create_user(mobile="9844444444", name="Clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename="view_user"))
    desk = Client()
    desk.force_login(clerk)
    key = staff.api.cookies["sessionid"].value

    for column, value in (("session_key", key), ("session_data", ""), ("expire_date", "2026")):
        answer = desk.get(f"/admin/accounts/user/?{prefix}__{column}__startswith={value[:1]}")
        assert answer.status_code == 400


def test_people_do_not_know_their_sessions_by_any_name() -> None:
    targets = {field.related_model for field in User._meta.get_fields() if field.is_relation}
    assert LoginSession not in targets


def test_filters_that_a_list_offers_still_work(admin_client: Client, member: Any, other_member: Any) -> None:
    User.objects.filter(pk=other_member.user.pk).update(is_active=False)

    page = admin_client.get("/admin/accounts/user/?is_active__exact=0&_facets=True").content.decode()

    assert other_member.user.mobile in page
    assert member.user.mobile not in page
    assert admin_client.get("/admin/accounts/consent/?at__year=2026&at__month=11").status_code == 200


def test_an_admin_of_a_library_is_closed_as_well(admin_client: Client) -> None:
    assert Group in admin.site._registry
    assert admin_client.get("/admin/auth/group/?user__password__startswith=a").status_code == 400


# --- stored --------------------------------------------------------------------------------------


def test_neither_the_table_nor_the_cache_holds_a_cookie(member: Any) -> None:
    key = member.api.cookies["sessionid"].value
    stored = SessionStore.digest_of(key)

    assert list(LoginSession.objects.values_list("pk", flat=True)) == [stored]
    store = SessionStore(key)
    assert key not in store.cache_key
    assert member.api.get("/api/user").status_code == 200


def test_what_the_table_holds_opens_nothing(member: Any) -> None:
    thief = ApiClient()
    stored = LoginSession.objects.get().pk
    for stolen in (stored, stored[:32]):
        thief.cookies["sessionid"] = stolen
        assert thief.get("/api/user").status_code == 401


def test_logging_out_removes_the_row_and_the_cached_copy(member: Any) -> None:
    key = member.api.cookies["sessionid"].value
    member.api.get("/api/user")

    assert member.api.delete("/api/user/logout").status_code == 200

    assert not LoginSession.objects.exists()
    assert not SessionStore().exists(key)

"""Every admin URL with hostile values: an error message, never a 500."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.urls import NoReverseMatch, reverse

from apps.catalog.tests.factories import CategoryFactory
from apps.core.testing import proof

pytestmark = pytest.mark.django_db

VALUES: list[str | bytes] = [
    "",
    "\x00",
    "a\x00b",
    "0000",
    "9999",
    "99999",
    "-1",
    "9" * 30,
    "9" * 1500,
    "1e999",
    "NaN",
    "\ud800".encode("utf-8", "surrogatepass"),
    b"\xff\xfe",
    "[" * 500,
    "(" * 500,
    "'\";--",
    "00000000-0000-0000-0000-000000000000",
    "not-a-uuid",
    "9999-12-31",
    "0000-00-00",
    "\u0967\u0968",
    "a b " * 200,
]
NAMES = ["q", "p", "o", "all", "_popup", "_to_field", "e", "_changelist_filters", "id", "pk", "id__exact"]
LOOKUPS = ["", "__exact", "__year", "__gte", "__in", "__isnull", "__nothing", "__range"]


@pytest.fixture
def superuser(client: Client) -> Client:
    person = get_user_model().objects.create_superuser(mobile="9000000001", password="a long pass phrase")
    client.force_login(person, backend="apps.accounts.backends.ByPassword")
    client.raise_request_exception = False
    return client


BASES = [
    (f"admin:{model._meta.app_label}_{model._meta.model_name}_", model_admin)
    for model, model_admin in admin.site._registry.items()
]
EACH_MODEL = pytest.mark.parametrize(
    ("turn", "base", "model_admin"),
    [(turn, *one) for turn, one in enumerate(BASES)],
    ids=[name for name, _ in BASES],
)
"""Trying everything on every page would take minutes: each page's turn decides what is tried on it."""


def part_of_values(turn: int, *, parts: int) -> list[Any]:
    """The two databases try different parts."""
    turn += connection.vendor == "postgresql"
    return VALUES[turn % parts :: parts]


def queries(model_admin: Any, turn: int) -> Iterator[tuple[str, Any]]:
    opts = model_admin.model._meta
    filters = [name[0] if isinstance(name, tuple) else name for name in model_admin.list_filter]
    filters = [name for name in filters if isinstance(name, str)]
    if model_admin.date_hierarchy:
        name = model_admin.date_hierarchy
        filters += [f"{name}__year", f"{name}__month", f"{name}__day"]
        for year in ("0", "9999", "10000", "99999", "x"):
            yield f"{name}__year", year
        for month in ("0", "12", "13"):
            yield f"{name}__month", month
    columns = [f.name for f in opts.concrete_fields]
    for number, name in enumerate(sorted({*NAMES, *filters})):
        for value in part_of_values(2 * turn + number, parts=12):
            yield name, value
    # All lookups are used across the columns.
    for number, name in enumerate(columns, start=turn):
        yield name + LOOKUPS[number % len(LOOKUPS)], VALUES[(len(name) + number) % len(VALUES)]


@EACH_MODEL
def test_admin_pages_survive_hostile_values(
    superuser: Client, turn: int, base: str, model_admin: Any
) -> None:
    broken = []
    changelist = reverse(f"{base}changelist")
    for name, value in proof.some(queries(model_admin, turn)):
        query = urlencode({name: value})
        if superuser.get(f"{changelist}?{query}").status_code >= 500:
            broken.append(f"{name}={value!r:.40}")
    for number, value in enumerate(proof.some(part_of_values(turn, parts=2)), start=turn):
        page = ("change", "delete", "history")[number % 3]
        try:
            url = reverse(base + page, args=[value or "x"])
        except NoReverseMatch:
            continue
        if superuser.get(url).status_code >= 500:
            broken.append(f"{page} of {value!r:.40}")
    for number, value in enumerate(proof.some(part_of_values(turn, parts=2)), start=turn):
        post = (
            {"action": "delete_selected", "_selected_action": value},
            {"action": value, "_selected_action": [value, value]},
            {"_save": "1", "form-TOTAL_FORMS": value, "form-INITIAL_FORMS": value, "form-0-id": value},
        )[number % 3]
        if superuser.post(changelist, post).status_code >= 500:
            broken.append(f"post {sorted(post)} {value!r:.40}")
    assert not broken, broken


@EACH_MODEL
def test_admin_forms_survive_hostile_values(
    superuser: Client, turn: int, base: str, model_admin: Any
) -> None:
    url = reverse(f"{base}add")
    page = superuser.get(url)
    if page.status_code != 200 or not page.context:
        return
    form = page.context["adminform"].form
    management_form: dict[str, Any] = {}
    for inline in page.context["inline_admin_formsets"]:
        management_form |= {f"{inline.formset.prefix}-{name}_FORMS": "0" for name in ("TOTAL", "INITIAL")}
    broken = []
    for value in proof.some(part_of_values(2 * turn, parts=4)):
        fields = {form.add_prefix(name): value for name in form.fields}
        split = {f"{form.add_prefix(name)}_{part}": value for name in form.fields for part in (0, 1)}
        counts = dict.fromkeys(management_form, value)
        for post in ({**management_form, **fields, **split}, {**fields, **counts}):
            if superuser.post(url, post).status_code >= 500:
                broken.append(f"{value!r:.40}")
    for value in ("true", "2026-12-05 10:00", VALUES[turn % len(VALUES)]):
        if superuser.get(f"{url}?{urlencode(dict.fromkeys(form.fields, value))}").status_code >= 500:
            broken.append(f"get {value!r:.40}")
    assert not broken, broken


def test_an_admin_form_begins_with_the_moment_in_its_url(superuser: Client) -> None:
    url = reverse("admin:commerce_coupon_add")
    page = superuser.get(f"{url}?ends_at=2026-12-05 10:00")
    inputs = page.content.decode()
    assert 'name="ends_at_0" value="2026-12-05"' in inputs
    assert 'name="ends_at_1" value="10:00:00"' in inputs
    assert superuser.get(f"{url}?ends_at=true").status_code == 400


def test_a_disallowed_lookup_is_logged_without_a_traceback(
    superuser: Client, caplog: pytest.LogCaptureFixture
) -> None:
    changelist = reverse("admin:accounts_user_changelist")
    assert superuser.get(f"{changelist}?password__startswith=a").status_code == 400
    (record,) = [one for one in caplog.records if one.getMessage() == "malformed input in the admin"]
    assert record.facts == {"exception": "DisallowedModelAdminLookup"}  # type: ignore[attr-defined]
    assert record.exc_info is None


@pytest.mark.parametrize("key", ["\x00", "9" * 30, "not-a-uuid", ""])
@pytest.mark.parametrize(
    "model", ["accounts_user", "accounts_messagetemplate", "auth_group", "catalog_category"]
)
def test_malformed_keys_select_nothing(superuser: Client, model: str, key: str) -> None:
    """The same message as when nothing is selected."""
    changelist = reverse(f"admin:{model}_changelist")
    response = superuser.post(changelist, {"action": "delete_selected", "_selected_action": key}, follow=True)
    assert (response.status_code, b"Are you sure" in response.content) == (200, False)


@pytest.mark.parametrize("page", ["change", "delete"])
@pytest.mark.parametrize("field", ["", "nothing", "id"])
def test_an_empty_to_field_is_ignored(superuser: Client, page: str, field: str) -> None:
    url = reverse(f"admin:catalog_category_{page}", args=[CategoryFactory().pk])
    assert superuser.get(f"{url}?_to_field={field}").status_code == (400 if field == "nothing" else 200)

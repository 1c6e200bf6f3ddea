"""
Every URL and action of the admin for each role, for staff without a role and for visitors.

The table is `admin_matrix.py`. A page or an action without an entry there fails a test.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.template.response import SimpleTemplateResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from apps.accounts.models import Role, User
from apps.content.models import Page, PageVersion
from apps.core.testing.fixtures import Person
from apps.office.roles import ROLES
from tests.authorisation.admin_matrix import ACTIONS, FOR_ALL_STAFF, MODELS, PAGES
from tests.authorisation.admin_objects import create_rows
from tests.staff.admin_pages import admin_url
from tests.staff.admin_rows import FORMS

pytestmark = pytest.mark.django_db

NOBODY = "no role"
_STANDARD = {"changelist": "v", "add": "a", "change": "v", "delete": "d", "history": "v"}
_UNNAMED = ("<path:object_id>/", "(?P<url>.*)$")
"""The redirect to a row's page, and the page for what does not exist."""
_LOOKED_FOR_FIRST = {
    "admin:commerce_gatewayevent_change": "event",
    "admin:commerce_order_change": "order",
    "admin:commerce_refund_change": "refund",
    "admin:commerce_refundrequest_change": "request",
}
"""Pages that answer 404 before they refuse: they need a row."""
_LETTERS = {"v": "view_or_change", "a": "add", "c": "change", "d": "delete"}


def person_of(role: str) -> User:
    number = [NOBODY, *ROLES].index(role)
    person = User.objects.create_user(mobile=f"984444444{number}", name=role, is_staff=True)
    if role != NOBODY:
        person.groups.add(Role.objects.get(key=role).group)
    return person


def client_of(person: User) -> Client:
    client = Client()
    client.force_login(person, backend="apps.accounts.backends.ByPassword")
    return client


def admin_names() -> set[str]:
    return set(_names(get_resolver().url_patterns, prefix="", is_admin=False))


def _names(patterns: Any, *, prefix: str, is_admin: bool) -> Iterator[str]:
    for pattern in patterns:
        inside = is_admin or str(pattern.pattern).startswith("admin/")
        if isinstance(pattern, URLResolver):
            space = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from _names(pattern.url_patterns, prefix=prefix + space, is_admin=inside)
        elif isinstance(pattern, URLPattern) and inside:
            if pattern.name is None:
                assert str(pattern.pattern) in _UNNAMED, f"{pattern.pattern} needs a name"
            else:
                yield prefix + pattern.name


def standard_names() -> dict[str, tuple[str, str]]:
    """The pages that the admin makes for each model: their model, and what they need."""
    return {
        f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}": (model._meta.label_lower, letter)
        for model in admin.site._registry
        for page, letter in _STANDARD.items()
    }


def url_of(name: str, rows: dict[str, Any]) -> str:
    """A standard page of a model, or a page of its own. Nothing has the id 0."""
    if name.endswith(("_changelist", "_add")):
        return reverse(name)
    if name in PAGES:
        return PAGES[name].url(name, rows)
    row = rows.get(_LOOKED_FOR_FIRST.get(name, ""))
    return reverse(name, args=["0" if row is None else row.pk])


# --- the table is complete ----------------------------------------------------------------------


def test_every_url_has_an_entry() -> None:
    assert admin_names() - standard_names().keys() == PAGES.keys() | FOR_ALL_STAFF


def test_every_model_and_every_action_has_an_entry() -> None:
    assert MODELS.keys() == {model._meta.label_lower for model in admin.site._registry}
    found = {
        f"{model._meta.label_lower}: {action.__name__ if callable(action) else action}"
        for model, model_admin in admin.site._registry.items()
        for action in model_admin.actions or ()
    }
    assert found == ACTIONS.keys()


def test_the_table_of_roles_names_existing_permissions() -> None:
    known = {
        f"{app}.{code}" for app, code in Permission.objects.values_list("content_type__app_label", "codename")
    }
    for role in ROLES.values():
        assert set(role.codenames()) - known == set(), role.name


# --- who may what -------------------------------------------------------------------------------


@pytest.mark.parametrize("role", [*ROLES, NOBODY])
def test_models(role: str) -> None:
    """Lists, forms, deletion and history, and the actions on lists, by the checks of their pages."""
    request: Any = RequestFactory().get("/admin/")
    request.user = person_of(role)
    found, actions = {}, set()
    for model, model_admin in admin.site._registry.items():
        checks = {letter: getattr(model_admin, f"has_{name}_permission") for letter, name in _LETTERS.items()}
        letters = "".join(letter for letter, check in checks.items() if check(request))
        found[model._meta.label_lower] = letters
        names = set(model_admin.get_actions(request)) - {"delete_selected"}
        actions |= {f"{model._meta.label_lower}: {name}" for name in names}
    assert found == {model: roles.get(role, "") for model, roles in MODELS.items()}
    # Actions are offered to nobody who may not open the list; some of them ask for more.
    seen = {name for name in actions if "v" in found[name.partition(":")[0]]}
    assert seen == {name for name, roles in ACTIONS.items() if role in roles.split()}


@pytest.fixture
def without_rendering(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only whether a page opens matters here."""
    monkeypatch.setattr(SimpleTemplateResponse, "rendered_content", "")
    document = SimpleNamespace(number="1", pdf=b"")
    monkeypatch.setattr("apps.commerce.selectors.invoices.render_pdf", lambda _row: document)


def test_pages_of_models_refuse_staff_without_a_role(member: Person) -> None:
    """The pages ask the checks that `test_models` compares with the table."""
    client, rows, wrong = client_of(person_of(NOBODY)), create_rows(member), {}
    for name in standard_names():
        response = client.get(url_of(name, rows))
        # The history looks for the row first, and sends to the start page if there is none.
        is_missing = name.endswith("_history") and response.headers.get("Location") == "/admin/"
        if response.status_code != 403 and not is_missing:
            wrong[name] = response.status_code
    assert wrong == {}


@pytest.mark.usefixtures("without_rendering")
def test_pages_of_their_own(member: Person) -> None:
    rows = create_rows(member)
    for role in (*ROLES, NOBODY):
        client, wrong = client_of(person_of(role)), {}
        client.raise_request_exception = False
        for name, page in PAGES.items():
            status = getattr(client, page.method)(url_of(name, rows)).status_code
            is_wrong = status in (405, 500) or (status == 404 and not page.may_miss)
            if is_wrong or (status != 403) != (role in page.roles.split()):
                wrong[name] = status
        assert wrong == {}, role


def test_visitors_and_learners_are_sent_to_the_login(client: Client, member: Person) -> None:
    rows = create_rows(member)
    others = ("admin:index", "admin:autocomplete", "admin:password_change")
    for browser, names in ((client, (*standard_names(), *PAGES, *others)), (member.api, (*PAGES, *others))):
        wrong = {}
        for name in names:
            response = browser.get(reverse(name) if name in others else url_of(name, rows))
            if response.status_code != 302 or not response["Location"].startswith("/admin/login/"):
                wrong[name] = response.status_code
        assert wrong == {}


@pytest.mark.parametrize("role", ROLES)
def test_forms_open_also_for_staff_who_may_only_view(role: str) -> None:
    """A form without its fields must not fail: no address answers staff with an error."""
    client, wrong = client_of(person_of(role)), {}
    pages = (Page.objects.first(), PageVersion.objects.first())
    for row in (*pages, *(form.make() for form in FORMS.values())):
        status = client.get(admin_url(row)).status_code
        if status != (200 if role in MODELS[row._meta.label_lower] else 403):
            wrong[row._meta.label_lower] = status
    assert wrong == {}

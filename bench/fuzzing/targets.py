"""The targets of generated requests: ids, sessions, endpoints, pages, and the fields of admin forms."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import requests
from django.contrib import admin
from django.urls import NoReverseMatch, reverse

from apps.site import routes as site_routes
from tests.authorisation.routes import ANY_METHOD, api_endpoints, walk
from tests.money.crashes import CART, ENROLL
from tests.money.site_processes import ROOT, Browser, SiteProcesses

_SEED = """
import io, json
from django.apps import apps
from django.core.management import call_command
from apps.accounts.models import User
call_command("seed_demo", stdout=io.StringIO())
for number in range(6):
    User.objects.create_user(mobile=str(9_100_000_000 + number), name=f"Member {number}", state="Goa")
for number in range(3):
    User.objects.create_superuser(mobile=str(9_000_000_001 + number), password="a long pass phrase for tests")
"""

_SESSIONS = """
import json
from django.test import Client
from django_otp.plugins.otp_totp.models import TOTPDevice
from apps.accounts.models import User

TOTPDevice.objects.all().delete()

def session_of(mobile, backend, **rights):
    person, _ = User.objects.get_or_create(mobile=str(mobile))
    User.objects.filter(pk=person.pk).update(is_active=True, **rights)
    person.refresh_from_db()
    client = Client()
    client.force_login(person, backend="apps.accounts.backends." + backend)
    return client.cookies["sessionid"].value

print(json.dumps({
    "member": [session_of(9_100_000_000 + number, "ByCode") for number in range(6)],
    "staff": [
        session_of(9_000_000_001 + number, "ByPassword", is_staff=True, is_superuser=True)
        for number in range(3)
    ],
}))
"""

_IDS = """
import json
from django.apps import apps
found, slugs = {}, {"weburlname", "slug", "code", "number"}
for model in apps.get_models():
    rows = model._base_manager.order_by("pk")[:6]
    names = {field.name for field in model._meta.concrete_fields}
    found[model._meta.label_lower] = [
        *(str(row.pk) for row in rows),
        *(str(getattr(row, name)) for name in sorted(names & slugs) for row in rows),
    ]
print(json.dumps(found))
"""


@dataclass(frozen=True)
class Form:
    """What submitting a page of the admin would send."""

    path: str
    fields: Mapping[str, str]
    options: Mapping[str, Sequence[str]]


@dataclass
class Targets:
    ids: Mapping[str, Sequence[str]]
    """Ids and slugs of the first rows of each model, by its label."""
    endpoints: Sequence[tuple[str, str]]
    bodies: Mapping[str, Mapping[str, Any]]
    """The schema of each endpoint's request body, by route."""
    query_names: Sequence[str]
    pages: Sequence[str]
    admin_routes: Sequence[str]
    files: Sequence[str]
    columns: Mapping[str, Sequence[str]]
    """Names by which each model's changelist can be filtered."""
    forms: Sequence[Form] = ()
    media_urls: Sequence[str] = ()
    """Signed URLs of media, and image URLs."""
    sessions: dict[str, list[str]] = field(default_factory=dict)


def collect(site: SiteProcesses) -> Targets:
    site.shell(_SEED)
    sessions = new_sessions(site)
    _buy(site, sessions["member"])
    ids = json.loads(site.shell(_IDS))
    schema_document = json.loads((ROOT / "docs" / "openapi.json").read_text())
    routes = sorted({_plain(route) for route, _ in walk(_patterns())})
    found = Targets(
        ids=ids,
        endpoints=sorted(
            (sent_method, route)
            for method, route in api_endpoints()
            for sent_method in (("GET", "POST") if method == ANY_METHOD else (method,))
        ),
        bodies=_bodies(schema_document),
        query_names=sorted(_query_names(schema_document)),
        pages=[route.path for route in site_routes.table()],
        admin_routes=[route for route in routes if route.startswith("admin/")],
        files=[route for route in routes if route and not route.startswith(("admin", "api"))],
        columns={
            model._meta.label_lower: _columns(model, one) for model, one in admin.site._registry.items()
        },
        sessions=sessions,
    )
    found.media_urls = _media(site, sessions["member"][0], ids)
    found.forms = _forms(site, sessions["staff"][0], ids)
    return found


def new_sessions(site: SiteProcesses) -> dict[str, list[str]]:
    return dict(json.loads(site.shell(_SESSIONS)))


def _patterns() -> list[Any]:
    from django.urls import get_resolver  # noqa: PLC0415

    return list(get_resolver().url_patterns)


def _plain(route: str) -> str:
    return "media/" if route.startswith("^") else route


def _buy(site: SiteProcesses, sessions: Sequence[str]) -> None:
    """Three members place orders; two of them pay."""
    courses = requests.post(
        f"{site.site()}/api/course/mobile",
        json={"price": "paid"},
        headers={"X-CSRFToken": "t" * 32},
        cookies={"csrftoken": "t" * 32},
        timeout=60,
    ).json()["courses"]
    for number, session in enumerate(sessions[:3]):
        browser = Browser(session)
        _, cart = browser.call(site.site() + CART, {"id": courses[number % len(courses)]["_id"]})
        status, enrolled = browser.call(site.site() + ENROLL, {"id": cart["data"]["_id"]})
        assert status == 200, enrolled
        if number < 2:
            site.control("pay", order_id=enrolled["data"]["razorPayOrderId"], outcome="success")


def _media(site: SiteProcesses, session: str, ids: Mapping[str, Sequence[str]]) -> list[str]:
    browser = Browser(session)
    found = []
    for course in ids["catalog.course"]:
        detail = browser.get(f"{site.site()}/api/course/users/{course}", timeout=60).json().get("data", {})
        for chapter in detail.get("chapters", []):
            for topic in chapter["topics"]:
                path = f"/api/course/users/{course}/topic/{topic['_id']}"
                media = browser.get(site.site() + path, timeout=60).json().get("data", {}).get("media")
                found += [media["url"]] if media and media["url"].startswith("/") else []
        found += [image["url"] for image in detail.get("webimage", []) if image["url"].startswith("/")]
    return sorted(set(found))


# --- the OpenAPI schema -------------------------------------------------------------------------


def _bodies(schema_document: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    found = {}
    for path, operations in schema_document["paths"].items():
        for operation in operations.values():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json")
            if content:
                found[_shape(path)] = _resolved(schema_document, content["schema"])
    return found


def _shape(path: str) -> str:
    return path.strip("/")


def _resolved(schema_document: Mapping[str, Any], schema: Any) -> Any:
    if isinstance(schema, list):
        return [_resolved(schema_document, inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    if name := schema.get("$ref", "").rpartition("/")[2]:
        return _resolved(schema_document, schema_document["components"]["schemas"][name])
    return {key: _resolved(schema_document, value) for key, value in schema.items()}


def _query_names(schema_document: Mapping[str, Any]) -> set[str]:
    return {
        parameter["name"]
        for operations in schema_document["paths"].values()
        for operation in operations.values()
        for parameter in operation.get("parameters", [])
        if parameter["in"] == "query"
    }


# --- the admin ----------------------------------------------------------------------------------


def _columns(model: Any, model_admin: Any) -> list[str]:
    filters = [name for name in model_admin.list_filter if isinstance(name, str)]
    related = [
        f"{one.name}__{inner.name}"
        for one in model._meta.concrete_fields
        if one.related_model
        for inner in one.related_model._meta.concrete_fields
    ]
    return [*filters, *(one.name for one in model._meta.concrete_fields), *related]


def _forms(site: SiteProcesses, session: str, ids: Mapping[str, Sequence[str]]) -> list[Form]:
    browser = Browser(session)
    found = []
    for path in _form_paths(ids):
        response = browser.get(site.site() + path, timeout=60)
        if response.status_code == 200 and "text/html" in response.headers["Content-Type"]:
            page = _Fields()
            page.feed(response.text)
            found.append(Form(path, page.fields, page.options))
    return found


def _form_paths(ids: Mapping[str, Sequence[str]]) -> list[str]:
    paths = ["/admin/login/", "/admin/password_change/"]
    for model in admin.site._registry:
        base = f"admin:{model._meta.app_label}_{model._meta.model_name}_"
        paths += [reverse(f"{base}changelist"), reverse(f"{base}add")]
        for key in ids[model._meta.label_lower][:2]:
            for page in ("change", "delete", *_CUSTOM_PAGES):
                try:
                    paths.append(reverse(base + page, args=[key]))
                except NoReverseMatch:
                    continue
    return paths


_CUSTOM_PAGES = ("curriculum", "archive", "reschedule", "cancel", "refund", "password")


class _Fields(HTMLParser):
    """Collects names and values of form fields, and the options of selects."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.options: dict[str, list[str]] = {}
        self._name = ""
        self._in_text = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag in ("input", "select", "textarea"):
            self._name = attributes.get("name", "")
        if tag == "input" and self._name:
            self._input(attributes)
        elif tag == "option" and self._name:
            self.options.setdefault(self._name, []).append(attributes.get("value", ""))
            if "selected" in attributes:
                self.fields[self._name] = attributes.get("value", "")
        elif tag == "textarea":
            self._in_text = True
            self.fields[self._name] = ""

    def _input(self, attributes: Mapping[str, str]) -> None:
        is_box = attributes.get("type") in ("checkbox", "radio")
        if not is_box or "checked" in dict(attributes):
            self.fields[self._name] = attributes.get("value", "on" if is_box else "")

    def handle_endtag(self, tag: str) -> None:
        self._in_text = self._in_text and tag != "textarea"

    def handle_data(self, data: str) -> None:
        if self._in_text:
            self.fields[self._name] += data

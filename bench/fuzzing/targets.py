"""The targets of generated requests: sessions, keys of rows, pages, and the forms of the admin."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.contrib import admin
from django.urls import NoReverseMatch, get_resolver, reverse

from apps.site import routes as site_routes
from tests.authorisation.routes import walk
from tests.money.site_processes import Browser, SiteProcesses
from tests.staff.admin_pages import Form, read_form

_SESSIONS = """
import json
from django.test import Client
from django_otp.plugins.otp_totp.models import TOTPDevice
from apps.accounts.models import User

TOTPDevice.objects.all().delete()

def session_of(mobile, backend, **rights):
    person, _ = User.objects.get_or_create(mobile=str(mobile), defaults={"name": "A member", "state": "Goa"})
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

_KEYS = """
import json
from django.apps import apps
found, slugs = {}, {"weburlname", "slug", "code", "number"}
for model in apps.get_models():
    names = {"pk"} | slugs & {field.name for field in model._meta.concrete_fields}
    rows = model._base_manager.order_by("pk")[:6].values_list(*sorted(names - {"pk"}), "pk")
    found[model._meta.label_lower] = [[str(key) for key in row if key] for row in rows]
print(json.dumps(found))
"""

_FORMS_OF_A_ROW = ("change", "delete", "curriculum", "archive", "reschedule", "cancel", "refund", "password")
_SOLD = (
    "catalog.course",
    "catalog.topic",
    "live.webinar",
    "live.mentorship",
    "live.livetrading",
    "live.programsession",
    "pro.plan",
    "commerce.order",
    "commerce.coupon",
    "accounts.user",
)


@dataclass(frozen=True)
class Targets:
    site: str
    keys: Sequence[str]
    """Ids and slugs of the first rows of each model."""
    sold: Sequence[str]
    """Those with which people buy and learn."""
    pages: Sequence[str]
    admin_routes: Sequence[str]
    forms: Sequence[tuple[str, Form]]
    """Paths of the admin, and what submitting each page would send."""


def collect(site: SiteProcesses) -> Targets:
    site.manage("seed_demo")
    browser = Browser(new_sessions(site)["staff"][0])
    rows: dict[str, list[list[str]]] = json.loads(site.shell(_KEYS))
    routes = sorted({route for route, _ in walk(get_resolver().url_patterns)})
    pages = {path: browser.get(site.site() + path, timeout=60) for path in _form_paths(rows)}
    return Targets(
        site=site.site(),
        keys=sorted({key for some in rows.values() for row in some for key in row}),
        sold=[key for label in _SOLD for row in rows[label] for key in row],
        pages=[
            *(route.path.lstrip("/") for route in site_routes.table()),
            *(route for route in routes if not route.startswith(("admin/", "api", "^"))),
        ],
        admin_routes=[route for route in routes if route.startswith("admin/")],
        forms=[(path, read_form(page.text)) for path, page in pages.items() if page.status_code == 200],
    )


def new_sessions(site: SiteProcesses) -> dict[str, list[str]]:
    return dict(json.loads(site.shell(_SESSIONS)))


def _form_paths(rows: dict[str, list[list[str]]]) -> Iterator[str]:
    yield reverse("admin:password_change")
    for model in admin.site._registry:
        base = f"admin:{model._meta.app_label}_{model._meta.model_name}_"
        yield from (reverse(f"{base}changelist"), reverse(f"{base}add"))
        for *_, key in rows[model._meta.label_lower][:2]:
            for page in _FORMS_OF_A_ROW:
                try:
                    yield reverse(base + page, args=[key])
                except NoReverseMatch:
                    continue

"""The privacy policy names every kind of data, every cookie and every browser storage that the code has."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db.models import Model

from apps.accounts.models import User
from apps.content import page_seeds
from apps.core import business_constants, retention
from apps.core import privacy_inventory as inventory

ROOT = Path(__file__).resolve().parents[1]

NAMED = {label for row in inventory.DATA for label in row.models}

STAFF_ONLY = {
    "otp_totp.totpdevice": "the authenticator of staff",
    "auth.group": "",
    "media.videoupload": "who of the staff uploaded a video",
    "content.pageversion": "who of the staff published it",
    "content.proposedchange": "who of the staff proposed and decided",
    "support.complaintcorrection": "who of the staff corrected a frozen figure",
    "content.advertfinding": "who of the staff let it stay",
    "support.complaint": "who of the staff answers it; it contains no names",
    "live.attendeemessage": "who of the staff wrote it",
    "commerce.couponbatch": "who of the staff made it",
    "office.wordingapproval": "who of the staff approved it",
    "commerce.refundsettings": "who of the staff raised the limit",
}
"""Models that refer to accounts, but to those of our own staff alone."""

_PERSONAL = re.compile(r"(?:^|_)(?:mobile|email|proof|payload|ip)(?:_|$)")
_COMPANY = {"content.sitesettings"}


def is_personal(model: type[Model]) -> bool:
    columns = [field for field in model._meta.get_fields() if field.concrete]
    return model is User or any(
        field.related_model is User or _PERSONAL.search(field.name) for field in columns
    )


def test_every_model_with_a_person_is_in_the_policy() -> None:
    found = {model._meta.label_lower for model in apps.get_models() if is_personal(model)}
    assert found - NAMED - STAFF_ONLY.keys() - _COMPANY == set()


def test_the_inventory_names_existing_models_once() -> None:
    known = {model._meta.label_lower for model in apps.get_models()}
    labels = [label for row in inventory.DATA for label in row.models]
    assert set(labels) - known == set()
    assert len(labels) == len(set(labels))
    assert set(STAFF_ONLY) - known == set()


def test_every_cookie_of_the_code_is_in_the_policy() -> None:
    found = {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME}
    for path in [*ROOT.glob("apps/**/*.py"), *ROOT.glob("config/**/*.py")]:
        if "tests" in path.parts:
            continue
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"\.set_(?:signed_)?cookie\(\s*([^\s,)]+)", text):
            constant = re.search(rf'^{re.escape(name)} = "(\w+)"$', text, re.MULTILINE)
            found.add(constant[1] if constant else str(getattr(settings, name.removeprefix("settings."))))
    assert found == {row.name for row in inventory.COOKIES}


def test_every_module_that_stores_in_the_browser_is_in_the_policy() -> None:
    root = ROOT / "frontend" / "src"
    uses = re.compile(r"\b(?:localStorage|sessionStorage|indexedDB|caches)\s*[.?]")
    modules = {
        str(path.relative_to(root))
        for path in [*root.glob("**/*.ts"), *root.glob("**/*.tsx")]
        if ".test." not in path.name
        and "test" not in path.parts
        and uses.search(path.read_text(encoding="utf-8"))
    }
    assert modules == {row.module for row in inventory.BROWSER_STORAGE}
    written = re.compile(r"document\.cookie\s*=")
    sources = [path for path in root.glob("**/*.ts*") if ".test." not in path.name]
    assert [path for path in sources if written.search(path.read_text(encoding="utf-8"))] == []


def test_the_policy_shows_the_tables_and_the_periods_of_the_code() -> None:
    (page,) = [page for page in page_seeds.pages() if page.slug == "privacy-policy"]
    assert [name for name in inventory.TABLES if f"{{{name}}}" not in page.text] == []
    shown = inventory.TABLES["table_of_data"]()
    known = business_constants.names()
    for name in [*vars(retention), "grievance_period", "invoice_period"]:
        if name.endswith(("_RETENTION", "_MEMORY", "_period")) and name != "DAILY_COUNT_RETENTION":
            assert name.lower() in known
            assert f"{{{name.lower()}}}" in shown, name


@pytest.mark.django_db
def test_a_changed_period_is_shown(api: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "GRIEVANCE_YEARS", 6)
    html = api.get("/api/page/privacy-policy").json()["data"]["html"]
    assert "6 years after they were closed" in html
    assert "<td>known</td>" in html
    assert "{" not in html


@pytest.mark.django_db
def test_processors_are_named_when_they_are_configured(api: Any, settings: Any) -> None:
    assert [row.purpose for row in inventory.processors()] == ["Payments", "Servers and database"]
    settings.SMS_AUTH_KEY = "key"
    settings.MOENGAGE_APP_ID = "APP"
    settings.SENDS_EMAIL, settings.EMAIL_HOST = True, "smtp.mail.example"
    settings.MEDIA_BUCKET, settings.MEDIA_ENDPOINT = "media", "https://s3.example"
    settings.MEDIA_PROVIDER = "Example Storage, Ltd., India"
    settings.ERROR_REPORTS_HOST = "errors.example"
    assert [(row.purpose, row.name, row.country) for row in inventory.processors()] == [
        ("Payments", "Razorpay", "India"),
        ("SMS and WhatsApp", "MSG91", "India"),
        ("Servers and database", "Ask us", "Ask us"),
        ("Email", "smtp.mail.example", "Ask us"),
        ("Stored videos and attachments", "Example Storage, Ltd.", "India"),
        ("Error reports", "errors.example", "Ask us"),
        ("Engagement", "MoEngage", "India"),
    ]
    assert "<td>Example Storage, Ltd.</td>" in api.get("/api/page/privacy-policy").json()["data"]["html"]


@pytest.mark.parametrize(
    ("day", "until"),
    [
        (date(2026, 4, 1), date(2033, 12, 31)),
        (date(2027, 3, 31), date(2033, 12, 31)),
        (date(2027, 4, 1), date(2034, 12, 31)),
    ],
)
def test_invoices_are_kept_for_72_months_from_when_the_annual_return_was_due(day: date, until: date) -> None:
    assert retention.invoices_kept_until(day) == until


def test_five_years_before_a_leap_day() -> None:
    before = retention.grievances_closed_before(datetime(2028, 2, 29, 6, tzinfo=UTC))
    assert before == datetime(2023, 3, 1, 6, tzinfo=UTC)

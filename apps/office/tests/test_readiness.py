"""What is missing before the site opens: on a new site, once it is done, and where the list is shown."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core import checks
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.utils import timezone

from apps.accounts.consent_texts import SPECIFIED
from apps.accounts.models import DailyCount, LoginSettings, MessageTemplate, User
from apps.accounts.selectors import login_form
from apps.audit.models import AuditEntry
from apps.commerce.models import GatewayEvent
from apps.commerce.tests.shop import Shop, course_at
from apps.content.models import PageVersion, SiteSettings
from apps.content.models.site_settings import PRO_HEADING
from apps.core import health
from apps.core.testing.fixtures import Person
from apps.live.models import ExchangeHoliday
from apps.office.models import Backup, WordingApproval
from apps.office.selectors import backups, readiness, wordings
from apps.office.selectors.readiness import Item, State
from apps.office.services import wordings as services

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 25, 6, 30, tzinfo=UTC)

NAMES = [
    "Login codes",
    "Message templates",
    "Email",
    "Company",
    "GSTIN",
    "Officers",
    "Legal pages",
    "Exchange holidays",
    "Payment keys",
    "Webhook",
    "WhatsApp consent",
    "Label of the WhatsApp box",
    "Badge in the header",
    "Heading of the Pro page",
    "Backup",
    "Clock",
]


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        cache.clear()
        yield


@pytest.fixture(autouse=True)
def _clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's does not travel."""
    monkeypatch.setattr(readiness, "_database_clock", lambda: None)


@pytest.fixture(autouse=True)
def _no_holidays(db: None) -> None:
    """Those of the first years come with the migrations, as long as no other test empties the tables."""
    ExchangeHoliday.objects.all().delete()


@pytest.fixture
def production(settings: Any) -> Any:
    """The settings of a production that has what it needs to start, and nothing more."""
    settings.SEEDS_DEMO_DATA, settings.OUTBOX_FILE = False, None
    settings.LIVE_PAYMENTS, settings.RAZORPAY_KEY_ID = True, "rzp_live_1"
    settings.SMS_AUTH_KEY, settings.SMS_WHATSAPP_NUMBER = "key", "919800000000"
    settings.SENDS_EMAIL, settings.EMAIL_FROM = False, "Rally <no-reply@localhost>"
    return settings


def items() -> dict[str, Item]:
    return {item.name: item for item in readiness.examine(at=timezone.now()).items}


def found(name: str) -> tuple[State, str]:
    item = items()[name]
    return item.state, item.text


@pytest.mark.usefixtures("production")
def test_a_new_production_names_exactly_what_is_missing() -> None:
    assert list(items()) == NAMES
    assert {name: item.text for name, item in items().items() if item.state == State.MISSING} == {
        "Login codes": "SMS: the template has no registered id; WhatsApp: the template has no registered id.",
        "Message templates": f"{_templates()} of {_templates()} have no registered id: otp (SMS), "
        f"otp (WhatsApp), {', '.join(_first_names(3))} and {_templates() - 5} more.",
        "Email": "EMAIL_URL is not set: no email is sent.",
        "Company": "Placeholders: contact phone, contact email, contact address, registered name, "
        "registration number and 5 more.",
        "GSTIN": "Invoices have no valid GSTIN.",
        "Officers": "Placeholders: principal officer name, principal officer email, principal officer phone, "
        "compliance officer name, compliance officer email and 4 more.",
        "Legal pages": f"{PageVersion.objects.count()} never reviewed by a lawyer: "
        + ", ".join(_page_titles()[:5])
        + f" and {PageVersion.objects.count() - 5} more.",
        "Exchange holidays": "None of 2026.",
        "Webhook": "No signed event of Razorpay has come yet.",
        "WhatsApp consent": "Nobody can log in without it; consent must be free.",
        "Label of the WhatsApp box": f"'{SPECIFIED}' is not approved.",
        "Badge in the header": "'SEBI Verified' is not approved.",
        "Heading of the Pro page": f"'{PRO_HEADING}' is not approved.",
        "Backup": "None is noted.",
    }
    assert {name for name, item in items().items() if item.state == State.UNKNOWN} == {"Clock"}
    assert found("Payment keys") == (State.DONE, "They are live.")
    assert all(item.remedy for item in items().values())


def _templates() -> int:
    return MessageTemplate.objects.exclude(channel="mail").count()


def _first_names(count: int) -> list[str]:
    rows = MessageTemplate.objects.exclude(channel="mail").exclude(key="otp").order_by("key", "channel")
    return [f"{row.key} ({row.get_channel_display()})" for row in rows[:count]]


def _page_titles() -> list[str]:
    return list(PageVersion.objects.order_by("page__title", "pk").values_list("page__title", flat=True))


def test_on_a_machine_with_demo_data_providers_are_missing() -> None:
    assert found("Login codes")[0] == found("Message templates")[0] == State.MISSING
    assert found("Payment keys") == found("Webhook") == (State.MISSING, "Payments go to the sandbox.")


@pytest.mark.usefixtures("production")
def test_login_codes_need_their_template_on_each_channel() -> None:
    DailyCount.objects.create(name="login codes refused", day=date(2026, 11, 25), count=12)
    DailyCount.objects.create(name="login codes refused", day=date(2026, 11, 24), count=1)
    MessageTemplate.objects.filter(key="otp", channel="sms").update(registered_id="1107")
    assert found("Login codes") == (
        State.MISSING,
        "WhatsApp: the template has no registered id. 12 refused today.",
    )
    MessageTemplate.objects.filter(key="otp", channel="whatsapp").update(registered_id="otp")
    assert found("Login codes") == (State.DONE, "The template is registered.")
    total = _templates()
    assert found("Message templates")[1].startswith(f"{total - 2} of {total} have no registered id: ")


def test_a_channel_that_is_not_used_needs_no_templates(production: Any) -> None:
    MessageTemplate.objects.filter(channel="sms").update(registered_id="1107")
    MessageTemplate.objects.filter(channel="whatsapp", key="otp").update(registered_id="1107")
    names = [
        f"{row.key} (WhatsApp)"
        for row in MessageTemplate.objects.filter(channel="whatsapp", registered_id="")
    ]
    assert (
        f"{len(names)} of {_templates()} have no registered id: {min(names)}" in found("Message templates")[1]
    )
    production.SMS_WHATSAPP_NUMBER = ""
    count = MessageTemplate.objects.filter(channel="sms").count()
    assert found("Message templates") == (State.DONE, f"All {count} are registered.")


def test_email(production: Any) -> None:
    production.SENDS_EMAIL, production.EMAIL_HOST = True, "mail.rally.in"
    assert found("Email") == (State.MISSING, "The sender is Rally <no-reply@localhost>.")
    production.EMAIL_FROM = "hello@rally.in"
    assert found("Email") == (State.DONE, "Sent by mail.rally.in as hello@rally.in.")


def test_company_gstin_and_officers() -> None:
    row = SiteSettings.objects.first() or SiteSettings()
    for field in SiteSettings._meta.fields:
        if "(placeholder)" in str(getattr(row, field.name)):
            setattr(row, field.name, "Meera Rao")
        elif str(getattr(row, field.name)).endswith("@example.in"):
            setattr(row, field.name, "meera@rally.in")
    row.save()
    assert found("Company") == (State.DONE, "No placeholders.")
    assert found("Officers") == (State.DONE, "All are named.")
    assert found("GSTIN") == (State.MISSING, "Invoices have no valid GSTIN.")
    SiteSettings.objects.update(company_gstin="27AAACR0000A1ZH")
    assert found("GSTIN") == (State.DONE, "27AAACR0000A1ZH, Maharashtra.")
    SiteSettings.objects.update(company_pan="AAAAA0000A (placeholder)")
    assert found("GSTIN")[0] == State.MISSING


def test_legal_pages_count_by_their_present_version() -> None:
    PageVersion.objects.update(reviewed_date=date(2026, 11, 1), reviewed_by="Asha Rao, advocate")
    assert found("Legal pages") == (State.DONE, "All are reviewed.")
    old = PageVersion.objects.select_related("page").get(page__slug="privacy-policy")
    PageVersion.objects.create(
        page=old.page, number=2, title=old.title, lead=old.lead, text=old.text, valid_from=NOW
    )
    assert found("Legal pages")[0] == State.DONE
    old.page.version = 2
    old.page.save()
    assert found("Legal pages") == (State.MISSING, f"1 never reviewed by a lawyer: {old.page.title}.")


def test_next_years_holidays_from_december_on(monkeypatch: pytest.MonkeyPatch) -> None:
    ExchangeHoliday.objects.create(date=date(2026, 12, 25), name="Christmas")
    assert found("Exchange holidays") == (State.DONE, "Known for 2026.")
    with time_machine.travel(datetime(2026, 11, 30, 18, 30, tzinfo=UTC), tick=False):
        assert found("Exchange holidays") == (State.MISSING, "None of 2027.")
        ExchangeHoliday.objects.create(date=date(2027, 1, 26), name="Republic Day")
        assert found("Exchange holidays") == (State.DONE, "Known for 2026 and 2027.")


def test_payment_keys_of_another_form_are_unknown(production: Any) -> None:
    production.RAZORPAY_KEY_ID = "rzp_test_1"
    assert found("Payment keys") == (State.MISSING, "The key is one for tests.")
    production.RAZORPAY_KEY_ID = "key_1"
    assert found("Payment keys")[0] == State.UNKNOWN


def _event(**fields: Any) -> GatewayEvent:
    payload = {"created_at": int(NOW.timestamp())}
    return GatewayEvent.objects.create(
        **{"provider": "razorpay", "event_id": "e", "kind": "x", "payload": payload, "received_at": NOW}
        | fields
    )


@pytest.mark.usefixtures("production")
def test_a_webhook_that_came_once_is_enough_until_payments_come_without(shop: Shop, member: Person) -> None:
    _event(provider="another")
    assert found("Webhook")[0] == State.MISSING
    GatewayEvent.objects.all().delete()
    _event(received_at=NOW - timedelta(days=8))
    assert found("Webhook") == (State.DONE, "The last signed event came on Tue 17 Nov 2026, 12:00 PM.")
    shop.bought(member.api, course_at(1000_00))
    assert found("Webhook") == (
        State.MISSING,
        "The last signed event came on Tue 17 Nov 2026, 12:00 PM, though payments came after it.",
    )


def test_whatsapp_consent() -> None:
    LoginSettings.objects.create(consent_is_required=False)
    assert found("WhatsApp consent") == (State.DONE, "It is no condition of login.")


@pytest.mark.parametrize(
    ("ahead", "expected"),
    [
        (timedelta(seconds=5), (State.DONE, "As that of the database.")),
        (timedelta(seconds=6), (State.MISSING, "This machine is 6 seconds ahead of the database.")),
        (timedelta(seconds=-6), (State.MISSING, "This machine is 6 seconds behind the database.")),
    ],
)
def test_the_clock_of_the_database(
    monkeypatch: pytest.MonkeyPatch, ahead: timedelta, expected: tuple[State, str]
) -> None:
    monkeypatch.setattr(readiness, "_database_clock", lambda: ahead)
    assert found("Clock") == expected


def test_the_clock_of_the_provider() -> None:
    event = _event(payload={"created_at": int(NOW.timestamp()) + 6})
    assert found("Clock") == (State.MISSING, "This machine is 6 seconds behind the payment provider.")
    GatewayEvent.objects.filter(pk=event.pk).update(payload={"created_at": int(NOW.timestamp()) - 600})
    assert found("Clock") == (State.DONE, "As that of the payment provider.")
    GatewayEvent.objects.filter(pk=event.pk).update(payload={})
    assert found("Clock")[0] == State.UNKNOWN


# --- backups ----------------------------------------------------------------------------------------


def record_backup(*options: str) -> str:
    out = StringIO()
    call_command("record_backup", *options, stdout=out)
    return out.getvalue()


def test_a_backup_counts_for_a_day() -> None:
    assert record_backup("--dry-run") == "The backup of Wed 25 Nov 2026, 12:00 PM would be noted.\n"
    assert found("Backup")[0] == State.MISSING
    record_backup()
    with time_machine.travel(NOW + timedelta(days=1), tick=False):
        assert found("Backup") == (State.DONE, "The last one is of Wed 25 Nov 2026, 12:00 PM.")
    with time_machine.travel(NOW + timedelta(days=1, seconds=1), tick=False):
        assert found("Backup")[0] == State.MISSING


def test_the_dump_gives_the_time(tmp_path: Path) -> None:
    file = tmp_path / "rally.dump"
    file.write_bytes(b"PGDMP and more")
    made_at = (NOW - timedelta(hours=30)).timestamp()
    os.utime(file, (made_at, made_at))
    record_backup(str(file))
    assert Backup.objects.get().made_at == NOW - timedelta(hours=30)
    assert found("Backup")[0] == State.MISSING


@pytest.mark.parametrize("content", [b"", b"pg_dump: error"])
def test_a_dump_that_failed_is_not_noted(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "rally.dump"
    file.write_bytes(content)
    with pytest.raises(CommandError, match="is no dump of a database"):
        record_backup(str(file))
    with pytest.raises(CommandError, match="cannot be read"):
        record_backup(str(tmp_path / "none.dump"))
    assert Backup.objects.count() == 0


def test_a_restored_database_has_no_backup_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the row of the database that it was dumped from."""
    record_backup()
    here = backups.identity()
    monkeypatch.setattr(backups, "identity", lambda: f"{here}1")
    assert found("Backup") == (
        State.MISSING,
        "The last one is of Wed 25 Nov 2026, 12:00 PM, and this database was restored or copied since.",
    )


@pytest.mark.postgresql
def test_tables_that_were_restored_are_another_database(transactional_db: None) -> None:
    before = backups.identity()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE office_backup RENAME TO office_backup_before")
        cursor.execute("CREATE TABLE office_backup (LIKE office_backup_before)")
        assert backups.identity() != before
        transaction.set_rollback(True)
    assert backups.identity() == before


# --- wordings ---------------------------------------------------------------------------------------

APPROVE = "/admin/before-you-open/verified-badge/approve/"


def test_an_approval_is_of_the_present_wording(clerk: Callable[..., Client]) -> None:
    client = clerk("office.approve_wording", "office.view_readiness")
    assert client.post(APPROVE, {"text": "SEBI Verified"}).status_code == 302
    assert found("Badge in the header") == (
        State.DONE,
        "'SEBI Verified': approved by Clerk, Wed 25 Nov 2026, 12:00 PM.",
    )
    entry = AuditEntry.objects.get(object_type="office.wordingapproval")
    assert (entry.object_text, entry.note) == (
        "Badge in the header: SEBI Verified",
        "Approved the wording.",
    )
    SiteSettings.objects.update_or_create(
        pk=1, defaults={"verified_badge": "SEBI registered", "pro_heading": "SEBI Verified"}
    )
    assert found("Badge in the header") == (State.MISSING, "'SEBI registered' is not approved.")
    assert found("Heading of the Pro page") == (State.MISSING, "'SEBI Verified' is not approved.")
    # Who approved before stays known.
    assert WordingApproval.objects.get().text == "SEBI Verified"


def test_what_was_not_read_is_not_approved(clerk: Callable[..., Client]) -> None:
    client = clerk("office.approve_wording", "office.view_readiness")
    SiteSettings.objects.update_or_create(pk=1, defaults={"verified_badge": "SEBI registered"})
    page = client.post(APPROVE, {"text": "SEBI Verified"}, follow=True).content.decode()
    assert "This wording has changed in the meantime. Please read it again." in page
    assert (
        WordingApproval.objects.count(),
        AuditEntry.objects.filter(object_type="office.wordingapproval").count(),
    ) == (0, 0)


def test_whoever_has_no_name_is_told_apart_by_the_number(clerk: Callable[..., Client]) -> None:
    client = clerk("office.approve_wording")
    User.objects.update(name="")
    client.post(APPROVE, {"text": "SEBI Verified"})
    assert WordingApproval.objects.get().approved_by_name == "Member ending in 44"


def test_a_second_approval_keeps_the_first(clerk: Callable[..., Client]) -> None:
    first = User.objects.create_user(mobile="9855555555", name="Asha")
    WordingApproval.objects.create(
        wording="verified-badge",
        text="SEBI Verified",
        approved_by=first,
        approved_by_name="Asha",
        approved_at=NOW,
    )
    clerk("office.approve_wording", "office.view_readiness").post(APPROVE, {"text": "SEBI Verified"})
    assert WordingApproval.objects.get().approved_by == first


def test_an_unknown_wording_is_not_found(clerk: Callable[..., Client]) -> None:
    client = clerk("office.approve_wording")
    assert client.post("/admin/before-you-open/slogan/approve/", {"text": "x"}).status_code == 404


def test_the_wordings_of_staff_are_on_the_pages(client: Client) -> None:
    SiteSettings.objects.update_or_create(
        pk=1, defaults={"verified_badge": "SEBI registered", "pro_heading": "Learn live, every week"}
    )
    data = client.get("/api/site").json()["data"]
    assert (data["verifiedBadge"], data["proHeading"]) == ("SEBI registered", "Learn live, every week")


# --- where it is shown ------------------------------------------------------------------------------


def test_the_first_page_is_calm_on_a_demo_machine_and_open_in_production(
    clerk: Callable[..., Client], settings: Any
) -> None:
    client = clerk("office.view_readiness", "content.view_sitesettings")
    page = client.get("/admin/").content.decode()
    assert "<summary>Before you open: 0 of 16 done</summary>" in page
    assert "<details>" in page
    assert "<details open>" not in page
    assert '<a href="/admin/content/sitesettings/"><span>Company</span></a>' in page
    # Their lists are not for this person.
    assert "<span>Exchange holidays</span>" in page
    assert "/admin/live/exchangeholiday/" not in page
    settings.SEEDS_DEMO_DATA = False
    assert "<details open>" in client.get("/admin/").content.decode()


def test_the_first_page_says_ready_once_all_is_done(
    clerk: Callable[..., Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    done = readiness.Readiness([Item("Email", State.DONE, "Sent.", "Set EMAIL_URL.")])
    monkeypatch.setattr(readiness, "examine", lambda **_: done)
    page = clerk("office.view_readiness").get("/admin/").content.decode()
    assert '<a href="/admin/before-you-open/">Ready</a>' in page
    assert "Before you open:" not in page


def test_other_staff_do_not_see_it(clerk: Callable[..., Client]) -> None:
    client = clerk("catalog.view_course")
    assert "Before you open" not in client.get("/admin/").content.decode()
    assert client.get("/admin/before-you-open/").status_code == 403
    assert client.post(APPROVE, {"text": "SEBI Verified"}).status_code == 403


def test_the_list_costs_as_many_queries_for_many_rows_and_none_for_a_minute(
    clerk: Callable[..., Client], production: Any, django_assert_num_queries: Any
) -> None:
    # PostgreSQL is asked which database it is.
    expected = 11 if connection.vendor == "postgresql" else 10
    production.SMS_WHATSAPP_NUMBER = ""
    record_backup()
    for number in range(3):
        _event(event_id=f"e{number}")
        with django_assert_num_queries(expected):
            readiness.refreshed()
    with django_assert_num_queries(0):
        readiness.cached()


def test_what_was_fixed_is_shown_as_done(clerk: Callable[..., Client]) -> None:
    client = clerk("office.view_readiness", "office.approve_wording")
    assert "1 of 16 done" not in client.get("/admin/before-you-open/").content.decode()
    LoginSettings.objects.create(consent_is_required=False)
    page = client.get("/admin/before-you-open/").content.decode()
    assert "1 of 16 done" in page
    assert "Approve 'SEBI Verified'" in page
    assert "Before you open: 1 of 16 done" in client.get("/admin/").content.decode()


# --- check --deploy ---------------------------------------------------------------------------------


def deploy_messages(databases: list[str] | None) -> dict[str, int]:
    found = checks.run_checks(tags=["readiness"], include_deployment_checks=True, databases=databases)
    return {str(message.id): message.level for message in found}


@pytest.mark.usefixtures("production")
def test_without_a_database_the_check_names_what_settings_lack(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert deploy_messages(None) == {"readiness.email": checks.INFO}


@pytest.mark.usefixtures("production")
def test_with_the_database_what_is_missing_is_a_warning() -> None:
    found = deploy_messages(["default"])
    assert len(found) == 15
    assert found.pop("readiness.clock") == checks.INFO
    assert set(found.values()) == {checks.WARNING}


def test_a_site_that_has_everything_is_ready(production: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    production.SENDS_EMAIL, production.EMAIL_FROM = True, "hello@rally.in"
    MessageTemplate.objects.update(registered_id="1107")
    row = SiteSettings()
    for field in SiteSettings._meta.fields:
        if "placeholder" in str(getattr(row, field.name)) or "@example.in" in str(getattr(row, field.name)):
            setattr(row, field.name, "meera@rally.in")
    row.company_gstin = "27AAACR0000A1ZH"
    row.save()
    PageVersion.objects.update(reviewed_date=date(2026, 11, 1), reviewed_by="Asha Rao, advocate")
    ExchangeHoliday.objects.create(date=date(2026, 12, 25), name="Christmas")
    LoginSettings.objects.create(consent_is_required=False)
    asha = User.objects.create_user(mobile="9855555555", name="Asha")
    for wording in wordings.current(row, login_form.facts()):
        services.approve(key=wording.key, text=wording.text, person=asha, at=NOW)
    _event()
    record_backup()
    assert {name: item.text for name, item in items().items() if item.state != State.DONE} == {}
    assert deploy_messages(["default"]) == {}


@pytest.mark.usefixtures("production")
@pytest.mark.parametrize("broken", ["connection", "migrations"])
def test_a_database_that_cannot_be_read_is_unknown(monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    def fail(*_args: Any) -> None:
        raise OperationalError("no such host")

    if broken == "connection":
        monkeypatch.setattr(connection, "ensure_connection", fail)
    else:
        monkeypatch.setattr(health, "pending_migrations", lambda: "3 to apply")
    found = deploy_messages(["default"])
    assert found.pop("readiness.email") == checks.WARNING
    assert (len(found), set(found.values())) == (14, {checks.INFO})
    reason = {item.text for item in readiness.examine(at=NOW).items if item.state == State.UNKNOWN}
    assert reason in (
        {"The database was not reached (OperationalError)."},
        {"Migrations: 3 to apply."},
    )

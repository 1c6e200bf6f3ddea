"""
What is missing before the site opens: one list, for `doctor`, for the admin's first page and for
`check --deploy --database default`.

What cannot be told is unknown, which is neither done nor missing.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import DatabaseError, InterfaceError, connection
from django.db.models import F
from django.utils import timezone
from django.utils.functional import cached_property

from apps.accounts import gstin
from apps.accounts.gateways import registry
from apps.accounts.models import DailyCount, MessageTemplate, User
from apps.accounts.selectors import login_form
from apps.accounts.selectors.login_form import LoginFacts
from apps.accounts.services import codes
from apps.accounts.states import MessageChannel
from apps.commerce.gateways import registry as providers
from apps.commerce.models import GatewayEvent, Payment
from apps.content.models import PageVersion, SiteSettings
from apps.content.selectors import site
from apps.core import health, indian_time
from apps.core.formatting import date_and_time
from apps.live.models import ExchangeHoliday
from apps.office.selectors import backups, wordings
from apps.office.selectors.home.links import changelist
from apps.office.selectors.wordings import Wording
from apps.office.states import WordingKey

_CACHE_KEY = "office readiness"
_CACHE_SECONDS = 60
_NAMES = 5
"""How many names a sentence has before the rest is counted."""
_PLACEHOLDER, _SAMPLE_DOMAIN = "(placeholder)", "@example.in"
_OFFICERS = ("principal_officer", "compliance_officer", "grievance_officer")
_TAX_NUMBERS = ("company_gstin", "company_pan")
_DECEMBER = 12
_EVENT_AGE = timedelta(days=7)
_BACKUP_AGE = timedelta(days=1)
_CLOCK_TOLERANCE = timedelta(seconds=5)


class State(StrEnum):
    DONE = "done"
    MISSING = "missing"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Item:
    name: str
    state: State
    text: str
    remedy: str
    model: str = ""
    """Where in the admin it is fixed, as 'app.model'."""
    wording: Wording | None = None
    """What Compliance approves."""

    @property
    def url(self) -> str:
        return changelist(self.model) if self.model else ""


@dataclass(frozen=True, slots=True)
class Readiness:
    items: Sequence[Item]

    @property
    def done(self) -> int:
        return sum(item.state == State.DONE for item in self.items)

    @property
    def open_items(self) -> list[Item]:
        return [item for item in self.items if item.state != State.DONE]


def examine(*, at: datetime, reads_database: bool = True) -> Readiness:
    """All items. What needs the database is unknown where it is not read, not reached or not migrated."""
    reason = _why_unread() if reads_database else "The database was not read."
    facts = _Facts(at)
    return Readiness(
        [
            Item(check.name, State.UNKNOWN, reason, check.remedy)
            if reason and check.needs_database
            else check.run(facts)
            for check in _checks()
        ]
    )


def cached() -> Readiness:
    """As it was within the last minute."""
    found = cache.get(_CACHE_KEY)
    return found if isinstance(found, Readiness) else refreshed()


def refreshed() -> Readiness:
    found = examine(at=timezone.now())
    cache.set(_CACHE_KEY, found, _CACHE_SECONDS)
    return found


def with_links(items: Iterable[Item], *, person: User | AnonymousUser) -> list[tuple[Item, str]]:
    """Each with the URL where it is fixed, if the person may open that."""
    return [
        (item, item.url if item.model and person.has_perm(item.model.replace(".", ".view_")) else "")
        for item in items
    ]


def _why_unread() -> str:
    try:
        connection.ensure_connection()
    except (DatabaseError, InterfaceError) as error:
        return f"The database was not reached ({type(error).__name__})."
    pending = health.pending_migrations()
    return f"Migrations: {pending}." if pending else ""


@dataclass
class _Facts:
    """What several items read."""

    at: datetime

    @cached_property
    def site(self) -> SiteSettings:
        return site.saved()

    @cached_property
    def login(self) -> LoginFacts:
        return login_form.facts()

    @cached_property
    def wordings(self) -> Sequence[Wording]:
        return wordings.current(self.site, self.login)

    @cached_property
    def event(self) -> tuple[datetime, object] | None:
        """The newest signed webhook event: when it came, and when the provider made it."""
        rows = GatewayEvent.objects.filter(provider=settings.PAYMENT_GATEWAY).order_by("-received_at", "-pk")
        return rows.values_list("received_at", "payload__created_at").first()


_Found = tuple[State, str]


@dataclass(frozen=True, slots=True)
class _Check:
    name: str
    find: Callable[[_Facts], _Found]
    remedy: str
    model: str = ""
    needs_database: bool = True
    wording: Callable[[_Facts], Wording] | None = None

    def run(self, facts: _Facts) -> Item:
        state, text = self.find(facts)
        wording = self.wording(facts) if self.wording else None
        return Item(self.name, state, text, self.remedy, self.model, wording)


def _checks() -> list[_Check]:
    templates, settings_page = "accounts.messagetemplate", "content.sitesettings"
    return [
        _Check(
            "Login codes",
            _login_codes,
            "Register the template 'otp' with the operator, and enter its id in the admin.",
            templates,
        ),
        _Check(
            "Message templates",
            _templates,
            "Register each text with the operator, and enter its id in the admin.",
            templates,
        ),
        _Check("Email", _email, "Set EMAIL_URL and EMAIL_FROM (docs/settings.md).", needs_database=False),
        _Check("Company", _company, "Fill in the site settings.", settings_page),
        _Check("GSTIN", _gstin, "Enter GSTIN and PAN in the site settings.", settings_page),
        _Check("Officers", _officers, "Fill in the site settings.", settings_page),
        _Check(
            "Legal pages",
            _legal_pages,
            "Let a lawyer review each text, and enter the day and the name in its version.",
            "content.pageversion",
        ),
        _Check(
            "Exchange holidays",
            _holidays,
            "Enter them, or run 'manage.py import_holidays'.",
            "live.exchangeholiday",
        ),
        _Check(
            "Payment keys",
            _payment_keys,
            "Set the payment provider's live keys (docs/settings.md).",
            needs_database=False,
        ),
        _Check(
            "Webhook",
            _webhook,
            "Enter the site's webhook URL and secret at the provider, and send a test event.",
            "commerce.gatewayevent",
        ),
        _Check(
            "WhatsApp consent",
            _consent,
            "Untick 'consent is a condition of login' in the login settings.",
            "accounts.loginsettings",
        ),
        *(_wording_check(number, key) for number, key in enumerate(WordingKey)),
        _Check(
            "Backup",
            _backup,
            "End each backup with 'manage.py record_backup FILE' (docs/operations.md).",
        ),
        _Check("Clock", _clock, "Let the machines set their clocks by NTP."),
    ]


def _wording_check(number: int, key: WordingKey) -> _Check:
    return _Check(
        key.label,
        lambda facts: _approval(facts.wordings[number]),
        "Compliance approves it on the page 'Before you open', or writes another first.",
        "accounts.loginsettings" if key == WordingKey.CONSENT_LABEL else "content.sitesettings",
        wording=lambda facts: facts.wordings[number],
    )


def _unless(missing: str, *, done: str) -> _Found:
    return (State.MISSING, missing) if missing else (State.DONE, done)


def _listed(names: Iterable[str]) -> str:
    names = list(names)
    more = f" and {len(names) - _NAMES} more" if len(names) > _NAMES else ""
    return ", ".join(names[:_NAMES]) + more


def _channels_in_use() -> tuple[MessageChannel, ...]:
    whatsapp = (MessageChannel.WHATSAPP,) if settings.SMS_WHATSAPP_NUMBER else ()
    return (MessageChannel.SMS, *whatsapp)


_NO_PROVIDER = "SMS_AUTH_KEY is not set: messages go to a file on this machine."


def _login_codes(facts: _Facts) -> _Found:
    if not settings.SMS_AUTH_KEY:
        return State.MISSING, _NO_PROVIDER
    reasons = codes.why_unable(_channels_in_use())
    text = "; ".join(f"{channel.label}: {reason}" for channel, reason in reasons.items())
    if not text:
        return State.DONE, "The template is registered."
    refused = DailyCount.objects.filter(name=codes.NOT_SENT, day=indian_time.day_of(facts.at))
    count = sum(refused.values_list("count", flat=True))
    return State.MISSING, f"{text}." + (f" {count} refused today." if count else "")


def _templates(_facts: _Facts) -> _Found:
    if not settings.SMS_AUTH_KEY:
        return State.MISSING, _NO_PROVIDER
    rows = MessageTemplate.objects.filter(channel__in=_channels_in_use()).order_by("key", "channel")
    found = list(rows.values_list("key", "channel", "registered_id"))
    names = [
        f"{key} ({MessageChannel(channel).label})"
        for key, channel, registered_id in sorted(found, key=lambda row: row[0] != codes.TEMPLATE)
        if registry.why_unable(MessageChannel(channel), registered_id=registered_id)
    ]
    missing = f"{len(names)} of {len(found)} have no registered id: {_listed(names)}." if names else ""
    return _unless(missing, done=f"All {len(found)} are registered.")


def _email(_facts: _Facts) -> _Found:
    if not settings.SENDS_EMAIL:
        return State.MISSING, "EMAIL_URL is not set: no email is sent."
    sender = settings.EMAIL_FROM
    return _unless(
        f"The sender is {sender}." if "@localhost" in sender or _SAMPLE_DOMAIN in sender else "",
        done=f"Sent by {settings.EMAIL_HOST} as {sender}.",
    )


def _placeholders(row: SiteSettings, names: Iterable[str]) -> list[str]:
    """The names, for people, of the fields that still have what they were seeded with."""
    texts = {name: str(getattr(row, name)) for name in names}
    return [
        str(row._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
        for name, text in texts.items()
        if _PLACEHOLDER in text or text.endswith(_SAMPLE_DOMAIN)
    ]


def _company(facts: _Facts) -> _Found:
    names = [
        field.name
        for field in SiteSettings._meta.fields
        if not field.name.startswith((*_OFFICERS, *_TAX_NUMBERS))
    ]
    found = _placeholders(facts.site, names)
    return _unless(f"Placeholders: {_listed(found)}." if found else "", done="No placeholders.")


def _officers(facts: _Facts) -> _Found:
    names = [field.name for field in SiteSettings._meta.fields if field.name.startswith(_OFFICERS)]
    found = _placeholders(facts.site, names)
    return _unless(f"Placeholders: {_listed(found)}." if found else "", done="All are named.")


def _gstin(facts: _Facts) -> _Found:
    found = _placeholders(facts.site, _TAX_NUMBERS)
    number = gstin.parse(facts.site.company_gstin)
    missing = "" if number and not found else "Invoices have no valid GSTIN."
    return _unless(missing, done=f"{number}, {facts.site.company_state}.")


def _legal_pages(_facts: _Facts) -> _Found:
    current = PageVersion.objects.filter(number=F("page__version"))
    unreviewed = current.filter(reviewed_date__isnull=True).order_by("page__title", "pk")
    titles = list(unreviewed.values_list("page__title", flat=True))
    missing = f"{len(titles)} never reviewed by a lawyer: {_listed(titles)}." if titles else ""
    return _unless(missing, done="All are reviewed.")


def _holidays(facts: _Facts) -> _Found:
    today = indian_time.day_of(facts.at)
    years = [today.year, today.year + 1] if today.month == _DECEMBER else [today.year]
    known = set(
        ExchangeHoliday.objects.filter(date__year__in=years).values_list("date__year", flat=True).distinct()
    )
    lacking = [str(year) for year in years if year not in known]
    return _unless(
        f"None of {' and '.join(lacking)}." if lacking else "",
        done=f"Known for {' and '.join(map(str, years))}.",
    )


def _payment_keys(_facts: _Facts) -> _Found:
    if not settings.LIVE_PAYMENTS:
        return State.MISSING, "Payments go to the sandbox."
    is_live = providers.of_new_orders().has_live_keys
    if is_live is None:
        return State.UNKNOWN, "The key does not say whether it is live."
    return _unless("" if is_live else "The key is one for tests.", done="They are live.")


def _webhook(facts: _Facts) -> _Found:
    if not settings.LIVE_PAYMENTS:
        return State.MISSING, "Payments go to the sandbox."
    if facts.event is None:
        label = providers.label_of(settings.PAYMENT_GATEWAY)
        return State.MISSING, f"No signed event of {label} has come yet."
    newest, _ = facts.event
    text = f"The last signed event came on {date_and_time(newest)}"
    since = facts.at - _EVENT_AGE
    if newest < since and Payment.objects.filter(captured_at__gte=since).exists():
        return State.MISSING, f"{text}, though payments came after it."
    return State.DONE, f"{text}."


def _consent(facts: _Facts) -> _Found:
    is_required = facts.login["consentRequired"]
    return _unless(
        "Nobody can log in without it; consent must be free." if is_required else "",
        done="It is no condition of login.",
    )


def _approval(wording: Wording) -> _Found:
    if wording.approved_at is None:
        return State.MISSING, f"'{wording.text}' is not approved."
    when = date_and_time(wording.approved_at)
    return State.DONE, f"'{wording.text}': approved by {wording.approved_by}, {when}."


def _backup(facts: _Facts) -> _Found:
    last = backups.last()
    if last is None:
        return State.MISSING, "None is noted."
    text = f"The last one is of {date_and_time(last.made_at)}"
    if not last.is_of_this_database:
        return State.MISSING, f"{text}, and this database was restored or copied since."
    return _unless(f"{text}." if facts.at - last.made_at > _BACKUP_AGE else "", done=f"{text}.")


def _clock(facts: _Facts) -> _Found:
    differences = {"the database": _database_clock(), "the payment provider": _provider_clock(facts)}
    known = {name: ahead for name, ahead in differences.items() if ahead is not None}
    if not known:
        return State.UNKNOWN, "There is no other clock to compare with."
    wrong = [
        f"{abs(ahead).total_seconds():.0f} seconds {'ahead of' if ahead > timedelta() else 'behind'} {name}"
        for name, ahead in known.items()
        if abs(ahead) > _CLOCK_TOLERANCE
    ]
    return _unless(
        f"This machine is {' and '.join(wrong)}." if wrong else "",
        done=f"As that of {' and '.join(known)}.",
    )


def _database_clock() -> timedelta | None:
    """How far we are ahead; SQLite has our own clock."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        there: datetime = cursor.fetchone()[0]
    return timezone.now() - there


def _provider_clock(facts: _Facts) -> timedelta | None:
    """
    How far we are behind, if the newest event came before it was made.

    Events may come late, so that we are ahead cannot be told.
    """
    received_at, created_at = facts.event or (None, None)
    if received_at is None or facts.at - received_at > _EVENT_AGE or not isinstance(created_at, int):
        return None
    return timedelta(seconds=min(0.0, received_at.timestamp() - created_at))

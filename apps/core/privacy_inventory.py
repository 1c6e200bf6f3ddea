"""
What the site knows of people, what it stores in their browsers, and who else gets data.

The rows are in `privacy_inventory.toml`. The privacy policy shows them as tables, in place of the names in
`TABLES`. `tests/test_privacy_inventory.py` fails when a model with a person, a cookie or a browser storage is
missing there.
"""

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Data:
    what: str
    why: str
    period: str
    """With figures in braces."""
    models: Sequence[str] = ()
    """Labels of the models that hold it."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A cookie, or an entry of the browser's own storage."""

    name: str
    why: str
    period: str
    module: str = ""
    """The module of the frontend that writes it, below `frontend/src`."""


@dataclass(frozen=True, slots=True)
class Processor:
    purpose: str
    name: str
    country: str
    gets: str


_ROWS: dict[str, list[dict[str, Any]]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)

DATA = [Data(**row) for row in _ROWS["data"]]
COOKIES = [Stored(**row) for row in _ROWS["cookies"]]
BROWSER_STORAGE = [Stored(**row) for row in _ROWS["browser_storage"]]


def processors() -> list[Processor]:
    """Who processes data for us; only who is configured."""
    found = [
        Processor(
            "Payments",
            "Razorpay",
            "India",
            "The amount, the order, your name, email address and number; your card or account from you alone",
        )
    ]
    if settings.SMS_AUTH_KEY:
        what = "Your number and the text of the message"
        found.append(Processor("SMS and WhatsApp", "MSG91", "India", what))
    for purpose, is_used, host, stated, gets in (
        ("Servers and database", True, "", settings.HOSTING_PROVIDER, "Everything in the table above"),
        (
            "Email",
            settings.SENDS_EMAIL,
            settings.EMAIL_HOST,
            settings.EMAIL_PROVIDER,
            "Your email address and the text of the message",
        ),
        (
            "Stored videos and attachments",
            bool(settings.MEDIA_BUCKET),
            settings.MEDIA_ENDPOINT.partition("://")[2],
            settings.MEDIA_PROVIDER,
            "Files, and the IP address that opens one",
        ),
        (
            "Error reports",
            bool(settings.ERROR_REPORTS_HOST),
            settings.ERROR_REPORTS_HOST,
            settings.ERROR_REPORTS_PROVIDER,
            "What went wrong in our code, without numbers, cookies and what you typed",
        ),
    ):
        if is_used:
            name, _, country = stated.rpartition(",")
            found.append(
                Processor(purpose, name.strip() or host or "Ask us", country.strip() or "Ask us", gets)
            )
    if settings.MOENGAGE_APP_ID:
        what = "Which pages you open, and the id of your account; not what you type"
        country = _MOENGAGE_COUNTRIES.get(settings.MOENGAGE_CLUSTER, "Ask us")
        found.append(Processor("Engagement", "MoEngage", country, what))
    return found


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _data() -> str:
    return _table(("What", "Why", "How long"), ((row.what, row.why, row.period) for row in DATA))


def _stored(rows: Iterable[Stored]) -> str:
    return _table(("Name", "What it is for", "How long"), ((row.name, row.why, row.period) for row in rows))


def _processors() -> str:
    rows = ((row.purpose, row.name, row.country, row.gets) for row in processors())
    return _table(("For", "Who", "Where", "What they get"), rows)


TABLES: Mapping[str, Callable[[], str]] = {
    "table_of_data": _data,
    "table_of_cookies": lambda: _stored(COOKIES),
    "table_of_browser_storage": lambda: _stored(BROWSER_STORAGE),
    "table_of_processors": _processors,
}

_MOENGAGE_COUNTRIES = {
    "DC_1": "United States",
    "DC_2": "European Union",
    "DC_3": "India",
    "DC_4": "United States",
}

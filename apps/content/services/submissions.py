"""What both forms share: how often one may write, what is held back, and what is the same once more."""

import hashlib
import re
import secrets
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from django.conf import settings

from apps.accounts.models import User
from apps.accounts.services import templates, throttles
from apps.accounts.services.codes import whole_seconds
from apps.content.models import ContactMessage, Ticket
from apps.core import indian_time
from apps.core.errors import Throttled

Kind = TypeVar("Kind", Ticket, ContactMessage)

_SAME_FOR = timedelta(days=1)
"""Whoever sends the same words again, because the answer was lost, means the same thing."""

_SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Digits and capitals that are not taken for one another when they are read out on the phone."""

_LINK = re.compile(r"(?i)https?://|://|www\.")
_LINKS_OF_PEOPLE = 5
_KEPT_CONTROLS = "\n\t"
_UNSEEN = {"Cc", "Co", "Cs"}


class TooManyWritings(Throttled):
    code = "writing_too_many"
    message = "We have had many messages from you in a short time. Please wait, or call us."


@dataclass(frozen=True, slots=True)
class Written:
    """What a form sent, checked in form and not believed in substance."""

    name: str
    mobile: str
    email: str
    subject: str
    message: str
    trap: str = ""
    """A field that people do not see and programs fill in."""

    @property
    def digest(self) -> str:
        """The same for the same words of the same sender."""
        told = "\0".join((self.mobile, self.email.lower(), self.subject, self.message))
        return hashlib.sha256(told.encode()).hexdigest()

    @property
    def is_suspect(self) -> bool:
        links = len(_LINK.findall(f"{self.name} {self.subject} {self.message}"))
        return bool(self.trap) or links > _LINKS_OF_PEOPLE


def tidied(text: str) -> str:
    """Plain line ends, and no controls; what turns or joins letters stays, as scripts need it."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(
        sign for sign in lines if sign in _KEPT_CONTROLS or unicodedata.category(sign) not in _UNSEEN
    ).strip()


def on_one_line(text: str) -> str:
    return " ".join(tidied(text).split())


def taken_in(kind: type[Kind], *, form: str, written: Written, address: str, now: datetime) -> Kind | None:
    """
    The row that the same words made within a day; else None, and one more is counted.

    Joins the caller's transaction and holds the sender's count, so that a double click finds the first.

    :raises TooManyWritings: past what one number or mail address, or one network address, may send
    """
    sender = hashlib.sha256((written.mobile or written.email.lower()).encode()).hexdigest()
    counted = (
        (f"{form}-by:{sender}", [settings.WRITING_SENDER_LIMIT]),
        *throttles.by_network(f"{form}-from", address=address, limits=[settings.WRITING_ADDRESS_LIMIT]),
    )
    longest = throttles.longest_wait(counted=counted, now=now)
    same = kind._default_manager.filter(digest=written.digest, received_at__gt=now - _SAME_FOR)
    known = same.order_by("-received_at", "-pk").first()
    if known is not None:
        return known
    if longest is not None:
        raise TooManyWritings(retry_after=whole_seconds(longest))
    throttles.note_all(counted=counted, now=now)
    return None


def for_office(subject: str) -> str:
    """Somebody's subject as a value of a registered text: without anything that links, turns or hides."""
    seen = "".join(sign for sign in _LINK.sub(" ", subject) if unicodedata.category(sign) != "Cf")
    return templates.as_text(seen) or "No subject"


def new_number(prefix: str, *, now: datetime) -> str:
    """Such as GR-261122-7K3QXM: the day, and six signs of which a day has a thousand million."""
    signs = "".join(secrets.choice(_SIGNS) for _ in range(6))
    return f"{prefix}-{indian_time.day_of(now):%y%m%d}-{signs}"


def columns(written: Written, *, person: User | None, now: datetime) -> dict[str, object]:
    return {
        "person": person,
        "name": written.name,
        "mobile": written.mobile,
        "email": written.email,
        "subject": written.subject,
        "message": written.message,
        "digest": written.digest,
        "received_at": now,
    }

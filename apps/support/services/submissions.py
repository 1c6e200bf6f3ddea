"""What the grievance and contact forms share: rate limits, the spam check, and detection of duplicates."""

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
from apps.accounts.services.throttles import whole_seconds
from apps.core import indian_time
from apps.core.errors import Throttled
from apps.support.models import ContactMessage, Ticket

Kind = TypeVar("Kind", Ticket, ContactMessage)

_DUPLICATE_WINDOW = timedelta(days=1)
"""The same text sent again within this time is a retry, for example because the response was lost."""

_NUMBER_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Without 0, O, 1 and I, which sound or look alike when they are read out on the phone."""

_LINK = re.compile(r"(?i)https?://|://|www\.")
_MAX_LINKS = 5
_ALLOWED_CONTROLS = "\n\t"
_REMOVED_CATEGORIES = {"Cc", "Co", "Cs"}


class TooManySubmissions(Throttled):
    code = "writing_too_many"
    message = "You have sent us many messages in a short time. Please wait a while, or call us."


@dataclass(frozen=True, slots=True)
class SubmittedForm:
    """The fields of a form after the serializer has validated them."""

    name: str
    mobile: str
    email: str
    subject: str
    message: str
    honeypot: str = ""
    """A hidden field that people do not see and bots fill in."""

    @property
    def digest(self) -> str:
        """The same for the same text of the same sender."""
        text = "\0".join((self.mobile, self.email.lower(), self.subject, self.message))
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def is_suspect(self) -> bool:
        links = len(_LINK.findall(f"{self.name} {self.subject} {self.message}"))
        return bool(self.honeypot) or links > _MAX_LINKS


def normalize_text(text: str) -> str:
    """Unify line ends and remove control characters. Joiners and direction marks stay: scripts need them."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(
        char
        for char in lines
        if char in _ALLOWED_CONTROLS or unicodedata.category(char) not in _REMOVED_CATEGORIES
    ).strip()


def normalize_line(text: str) -> str:
    return " ".join(normalize_text(text).split())


def find_duplicate_or_count(
    kind: type[Kind], *, form: str, submitted: SubmittedForm, address: str, now: datetime
) -> Kind | None:
    """
    Return the row that the same text created within a day. If there is none, count this submission.

    Joins the caller's transaction and locks the sender's count, so that a double click finds the first row.

    :raises TooManySubmissions: if the mobile number, email or IP address has reached its limit
    """
    sender = hashlib.sha256((submitted.mobile or submitted.email.lower()).encode()).hexdigest()
    counted = (
        (f"{form}-by:{sender}", [settings.FORM_SENDER_LIMIT]),
        *throttles.by_network(f"{form}-from", address=address, limits=[settings.FORM_ADDRESS_LIMIT]),
    )
    longest = throttles.longest_wait(counted=counted, now=now)
    same = kind._default_manager.filter(digest=submitted.digest, received_at__gt=now - _DUPLICATE_WINDOW)
    duplicate = same.order_by("-received_at", "-pk").first()
    if duplicate is not None:
        return duplicate
    if longest is not None:
        raise TooManySubmissions(retry_after=whole_seconds(longest))
    throttles.record_all(counted=counted, now=now)
    return None


def subject_for_office(subject: str) -> str:
    """The subject as a value for a message template, without links and invisible characters."""
    visible = "".join(char for char in _LINK.sub(" ", subject) if unicodedata.category(char) != "Cf")
    return templates.as_text(visible) or "No subject"


def new_number(prefix: str, *, now: datetime) -> str:
    """Such as GR-261122-7K3QXM: the day, and six random characters (a thousand million values a day)."""
    code = "".join(secrets.choice(_NUMBER_ALPHABET) for _ in range(6))
    return f"{prefix}-{indian_time.day_of(now):%y%m%d}-{code}"


def field_values(submitted: SubmittedForm, *, person: User | None, now: datetime) -> dict[str, object]:
    """The values of the model fields that tickets and contact messages share."""
    return {
        "person": person,
        "name": submitted.name,
        "mobile": submitted.mobile,
        "email": submitted.email,
        "subject": submitted.subject,
        "message": submitted.message,
        "digest": submitted.digest,
        "received_at": now,
    }

"""Codes for logging in: made, sent and tried."""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from math import ceil
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from apps.accounts.models import LoginCode
from apps.accounts.services import throttles
from apps.accounts.states import MessageChannel
from apps.core.api.address import network_of
from apps.core.errors import Throttled
from apps.core.ids import new_id
from apps.outbox.services import messages

KIND = "login_code"
DIGITS = 6
LIFE = timedelta(minutes=5)
RESEND_PAUSE = timedelta(seconds=15)
TRIES = 5

GUESSES = ((10, 3600), (20, 86400))
"""Wrong codes for one number, whatever was sent in between: a new code must not bring new guesses."""

KNOWN_GUESSES = ((10, 86400),)
"""The own budget of browsers that have logged the number in: a stranger's guesses lock nobody out."""


def whole_seconds(wait: timedelta) -> int:
    """The wait as `Retry-After` has it: never shorter than it is, and never nothing."""
    return max(1, ceil(wait.total_seconds()))


class TooSoon(Throttled):
    code = "otp_too_soon"
    message = "A code was sent a moment ago. Please wait before you ask for another."


class TooManyCodes(Throttled):
    code = "otp_too_many"
    message = "Too many codes were asked for. Please try again later."


@dataclass(frozen=True, slots=True)
class Issued:
    resend_after: timedelta
    expires_in: timedelta


class Verdict(Enum):
    RIGHT = "right"
    WRONG = "wrong"
    BURNT = "burnt"  # this code: a new one may be asked for
    LOCKED = "locked"  # this number, for a while


@dataclass(frozen=True, slots=True)
class Tried:
    verdict: Verdict
    can_whatsapp: bool = False
    wait: timedelta = timedelta(0)


@transaction.atomic(durable=True)
def send(*, mobile: str, can_whatsapp: bool, address: str, now: datetime) -> Issued:
    """
    Put a new code in place of the number's old one and send it.

    Who has an account and who has none is asked nowhere here, so that nobody can learn it.

    :raises TooSoon: if the last one was sent less than 15 seconds ago
    :raises TooManyCodes: past what one number or one address may ask for
    """
    code, issue_id = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}", new_id()
    issued = LoginCode.objects.issue(
        mobile=mobile,
        now=now,
        pause=RESEND_PAUSE,
        issue_id=issue_id,
        digest=_digest(mobile, issue_id, code),
        can_whatsapp=can_whatsapp,
        expires_at=now + LIFE,
    )
    if not issued:
        raise TooSoon(retry_after=whole_seconds(_until_next(mobile, now=now)))
    _count_sending(f"code-to:{mobile}", limit=settings.OTP_NUMBER_LIMIT, now=now)
    _count_sending(f"code-from:{network_of(address)}", limit=settings.OTP_ADDRESS_LIMIT, now=now)
    messages.enqueue(
        kind=KIND,
        payload={"mobile": mobile, "issue_id": str(issue_id), "sealed": _sealed(issue_id, code)},
        expires_at=now + LIFE,
    )
    return Issued(resend_after=RESEND_PAUSE, expires_in=LIFE)


def attempt(*, mobile: str, otp: str, is_known: bool, now: datetime) -> Tried:
    """
    Try a code; the right one is used up by this.

    Joins the caller's transaction, which must be committed whatever the verdict: tries count. Those who
    try one number at the same time do it one after the other.
    """
    key, limits, column = (
        (f"guess:{mobile}:known", KNOWN_GUESSES, "known_tries")
        if is_known
        else (f"guess:{mobile}", GUESSES, "tries")
    )
    wait = throttles.room(key=key, limits=limits, now=now)
    if wait is not None:
        return Tried(Verdict.LOCKED, wait=wait)
    code = LoginCode.objects.live_at(now).filter(mobile=mobile).first()
    if code is None:
        return Tried(Verdict.WRONG)
    if getattr(code, column) >= TRIES:
        return Tried(Verdict.BURNT, wait=_until_next(mobile, now=now))
    # Should a newer code have come in between, nothing is counted and nothing is right.
    if not LoginCode.objects.count_try(issue_id=code.issue_id, column=column, limit=TRIES, now=now):
        return Tried(Verdict.WRONG)
    is_right = constant_time_compare(code.digest, _digest(mobile, code.issue_id, otp))
    if is_right and LoginCode.objects.consume(issue_id=code.issue_id, now=now):
        return Tried(Verdict.RIGHT, can_whatsapp=code.can_whatsapp)
    throttles.note(key=key, now=now)
    return Tried(Verdict.WRONG)


@dataclass(frozen=True, slots=True)
class ToSend:
    code: str
    channels: tuple[MessageChannel, ...]


def to_send(*, issue_id: UUID, mobile: str, sealed: str, now: datetime) -> ToSend | None:
    """What is to be sent for this issue, or None when its code is used up, out of date or replaced."""
    row = LoginCode.objects.live_at(now).filter(mobile=mobile, issue_id=issue_id).first()
    if row is None:
        return None
    channels = (MessageChannel.WHATSAPP, MessageChannel.SMS) if row.can_whatsapp else (MessageChannel.SMS,)
    return ToSend(code=_unsealed(issue_id, sealed), channels=channels)


def forget_expired(*, now: datetime) -> int:
    """Remove the codes of numbers that have asked for none in a day."""
    removed, _ = LoginCode.objects.filter(expires_at__lt=now - timedelta(days=1)).delete()
    return removed


def _count_sending(key: str, *, limit: tuple[int, int], now: datetime) -> None:
    wait = throttles.room(key=key, limits=[limit], now=now)
    if wait is not None:
        raise TooManyCodes(retry_after=whole_seconds(wait))
    throttles.note(key=key, now=now)


def _until_next(mobile: str, *, now: datetime) -> timedelta:
    sent_at = LoginCode.objects.filter(mobile=mobile).values_list("sent_at", flat=True).first()
    return RESEND_PAUSE if sent_at is None else sent_at + RESEND_PAUSE - now


def _digest(mobile: str, issue_id: UUID, code: str) -> str:
    return salted_hmac("accounts.login-code", f"{mobile}:{issue_id}:{code}", algorithm="sha256").hexdigest()


def _pad(issue_id: UUID) -> int:
    return int(salted_hmac("accounts.login-code.pad", str(issue_id), algorithm="sha256").hexdigest(), 16)


def _sealed(issue_id: UUID, code: str) -> str:
    """The code as it waits in the outbox: without our key it says nothing, and each pad is used once."""
    return f"{(int(code) + _pad(issue_id)) % 10**DIGITS:0{DIGITS}}"


def _unsealed(issue_id: UUID, sealed: str) -> str:
    return f"{(int(sealed) - _pad(issue_id)) % 10**DIGITS:0{DIGITS}}"

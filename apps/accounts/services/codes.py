"""Codes for logging in: made, sent and tried."""

import logging
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
from apps.accounts.services import security_log, throttles
from apps.accounts.states import MessageChannel
from apps.core import indian_time
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

NETWORK_GUESSES = ((90, 3600),)
"""Wrong codes from one network address, whatever the numbers: many phones share an address in India."""

KNOWN_SENDINGS = ((3, 3600), (10, 86400))
"""What browsers that have logged the number in may still ask for once strangers have used up the rest."""

_DAILY_COUNT = "login codes"
_NEARLY = 0.8
"""From which share of the day's codes on somebody should look."""

logger = logging.getLogger(__name__)


def whole_seconds(wait: timedelta) -> int:
    """The wait as `Retry-After` has it: never shorter than it is, and never nothing."""
    return max(1, ceil(wait.total_seconds()))


class TooSoon(Throttled):
    code = "otp_too_soon"
    message = "A code was sent a moment ago. Please wait before you ask for another."


class TooManyCodes(Throttled):
    code = "otp_too_many"
    message = "Too many codes were asked for. Please try again later."


class NoMoreToday(Throttled):
    code = "otp_daily_limit"
    message = (
        "We cannot send more OTPs today. Please try again tomorrow, or use a browser you have logged in with."
    )


@dataclass(frozen=True, slots=True)
class Issued:
    resend_after: timedelta
    expires_in: timedelta


class Verdict(Enum):
    RIGHT = "right"
    WRONG = "wrong"
    BURNT = "burnt"  # this code: a new one may be asked for
    LOCKED = "locked"  # this number, for a while
    ADDRESS_LOCKED = "address locked"  # whatever the number, for a while


@dataclass(frozen=True, slots=True)
class Tried:
    verdict: Verdict
    can_whatsapp: bool = False
    wait: timedelta = timedelta(0)


def send(*, mobile: str, can_whatsapp: bool, is_known: bool, address: str, now: datetime) -> Issued:
    """
    Put a new code in place of the number's old one and send it.

    Who has an account and who has none is asked nowhere here, so that nobody can learn it.

    :raises TooSoon: if the last one was sent less than 15 seconds ago
    :raises TooManyCodes: past what one number or one address may ask for
    :raises NoMoreToday: past what the whole site sends in a day, unless the browser is known
    """
    try:
        issued = _send(mobile=mobile, can_whatsapp=can_whatsapp, is_known=is_known, address=address, now=now)
    except Throttled as refusal:
        security_log.note("code not sent", mobile=mobile, address=address, reason=refusal.code)
        raise
    security_log.note("code sent", mobile=mobile, address=address)
    return issued


@transaction.atomic(durable=True)
def _send(*, mobile: str, can_whatsapp: bool, is_known: bool, address: str, now: datetime) -> Issued:
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
    _count_sending(mobile=mobile, address=address, is_known=is_known, now=now)
    messages.enqueue(
        kind=KIND,
        payload={"mobile": mobile, "issue_id": str(issue_id), "sealed": _sealed(issue_id, code)},
        expires_at=now + LIFE,
    )
    # Last: everybody waits for the row of the day.
    _count_today(is_known=is_known, now=now)
    return Issued(resend_after=RESEND_PAUSE, expires_in=LIFE)


def attempt(*, mobile: str, otp: str, is_known: bool, address: str, now: datetime) -> Tried:
    """
    Try a code; the right one is used up by this.

    Joins the caller's transaction, which must be committed whatever the verdict: tries count. Those who
    try one number, or try from one network, at the same time do it one after the other.
    """
    if not (len(otp) == DIGITS and otp.isascii() and otp.isdigit()):
        # No code looks like that: it can find nothing out, and is no try.
        return Tried(Verdict.WRONG)
    key, limits, column = (
        (f"guess:{mobile}:known", KNOWN_GUESSES, "known_tries")
        if is_known
        else (f"guess:{mobile}", GUESSES, "tries")
    )
    # A browser that the owner logged in before is not locked out by strangers in its network.
    by_network = (
        () if is_known else throttles.by_network("guess-from", address=address, limits=NETWORK_GUESSES)
    )
    codes_of_number = LoginCode.objects.live_at(now).filter(mobile=mobile)
    if not codes_of_number.exists():
        # Nobody asked for a code to this number: whoever goes through numbers leaves no row for each.
        wait = throttles.wait_seen(counted=[(key, limits)], now=now)
        return Tried(Verdict.LOCKED, wait=wait) if wait else _wrong(by_network, now=now)
    wait = throttles.room(key=key, limits=limits, now=now)
    if wait is not None:
        return Tried(Verdict.LOCKED, wait=wait)
    wait = throttles.longest_wait(counted=by_network, now=now)
    if wait is not None:
        return Tried(Verdict.ADDRESS_LOCKED, wait=wait)
    # Read only now, while nobody else tries.
    code = codes_of_number.first()
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
    throttles.note_all(counted=[(key, limits), *by_network], now=now)
    return Tried(Verdict.WRONG)


def _wrong(by_network: throttles.Counted, *, now: datetime) -> Tried:
    wait = throttles.longest_wait(counted=by_network, now=now)
    if wait is not None:
        return Tried(Verdict.ADDRESS_LOCKED, wait=wait)
    throttles.note_all(counted=by_network, now=now)
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


def _count_sending(*, mobile: str, address: str, is_known: bool, now: datetime) -> None:
    counted: throttles.Counted = (
        (f"code-to:{mobile}", [settings.OTP_NUMBER_LIMIT]),
        *throttles.by_network("code-from", address=address, limits=[settings.OTP_ADDRESS_LIMIT]),
    )
    wait = throttles.longest_wait(counted=counted, now=now)
    if wait is not None and is_known:
        counted = ((f"code-to:{mobile}:known", KNOWN_SENDINGS),)
        wait = throttles.longest_wait(counted=counted, now=now)
    if wait is not None:
        raise TooManyCodes(retry_after=whole_seconds(wait))
    throttles.note_all(counted=counted, now=now)


def _count_today(*, is_known: bool, now: datetime) -> None:
    """
    Count a code of the day, and say in the log when the day's limit is near and when it is reached.

    Known browsers are served beyond it, up to the limits of their numbers. Serving known numbers instead
    would tell strangers which numbers have an account.
    """
    limit, day = settings.OTP_DAILY_LIMIT, indian_time.day_of(now)
    count = throttles.count_today(name=_DAILY_COUNT, day=day, limit=None if is_known else limit)
    if count is None:
        raise NoMoreToday(retry_after=whole_seconds(indian_time.end_of_day(day) - now))
    if count == limit:
        _log_after_commit(logging.ERROR, "daily limit of login codes reached", limit)
    elif count == ceil(limit * _NEARLY):
        _log_after_commit(logging.WARNING, "daily limit of login codes is near", limit)


def _log_after_commit(level: int, message: str, limit: int) -> None:
    def write() -> None:
        logger.log(level, message, extra={"facts": {"limit": limit}})

    transaction.on_commit(write, robust=True)


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

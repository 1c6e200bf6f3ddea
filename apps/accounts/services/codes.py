"""Login codes: creating, sending and checking them."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from uuid import UUID

from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_noop

from apps.accounts import deadlines
from apps.accounts.gateways import registry
from apps.accounts.models import LoginCode, MessageTemplate
from apps.accounts.services import otp_limits, security_log, throttles
from apps.accounts.states import MessageChannel, OtpStatus
from apps.core import indian_time
from apps.core.errors import DomainError, NotFound, Throttled, Unavailable
from apps.core.ids import new_id
from apps.outbox.models import Message
from apps.outbox.services import messages
from apps.outbox.states import Status

KIND = "login_code"
TEMPLATE = "otp"
DIGITS = 6
TRIES = 5
LATE_AFTER = timedelta(seconds=20)
"""Most OTPs are with the provider within a second."""
NOT_SENT = "login codes refused"
"""The daily count of OTPs that no channel could take when they were requested."""


class TooSoon(Throttled):
    code = "otp_too_soon"
    message = gettext_noop("An OTP was sent a moment ago. Please wait before you request another.")


class CannotSend(Unavailable):
    """No channel can take the OTP, whoever asks for it: a template is not registered, say."""

    code = "otp_unavailable"
    message = gettext_noop("OTP send failed")
    retry_after = None


@dataclass(frozen=True, slots=True)
class Issued:
    message_id: UUID
    """By which whoever requested the OTP may ask whether it was sent."""
    resend_after: timedelta
    expires_in: timedelta


class Verdict(Enum):
    RIGHT = "right"
    WRONG = "wrong"
    BURNT = "burnt"  # too many tries for this code; a new one may be requested
    LOCKED = "locked"  # too many wrong codes for this number
    ADDRESS_LOCKED = "address locked"  # too many wrong codes from this network


@dataclass(frozen=True, slots=True)
class AttemptResult:
    verdict: Verdict
    can_whatsapp: bool = False
    wait: timedelta = timedelta(0)


def send(*, mobile: str, can_whatsapp: bool, is_known: bool, address: str, now: datetime) -> Issued:
    """
    Replace the number's code with a new one and send it.

    This never checks whether the number has an account, so the response cannot reveal it.

    :raises CannotSend: if no channel can send OTPs at present
    :raises TooSoon: if the last one was sent too recently
    :raises TooManyCodes: if the limit of the number or the IP address is reached
    :raises NoMoreToday: if the site's daily limit is reached and the browser is not known
    """
    try:
        _check_channels(_channels(can_whatsapp), now=now)
        issued = _send(mobile=mobile, can_whatsapp=can_whatsapp, is_known=is_known, address=address, now=now)
    except DomainError as refusal:
        security_log.write("code not sent", mobile=mobile, address=address, reason=refusal.code)
        raise
    security_log.write("code sent", mobile=mobile, address=address)
    return issued


def why_unable(channels: Sequence[MessageChannel], /) -> dict[MessageChannel, str]:
    """The channels among these that can send no OTP, each with the reason. One query."""
    rows = MessageTemplate.objects.filter(key=TEMPLATE).values_list("channel", "registered_id")
    ids = dict(rows)
    reasons = {
        channel: registry.why_unable(channel, registered_id=ids.get(channel, "")) for channel in channels
    }
    return {channel: reason for channel, reason in reasons.items() if reason}


def _check_channels(channels: Sequence[MessageChannel], *, now: datetime) -> None:
    reasons = why_unable(channels)
    if len(reasons) < len(channels):
        return
    with transaction.atomic(durable=True):
        throttles.count_today(name=NOT_SENT, day=indian_time.day_of(now), limit=None)
    raise CannotSend()


@transaction.atomic(durable=True)
def _send(*, mobile: str, can_whatsapp: bool, is_known: bool, address: str, now: datetime) -> Issued:
    code, issue_id = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}", new_id()
    issued = LoginCode.objects.issue(
        mobile=mobile,
        now=now,
        resend_pause=deadlines.OTP_RESEND_PAUSE,
        issue_id=issue_id,
        digest=_digest(mobile, issue_id, code),
        can_whatsapp=can_whatsapp,
        expires_at=now + deadlines.OTP_VALIDITY,
    )
    if not issued:
        raise TooSoon(retry_after=throttles.whole_seconds(_resend_wait(mobile, now=now)))
    otp_limits.check(mobile=mobile, address=address, is_known=is_known, now=now)
    message = messages.enqueue(
        kind=KIND,
        payload={"mobile": mobile, "issue_id": str(issue_id), "sealed": _seal(issue_id, code)},
        expires_at=now + deadlines.OTP_VALIDITY,
    )
    # Last: this locks the row of the day, which all requests share.
    otp_limits.check_daily(is_known=is_known, now=now)
    return Issued(
        message_id=message.pk,
        resend_after=deadlines.OTP_RESEND_PAUSE,
        expires_in=deadlines.OTP_VALIDITY,
    )


def sending_status(*, message_id: UUID, now: datetime) -> OtpStatus:
    """
    What became of an OTP that was requested.

    :raises NotFound: if there is no such message, or it is of another kind
    """
    message = Message.objects.filter(pk=message_id, kind=KIND).first()
    if message is None:
        raise NotFound()
    match Status(message.status):
        case Status.SENT:
            return OtpStatus.SENT
        case Status.FAILED:
            return OtpStatus.FAILED
        case Status.DROPPED:
            return OtpStatus.REPLACED
    # Waiting again after an attempt, it is not tried for another while.
    has_failed = message.status == Status.WAITING and message.attempts > 0
    is_late = has_failed or now - message.created_at >= LATE_AFTER
    return OtpStatus.LATE if is_late else OtpStatus.SENDING


def attempt(*, mobile: str, otp: str, is_known: bool, address: str, now: datetime) -> AttemptResult:
    """
    Check a code, and consume it if it is right.

    Joins the caller's transaction, which must be committed whatever the verdict, or the try is not counted.
    Concurrent tries for one number, and wrong ones from one network, wait for each other.
    """
    if not (len(otp) == DIGITS and otp.isascii() and otp.isdigit()):
        # Not the format of a code, so it does not count as a try.
        return AttemptResult(Verdict.WRONG)
    key, limits, column = (
        (f"guess:{mobile}:known", otp_limits.KNOWN_GUESSES, "known_tries")
        if is_known
        else (f"guess:{mobile}", otp_limits.GUESSES, "tries")
    )
    # A known browser must not be locked out by strangers on its network.
    by_network = (
        ()
        if is_known
        else throttles.by_network("guess-from", address=address, limits=otp_limits.NETWORK_GUESSES)
    )
    codes_of_number = LoginCode.objects.live_at(now).filter(mobile=mobile)
    if not codes_of_number.exists():
        # No code was requested for this number. Don't create a throttle row for each number that is probed.
        wait = throttles.peek_wait(counted=[(key, limits)], now=now)
        return AttemptResult(Verdict.LOCKED, wait=wait) if wait else _count_by_network(by_network, now=now)
    wait = throttles.longest_wait(counted=[(key, limits)], now=now)
    if wait is not None:
        return AttemptResult(Verdict.LOCKED, wait=wait)
    # Read again, now that the throttle row is locked.
    code = codes_of_number.first()
    if code is None:
        return AttemptResult(Verdict.WRONG)
    if getattr(code, column) >= TRIES:
        return AttemptResult(Verdict.BURNT, wait=_resend_wait(mobile, now=now))
    # If a newer code was issued in the meantime, the try is wrong and is not counted.
    if not LoginCode.objects.count_try(issue_id=code.issue_id, column=column, limit=TRIES, now=now):
        return AttemptResult(Verdict.WRONG)
    is_right = constant_time_compare(code.digest, _digest(mobile, code.issue_id, otp))
    if is_right and LoginCode.objects.consume(issue_id=code.issue_id, now=now):
        return AttemptResult(Verdict.RIGHT, can_whatsapp=code.can_whatsapp)
    # By number also where the network is locked: a right code passes there, so whoever guesses on learns it.
    throttles.record(key=key, now=now)
    return _count_by_network(by_network, now=now)


def _count_by_network(by_network: throttles.Counted, *, now: datetime) -> AttemptResult:
    """A wrong code. After the number, and never before a right code: networks are shared by strangers."""
    wait = throttles.longest_wait(counted=by_network, now=now)
    if wait is not None:
        return AttemptResult(Verdict.ADDRESS_LOCKED, wait=wait)
    throttles.record_all(counted=by_network, now=now)
    return AttemptResult(Verdict.WRONG)


@dataclass(frozen=True, slots=True)
class PendingCode:
    code: str
    channels: tuple[MessageChannel, ...]


def pending_code(*, issue_id: UUID, mobile: str, sealed: str, now: datetime) -> PendingCode | None:
    """Return the code of this issue and its channels, or None if it was used, replaced or has expired."""
    row = LoginCode.objects.live_at(now).filter(mobile=mobile, issue_id=issue_id).first()
    if row is None:
        return None
    return PendingCode(code=_unseal(issue_id, sealed), channels=_channels(row.can_whatsapp))


def _channels(can_whatsapp: bool) -> tuple[MessageChannel, ...]:
    return (MessageChannel.WHATSAPP, MessageChannel.SMS) if can_whatsapp else (MessageChannel.SMS,)


def delete_expired(*, now: datetime) -> int:
    """Delete codes that expired more than a day ago."""
    removed, _ = LoginCode.objects.filter(expires_at__lt=now - timedelta(days=1)).delete()
    return removed


def _resend_wait(mobile: str, *, now: datetime) -> timedelta:
    sent_at = LoginCode.objects.filter(mobile=mobile).values_list("sent_at", flat=True).first()
    return (
        deadlines.OTP_RESEND_PAUSE
        if sent_at is None
        else min(sent_at - now, timedelta()) + deadlines.OTP_RESEND_PAUSE
    )


def _digest(mobile: str, issue_id: UUID, code: str) -> str:
    return salted_hmac("accounts.login-code", f"{mobile}:{issue_id}:{code}", algorithm="sha256").hexdigest()


def _pad(issue_id: UUID) -> int:
    return int(salted_hmac("accounts.login-code.pad", str(issue_id), algorithm="sha256").hexdigest(), 16)


def _seal(issue_id: UUID, code: str) -> str:
    """Encrypt the code for the outbox with a one-time pad that is derived from our key."""
    return f"{(int(code) + _pad(issue_id)) % 10**DIGITS:0{DIGITS}}"


def _unseal(issue_id: UUID, sealed: str) -> str:
    return f"{(int(sealed) - _pad(issue_id)) % 10**DIGITS:0{DIGITS}}"

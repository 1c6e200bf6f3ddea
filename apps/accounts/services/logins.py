"""Login and reauthentication with a code. A login with a new number creates the account."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_noop

from apps.accounts.models import User
from apps.accounts.services import codes, consents, mobile_changes, security_log, trials
from apps.accounts.services.codes import AttemptResult, Verdict
from apps.accounts.services.throttles import whole_seconds
from apps.core.errors import DomainError, Forbidden, Invalid, Throttled


class WrongCode(Invalid):
    code = "otp_invalid"
    message = gettext_noop("That OTP is incorrect or has expired.")


class CodeBurnt(Throttled):
    code = "otp_burnt"
    message = gettext_noop("Too many incorrect OTPs. Please request a new one.")


class NumberLocked(Throttled):
    code = "otp_locked"
    message = gettext_noop("Too many incorrect OTPs for this number. Please try again later.")


class AddressLocked(Throttled):
    code = "otp_address_locked"
    message = gettext_noop("Too many incorrect OTPs from your network. Please try again later.")


class AccountClosed(Forbidden):
    code = "account_closed"
    message = gettext_noop("This account is closed. Please contact us if you think this is a mistake.")


@dataclass(frozen=True, slots=True)
class _Outcome:
    result: AttemptResult
    person: User | None = None
    refusal: DomainError | None = None


def log_in(*, mobile: str, otp: str, is_known: bool, address: str, now: datetime) -> User:
    """
    Consume the code and return the person with this number, creating the account if it is new.

    :raises WrongCode: if the code is wrong, expired, replaced or used
    :raises CodeBurnt: if the code was tried five times
    :raises NumberLocked: if there were too many wrong codes for the number
    :raises AddressLocked: if there were too many wrong codes from the network
    :raises NotYetYours: if a pending change gives the number to another account
    :raises AccountClosed: if staff closed the account
    """
    outcome = _attempt_login(mobile=mobile, otp=otp, is_known=is_known, address=address, now=now)
    # Raised after the commit: raising inside the transaction would roll back the counted try.
    refusal = error_for(outcome.result) or outcome.refusal
    if refusal is None and (outcome.person is None or not outcome.person.is_active):
        refusal = AccountClosed()
    if refusal is not None:
        security_log.write("login refused", mobile=mobile, address=address, reason=refusal.code)
        raise refusal
    assert outcome.person is not None
    security_log.write("logged in", mobile=mobile, address=address, person_id=outcome.person.pk)
    return outcome.person


def error_for(result: AttemptResult) -> DomainError | None:
    """Return the error for a wrong or refused code, or None if it was right."""
    match result.verdict:
        case Verdict.WRONG:
            return WrongCode()
        case Verdict.BURNT:
            return CodeBurnt(retry_after=whole_seconds(result.wait))
        case Verdict.LOCKED:
            return NumberLocked(retry_after=whole_seconds(result.wait))
        case Verdict.ADDRESS_LOCKED:
            return AddressLocked(retry_after=whole_seconds(result.wait))
    return None


def reauthenticate(*, person: User, otp: str, address: str, now: datetime) -> None:
    """
    Confirm with a code that the logged-in person still has the number. The code is consumed.

    :raises WrongCode, CodeBurnt, NumberLocked: as `log_in`
    """
    with transaction.atomic(durable=True):
        # A logged-in browser counts as known.
        result = codes.attempt(mobile=person.mobile, otp=otp, is_known=True, address=address, now=now)
    refusal = error_for(result)
    if refusal is not None:
        security_log.write(
            "proof refused", mobile=person.mobile, address=address, person_id=person.pk, reason=refusal.code
        )
        raise refusal
    security_log.write("proof given", mobile=person.mobile, address=address, person_id=person.pk)


@transaction.atomic(durable=True)
def _attempt_login(*, mobile: str, otp: str, is_known: bool, address: str, now: datetime) -> _Outcome:
    result = codes.attempt(mobile=mobile, otp=otp, is_known=is_known, address=address, now=now)
    if result.verdict is not Verdict.RIGHT:
        return _Outcome(result)
    must_wait = mobile_changes.apply_before_login(mobile=mobile, now=now)
    if must_wait is not None:
        return _Outcome(result, refusal=must_wait)
    person = User.objects.filter(mobile=mobile).first() or User.objects.create_user(mobile=mobile)
    if person.is_active:
        consents.record_at_login(person=person, can_whatsapp=result.can_whatsapp, address=address, at=now)
        trials.start_if_waiting(person=person, now=now)
    return _Outcome(result, person)

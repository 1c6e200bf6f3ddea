"""Logging in with a code, which signs up whoever is new."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from apps.accounts.models import User
from apps.accounts.services import codes, consents, mobile_changes, security_log, trials
from apps.accounts.services.codes import Tried, Verdict, whole_seconds
from apps.core.errors import DomainError, Forbidden, Invalid, Throttled


class WrongCode(Invalid):
    code = "otp_invalid"
    message = "That code is not right or no longer valid. Please check it, or ask for a new one."


class CodeBurnt(Throttled):
    code = "otp_burnt"
    message = "Too many wrong codes. Please ask for a new code."


class NumberLocked(Throttled):
    code = "otp_locked"
    message = "Too many wrong codes for this number. Please try again later."


class AddressLocked(Throttled):
    code = "otp_address_locked"
    message = "Too many incorrect OTPs from your network. Please try again later."


class AccountClosed(Forbidden):
    code = "account_closed"
    message = "This account is closed. Please write to us if you think that is a mistake."


@dataclass(frozen=True, slots=True)
class _Outcome:
    tried: Tried
    person: User | None = None
    refusal: DomainError | None = None


def log_in(*, mobile: str, otp: str, is_known: bool, address: str, now: datetime) -> User:
    """
    The person who proved to have the number, signed up if it is new; the code is used up.

    :raises WrongCode: if the code is wrong, out of date, replaced or used
    :raises CodeBurnt: if it was tried five times
    :raises NumberLocked: if too many codes were wrong for the number lately
    :raises AddressLocked: if too many codes were wrong from the network lately, whatever the number
    :raises NotYetYours: if the number is to open another account tomorrow
    :raises AccountClosed: if staff closed the account
    """
    outcome = _tried(mobile=mobile, otp=otp, is_known=is_known, address=address, now=now)
    # Refused only here, after the commit: a refusal inside would forget that it was tried.
    refusal = refusal_of(outcome.tried) or outcome.refusal
    if refusal is None and (outcome.person is None or not outcome.person.is_active):
        refusal = AccountClosed()
    if refusal is not None:
        security_log.note("login refused", mobile=mobile, address=address, reason=refusal.code)
        raise refusal
    assert outcome.person is not None
    security_log.note("logged in", mobile=mobile, address=address, person_id=outcome.person.pk)
    return outcome.person


def refusal_of(tried: Tried) -> DomainError | None:
    """What whoever tried a code is told, or None if it was right."""
    match tried.verdict:
        case Verdict.WRONG:
            return WrongCode()
        case Verdict.BURNT:
            return CodeBurnt(retry_after=whole_seconds(tried.wait))
        case Verdict.LOCKED:
            return NumberLocked(retry_after=whole_seconds(tried.wait))
        case Verdict.ADDRESS_LOCKED:
            return AddressLocked(retry_after=whole_seconds(tried.wait))
    return None


def prove(*, person: User, otp: str, address: str, now: datetime) -> None:
    """
    Prove once more that whoever is logged in has the number; the code is used up.

    :raises WrongCode, CodeBurnt, NumberLocked: as `log_in`
    """
    with transaction.atomic(durable=True):
        # Nobody is in here who has not logged this number in.
        tried = codes.attempt(mobile=person.mobile, otp=otp, is_known=True, address=address, now=now)
    refusal = refusal_of(tried)
    if refusal is not None:
        security_log.note(
            "proof refused", mobile=person.mobile, address=address, person_id=person.pk, reason=refusal.code
        )
        raise refusal
    security_log.note("proof given", mobile=person.mobile, address=address, person_id=person.pk)


@transaction.atomic(durable=True)
def _tried(*, mobile: str, otp: str, is_known: bool, address: str, now: datetime) -> _Outcome:
    tried = codes.attempt(mobile=mobile, otp=otp, is_known=is_known, address=address, now=now)
    if tried.verdict is not Verdict.RIGHT:
        return _Outcome(tried)
    must_wait = mobile_changes.settle_before_login(mobile=mobile, now=now)
    if must_wait is not None:
        return _Outcome(tried, refusal=must_wait)
    person = User.objects.filter(mobile=mobile).first() or User.objects.create_user(mobile=mobile)
    if person.is_active:
        consents.record_at_login(person=person, can_whatsapp=tried.can_whatsapp, address=address, at=now)
        trials.start_if_waiting(person=person, now=now)
    return _Outcome(tried, person)

"""Logging in with a code, which signs up whoever is new."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from apps.accounts.models import User
from apps.accounts.services import codes, consents, trials
from apps.accounts.services.codes import Verdict, whole_seconds
from apps.core.errors import Forbidden, Invalid, Throttled


class WrongCode(Invalid):
    code = "otp_invalid"
    message = "That code is not right or no longer valid. Please check it, or ask for a new one."


class CodeBurnt(Throttled):
    code = "otp_burnt"
    message = "Too many wrong codes. Please ask for a new code."


class NumberLocked(Throttled):
    code = "otp_locked"
    message = "Too many wrong codes for this number. Please try again later."


class AccountClosed(Forbidden):
    code = "account_closed"
    message = "This account is closed. Please write to us if you think that is a mistake."


@dataclass(frozen=True, slots=True)
class _Outcome:
    verdict: Verdict
    wait: timedelta
    person: User | None = None


def log_in(*, mobile: str, otp: str, is_known: bool, address: str, now: datetime) -> User:
    """
    The person who proved to have the number, signed up if it is new; the code is used up.

    :raises WrongCode: if the code is wrong, out of date, replaced or used
    :raises CodeBurnt: if it was tried five times
    :raises NumberLocked: if too many codes were wrong for the number lately
    :raises AccountClosed: if staff closed the account
    """
    outcome = _tried(mobile=mobile, otp=otp, is_known=is_known, address=address, now=now)
    # Refused only here, after the commit: a refusal inside would forget that it was tried.
    match outcome.verdict:
        case Verdict.WRONG:
            raise WrongCode()
        case Verdict.BURNT:
            raise CodeBurnt(retry_after=whole_seconds(outcome.wait))
        case Verdict.LOCKED:
            raise NumberLocked(retry_after=whole_seconds(outcome.wait))
    if outcome.person is None or not outcome.person.is_active:
        raise AccountClosed()
    return outcome.person


@transaction.atomic(durable=True)
def _tried(*, mobile: str, otp: str, is_known: bool, address: str, now: datetime) -> _Outcome:
    tried = codes.attempt(mobile=mobile, otp=otp, is_known=is_known, now=now)
    if tried.verdict is not Verdict.RIGHT:
        return _Outcome(tried.verdict, tried.wait)
    person = User.objects.filter(mobile=mobile).first() or User.objects.create_user(mobile=mobile)
    if person.is_active:
        consents.record_at_login(person=person, can_whatsapp=tried.can_whatsapp, address=address, at=now)
        trials.start_if_waiting(person=person, now=now)
    return _Outcome(tried.verdict, tried.wait, person)

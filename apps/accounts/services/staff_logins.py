"""Logins to the admin: password, authenticator code, and a limit on failures."""

import logging
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from django.conf import settings
from django.contrib.auth import authenticate
from django.db import transaction
from django_otp import devices_for_user, verify_token

from apps.accounts.models import User
from apps.accounts.services import throttles
from apps.core.errors import DomainError, Forbidden, Invalid, Throttled

logger = logging.getLogger("rally.staff")

FAILURES_OF_MOBILE: throttles.Limits = ((5, 900),)
FAILURES_FROM_ADDRESS: throttles.Limits = ((20, 900),)


class WrongDetails(Invalid):
    code = "staff_details_wrong"
    message = (
        "Enter the correct mobile number and password of a staff account, and the current authenticator "
        "code if it has one."
    )


class TooManyFailures(Throttled):
    code = "staff_locked"


class NoAuthenticator(Forbidden):
    code = "staff_without_authenticator"
    message = (
        "The admin requires an authenticator, and your account has none. Ask a superuser to add one, or "
        "somebody with access to the server to run manage.py staff_authenticator."
    )


@dataclass(frozen=True, slots=True)
class Attempt:
    """The submitted login form and its IP address."""

    mobile: str
    password: str = field(repr=False)
    token: str = field(repr=False)
    address: str


@dataclass(frozen=True, slots=True)
class _Outcome:
    """The result of an attempt: either an error or a person."""

    refusal: DomainError | None = None
    person: User | None = None
    device: Any = None


def authenticate_staff(*, attempt: Attempt, now: datetime) -> User:
    """
    Return the staff account, with the authenticator that verified the code as `otp_device`, if any.

    :raises WrongDetails: if the mobile, the password or the code is wrong
    :raises TooManyFailures: past the limit of the mobile or the IP address, even with correct details
    :raises NoAuthenticator: if the account has none and the settings require one
    """
    # Limits are checked before the slow password hash, and again after it: past the limit nobody learns
    # whether the password was right.
    outcome = _check_limits_first(attempt, now=now) or _authenticate(
        attempt, person=_person_by_password(attempt), now=now
    )
    _log(attempt, outcome)
    # Raised after the commit: raising inside the transaction would roll back the counted failure.
    if outcome.refusal is not None:
        raise outcome.refusal
    assert outcome.person is not None
    if outcome.device is not None:
        # `django_otp` reads this at login and stores it in the session.
        outcome.person.otp_device = outcome.device  # type: ignore[attr-defined]
    return outcome.person


def _person_by_password(attempt: Attempt) -> User | None:
    person = authenticate(username=attempt.mobile, password=attempt.password)
    return person if isinstance(person, User) else None


@transaction.atomic(durable=True)
def _check_limits_first(attempt: Attempt, *, now: datetime) -> _Outcome | None:
    return _check_limits(attempt, now=now)


@transaction.atomic(durable=True)
def _authenticate(attempt: Attempt, *, person: User | None, now: datetime) -> _Outcome:
    """Check the limits, then the code. Locks the throttle rows, so attempts are serialised."""
    outcome = _check_limits(attempt, now=now) or _verify_code(attempt, person=person)
    if isinstance(outcome.refusal, WrongDetails):
        throttles.record_all(counted=_limited_keys(attempt), now=now)
    return outcome


def _verify_code(attempt: Attempt, *, person: User | None) -> _Outcome:
    if person is None:
        return _Outcome(refusal=WrongDetails())
    devices = list(devices_for_user(person))
    if not devices:
        return _Outcome(refusal=NoAuthenticator()) if settings.STAFF_OTP_REQUIRED else _Outcome(person=person)
    for device in devices:
        if verify_token(person, device.persistent_id, attempt.token):
            return _Outcome(person=person, device=device)
    return _Outcome(refusal=WrongDetails())


def _check_limits(attempt: Attempt, *, now: datetime) -> _Outcome | None:
    longest = throttles.longest_wait(counted=_limited_keys(attempt), now=now)
    return None if longest is None else _Outcome(refusal=_too_many_failures(longest))


def _limited_keys(attempt: Attempt) -> throttles.Counted:
    """Keys by which failures are counted, always in the same order to avoid deadlocks."""
    return (
        (f"staff:{attempt.mobile}", FAILURES_OF_MOBILE),
        *throttles.by_network("staff-from", address=attempt.address, limits=FAILURES_FROM_ADDRESS),
    )


def _too_many_failures(wait: timedelta) -> TooManyFailures:
    minutes = max(1, ceil(wait / timedelta(minutes=1)))
    span = "1 minute" if minutes == 1 else f"{minutes} minutes"
    return TooManyFailures(
        message=f"Too many failed logins. Please wait {span} and try again.",
        retry_after=ceil(wait.total_seconds()),
    )


def _log(attempt: Attempt, outcome: _Outcome) -> None:
    facts = {"number_ending": attempt.mobile[-2:], "address": attempt.address}
    if outcome.person is not None:
        facts["person"] = str(outcome.person.pk)
    if outcome.refusal is None:
        logger.info("staff logged in", extra={"facts": facts})
    else:
        logger.warning("staff login refused", extra={"facts": {**facts, "reason": outcome.refusal.code}})

"""Logging in to the staff screens: a password, the authenticator's code, and only so many failures."""

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
        "Please enter the correct mobile and password of a staff account, and its authenticator's current "
        "code if it has one."
    )


class TooManyFailures(Throttled):
    code = "staff_locked"


class NoAuthenticator(Forbidden):
    code = "staff_without_authenticator"
    message = (
        "Staff screens need an authenticator, and your account has none yet: ask a superuser to add one, or "
        "somebody with access to the server to run manage.py staff_authenticator."
    )


@dataclass(frozen=True, slots=True)
class Attempt:
    """What somebody typed at the door, and where from."""

    mobile: str
    password: str = field(repr=False)
    token: str = field(repr=False)
    address: str


@dataclass(frozen=True, slots=True)
class _Outcome:
    """A refusal, or else a person."""

    refusal: DomainError | None = None
    person: User | None = None
    device: Any = None


def admit(*, attempt: Attempt, now: datetime) -> User:
    """
    The staff account that was proved, with the authenticator that vouched for it, if any.

    :raises WrongDetails: whichever of mobile, password and code is wrong, known or not
    :raises TooManyFailures: past what one mobile or one address may get wrong, also with the right details
    :raises NoAuthenticator: if one is demanded of everybody and the account has none
    """
    # Asked before the password is hashed, which is slow on purpose, and once more after it: only who
    # still has room then learns whether it was right.
    outcome = _locked(attempt, now=now) or _judged(attempt, person=_by_password(attempt), now=now)
    _note_in_log(attempt, refusal=outcome.refusal)
    # Raised only here, after the commit: a refusal inside would forget that it failed.
    if outcome.refusal is not None:
        raise outcome.refusal
    assert outcome.person is not None
    if outcome.device is not None:
        # `django_otp` reads it at login and keeps it in the session.
        outcome.person.otp_device = outcome.device  # type: ignore[attr-defined]
    return outcome.person


def _by_password(attempt: Attempt) -> User | None:
    person = authenticate(username=attempt.mobile, password=attempt.password)
    return person if isinstance(person, User) else None


@transaction.atomic(durable=True)
def _locked(attempt: Attempt, *, now: datetime) -> _Outcome | None:
    return _without_room(attempt, now=now)


@transaction.atomic(durable=True)
def _judged(attempt: Attempt, *, person: User | None, now: datetime) -> _Outcome:
    """What becomes of it; the mobile and the address are held, so that rivals fail one after the other."""
    outcome = _without_room(attempt, now=now) or _proved(attempt, person=person)
    if isinstance(outcome.refusal, WrongDetails):
        throttles.note_all(counted=_counted(attempt), now=now)
    return outcome


def _proved(attempt: Attempt, *, person: User | None) -> _Outcome:
    if person is None:
        return _Outcome(refusal=WrongDetails())
    devices = list(devices_for_user(person))
    if not devices:
        return _Outcome(refusal=NoAuthenticator()) if settings.STAFF_OTP_REQUIRED else _Outcome(person=person)
    for device in devices:
        if verify_token(person, device.persistent_id, attempt.token):
            return _Outcome(person=person, device=device)
    return _Outcome(refusal=WrongDetails())


def _without_room(attempt: Attempt, *, now: datetime) -> _Outcome | None:
    longest = throttles.longest_wait(counted=_counted(attempt), now=now)
    return None if longest is None else _Outcome(refusal=_told_to_wait(longest))


def _counted(attempt: Attempt) -> throttles.Counted:
    """What failures are counted by; always in this order, so that no two wait for each other in a ring."""
    return (
        (f"staff:{attempt.mobile}", FAILURES_OF_MOBILE),
        *throttles.by_network("staff-from", address=attempt.address, limits=FAILURES_FROM_ADDRESS),
    )


def _told_to_wait(wait: timedelta) -> TooManyFailures:
    minutes = max(1, ceil(wait / timedelta(minutes=1)))
    span = "1 minute" if minutes == 1 else f"{minutes} minutes"
    return TooManyFailures(
        message=f"Too many failed logins. Please wait {span} and try again.",
        retry_after=ceil(wait.total_seconds()),
    )


def _note_in_log(attempt: Attempt, *, refusal: DomainError | None) -> None:
    facts = {"number_ending": attempt.mobile[-2:], "address": attempt.address}
    if refusal is None:
        logger.info("staff logged in", extra={"facts": facts})
    else:
        logger.warning("staff login refused", extra={"facts": {**facts, "reason": refusal.code}})

"""How many OTPs may be requested and guessed, per number, per IP address and per day."""

import logging
from datetime import datetime
from math import ceil

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_noop

from apps.accounts.services import throttles
from apps.core import indian_time
from apps.core.errors import Throttled

GUESSES = ((10, 3600), (20, 86400))
"""Limits on wrong codes for one number. A new code does not reset them."""

KNOWN_GUESSES = ((10, 86400),)
"""Separate limit for browsers that have logged in to the number: a stranger's guesses don't lock them out."""

NETWORK_GUESSES = ((90, 3600),)
"""Limit on wrong codes from one IP address for all numbers. In India many phones share an address."""

KNOWN_SENDINGS = ((3, 3600), (10, 86400))
"""Codes that known browsers may still request when strangers have used up the limit of the number."""

_DAILY_COUNT = "login codes"
_DAILY_WARNING_SHARE = 0.8
"""A warning is logged when this share of the daily limit is used."""

logger = logging.getLogger(__name__)


class TooManyCodes(Throttled):
    code = "otp_too_many"
    message = gettext_noop("Too many OTPs were requested. Please try again later.")


class NoMoreToday(Throttled):
    code = "otp_daily_limit"
    message = gettext_noop(
        "We cannot send more OTPs today. Please try again tomorrow, or use a browser you have logged in with."
    )


def check(*, mobile: str, address: str, is_known: bool, now: datetime) -> None:
    counted: throttles.Counted = (
        (f"code-to:{mobile}", [settings.OTP_NUMBER_LIMIT]),
        *throttles.by_network("code-from", address=address, limits=[settings.OTP_ADDRESS_LIMIT]),
    )
    wait = throttles.longest_wait(counted=counted, now=now)
    if wait is not None and is_known:
        counted = ((f"code-to:{mobile}:known", KNOWN_SENDINGS),)
        wait = throttles.longest_wait(counted=counted, now=now)
    if wait is not None:
        raise TooManyCodes(retry_after=throttles.whole_seconds(wait))
    throttles.record_all(counted=counted, now=now)


def check_daily(*, is_known: bool, now: datetime) -> None:
    """
    Count a code towards the daily limit, and log when the limit is near or reached.

    Known browsers may exceed it, up to the limits of their numbers. Exempting known numbers instead would
    tell strangers which numbers have an account.
    """
    limit, day = settings.OTP_DAILY_LIMIT, indian_time.day_of(now)
    count = throttles.count_today(name=_DAILY_COUNT, day=day, limit=None if is_known else limit)
    if count is None:
        raise NoMoreToday(retry_after=throttles.whole_seconds(indian_time.end_of_day(day) - now))
    if count == limit:
        _log_after_commit(logging.ERROR, "daily limit of login codes reached", limit)
    elif count == ceil(limit * _DAILY_WARNING_SHARE):
        _log_after_commit(logging.WARNING, "daily limit of login codes is near", limit)


def _log_after_commit(level: int, message: str, limit: int) -> None:
    def write() -> None:
        logger.log(level, message, extra={"facts": {"limit": limit}})

    transaction.on_commit(write, robust=True)

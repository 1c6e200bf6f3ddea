"""Entering the rates of GST. What is in force, or was, stays as it is."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.apps import apps as installed_apps
from django.db import IntegrityError, transaction

from apps.commerce.models import GstRate
from apps.core import indian_time
from apps.core.errors import Conflict, NotFound
from apps.core.formatting import time_span

NOTICE = timedelta(hours=1)
"""How long before it begins a rate is fixed: far longer than any process has an old copy of the table."""

_FIRST_RATE = {"percent": Decimal(18), "starts_on": date(2017, 7, 1)}
"""GST began on this day, with 18% on such services."""


class UnknownRate(NotFound):
    code = "gst_rate_unknown"
    message = "This rate does not exist."


class TooLate(Conflict):
    code = "gst_rate_fixed"

    def __init__(self) -> None:
        super().__init__(
            f"A rate is entered, changed or deleted until {time_span(NOTICE)} before the day it begins."
        )


class DayTaken(Conflict):
    code = "gst_rate_exists"
    message = "There is a rate from that day already."


def is_open(starts_on: date, *, at: datetime) -> bool:
    """Whether a rate from that day can still be entered, changed or deleted."""
    return indian_time.start_of_day(starts_on) - NOTICE > at


def schedule(*, percent: Decimal, starts_on: date, at: datetime) -> GstRate:
    """
    :raises TooLate: if that day has begun, or begins within the notice
    :raises DayTaken: if another rate starts on that day
    """
    _require_open(starts_on, at=at)
    return _save(GstRate(percent=percent, starts_on=starts_on))


@transaction.atomic
def change(*, rate_id: UUID, percent: Decimal, starts_on: date, at: datetime) -> GstRate:
    """
    :raises UnknownRate, DayTaken: if there is no such rate, or another starts on that day
    :raises TooLate: if it is in force already or about to be, or would be
    """
    rate = _locked_open(rate_id, at=at)
    _require_open(starts_on, at=at)
    rate.percent, rate.starts_on = percent, starts_on
    return _save(rate)


@transaction.atomic
def withdraw(*, rate_id: UUID, at: datetime) -> None:
    """:raises UnknownRate, TooLate: if there is no such rate, or it is in force already or about to be"""
    _locked_open(rate_id, at=at).delete()


def seed(*, apps: Any = installed_apps, **_signal: Any) -> None:
    """The first rate, where there is none; called after `migrate` and `flush`."""
    try:
        rates = apps.get_model("commerce", "GstRate").objects
    except LookupError:
        return  # migrated back to before the model existed
    if not rates.exists():
        rates.bulk_create([rates.model(**_FIRST_RATE)], ignore_conflicts=True)


def _locked_open(rate_id: UUID, *, at: datetime) -> GstRate:
    rate = GstRate.objects.select_for_update().filter(pk=rate_id).first()
    if rate is None:
        raise UnknownRate()
    _require_open(rate.starts_on, at=at)
    return rate


def _require_open(starts_on: date, *, at: datetime) -> None:
    if not is_open(starts_on, at=at):
        raise TooLate()


def _save(rate: GstRate) -> GstRate:
    try:
        with transaction.atomic():
            rate.save()
    except IntegrityError:
        raise DayTaken() from None
    return rate

from datetime import date, timedelta
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from apps.core.ids import new_id
from apps.core.model_fields import LinesField
from apps.core.price_fields import PriceField
from apps.live.models.program import LiveTrading, ProgramSession, validate_whole_rupees

MAX_LENGTH = timedelta(days=2 * 366)


def validate_weekdays(value: Any) -> None:
    if not isinstance(value, list) or not value or not all(day in range(7) for day in value):
        raise ValidationError("Choose at least one weekday.")


def is_iso_date(text: Any) -> bool:
    try:
        return bool(date.fromisoformat(text).isoformat() == text)
    except (TypeError, ValueError):
        return False


class SessionSeries(models.Model):
    """The weekdays on which a program has sessions, which `services/series.py` creates."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    program = models.ForeignKey(LiveTrading, models.CASCADE, related_name="series")
    name = models.CharField(max_length=120, help_text="The name of each session.")
    weekdays = models.JSONField(validators=[validate_weekdays], help_text="Monday is 0.")
    starts_time = models.TimeField("starts at", help_text="Indian time.")
    minutes = models.PositiveSmallIntegerField(
        "length in minutes", validators=[MinValueValidator(5), MaxValueValidator(720)]
    )
    first_date = models.DateField("first day")
    last_date = models.DateField("last day", help_text="Included. At most two years after the first day.")
    holidays = LinesField()
    capacity = models.PositiveIntegerField(
        "seats",
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text="Per session. Leave empty for no limit.",
    )
    base_price_paise = PriceField(
        "price",
        validators=[validate_whole_rupees],
        help_text="Per session, in whole rupees.",
    )
    join_url = models.URLField("join link", blank=True)
    is_on = models.BooleanField(
        "active", default=True, help_text="Sessions are created only while the series is active."
    )

    class Meta:
        verbose_name_plural = "session series"
        ordering = ("first_date", "id")
        indexes: ClassVar = [models.Index(fields=["is_on", "last_date"], name="series_still_on")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(last_date__gte=models.F("first_date")),
                name="series_ends_after_it_begins",
                violation_error_message="The last day must not be before the first.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.first_date} to {self.last_date}"

    def clean(self) -> None:
        if self.first_date and self.last_date and self.last_date - self.first_date > MAX_LENGTH:
            raise ValidationError({"last_date": "A series can last two years at most."})
        if not all(is_iso_date(line) for line in self.holidays or []):
            raise ValidationError({"holidays": "Enter one date per line, such as 2026-12-25."})


class SeriesDay(models.Model):
    """
    A day for which a series has created its session.

    The row stays when the session is rescheduled or deleted, so that the day is not created again.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    series = models.ForeignKey(SessionSeries, models.CASCADE, related_name="days")
    date = models.DateField()
    session = models.OneToOneField(ProgramSession, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["series", "date"], name="series_day_once"),
        ]

    def __str__(self) -> str:
        return f"{self.date}"

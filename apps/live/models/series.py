from datetime import date, timedelta
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from apps.core.ids import new_id
from apps.core.model_fields import LinesField, PaiseField
from apps.live.models.program import LiveTrading, ProgramSession, only_whole_rupees

LONGEST = timedelta(days=2 * 366)


def only_weekdays(value: Any) -> None:
    if not isinstance(value, list) or not value or not all(day in range(7) for day in value):
        raise ValidationError("Choose at least one weekday.")


def is_day(text: Any) -> bool:
    try:
        return bool(date.fromisoformat(text).isoformat() == text)
    except (TypeError, ValueError):
        return False


class SessionSeries(models.Model):
    """By which weekdays a program's sessions take place; `generate_sessions` makes them."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    program = models.ForeignKey(LiveTrading, models.CASCADE, related_name="series")
    name = models.CharField(max_length=120, help_text="What each session is called.")
    weekdays = models.JSONField(validators=[only_weekdays], help_text="Monday is 0.")
    starts_time = models.TimeField("begins at", help_text="Indian time.")
    minutes = models.PositiveSmallIntegerField(
        "length in minutes", validators=[MinValueValidator(5), MaxValueValidator(720)]
    )
    first_date = models.DateField("from")
    last_date = models.DateField("to", help_text="Included; at most two years after the first day.")
    skipped = LinesField()
    capacity = models.PositiveIntegerField(
        "seats",
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text="Of each session; empty: no limit.",
    )
    base_price_paise = PaiseField(
        "base price paise",
        validators=[only_whole_rupees],
        help_text="Of each session, in whole rupees.",
    )
    join_url = models.URLField(blank=True)
    is_on = models.BooleanField("switched on", default=True, help_text="Off: no further sessions are made.")

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
        if self.first_date and self.last_date and self.last_date - self.first_date > LONGEST:
            raise ValidationError({"last_date": "A series lasts two years at most."})
        if not all(is_day(line) for line in self.skipped or []):
            raise ValidationError({"skipped": "Write each day as 2026-12-25, one a line."})


class SeriesDay(models.Model):
    """
    A day that a series was made for.

    It stays whatever becomes of its session, so that none which was moved or removed is made again.
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

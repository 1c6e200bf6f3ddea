from typing import ClassVar

from django.db import models

from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id


class ExchangeHoliday(InvalidatesCache, models.Model):
    """A day on which the exchange is closed. Series create no sessions on it."""

    cache_tags = ("live",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    date = models.DateField(unique=True)
    name = models.CharField(max_length=80)

    objects = InvalidatesCacheQuerySet["ExchangeHoliday"].as_manager()

    class Meta:
        ordering = ("date",)
        constraints: ClassVar = [
            models.CheckConstraint(condition=~models.Q(name=""), name="exchange_holiday_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.date}, {self.name}"

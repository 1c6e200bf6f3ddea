from typing import ClassVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from apps.content.months import Month
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id


class FrozenMonthQuerySet(InvalidatesCacheQuerySet["FrozenMonth"]):
    pass


class FrozenMonth(InvalidatesCache, models.Model):
    """The published figures of a month that is over, as they were when they became final."""

    cache_tags = ("site",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    first_day = models.DateField("month", unique=True)
    figures = models.JSONField(encoder=DjangoJSONEncoder, help_text="A `MonthFigures`.")
    frozen_at = models.DateTimeField()

    objects = FrozenMonthQuerySet.as_manager()

    class Meta:
        verbose_name = "frozen month of complaints"
        verbose_name_plural = "frozen months of complaints"
        ordering = ("-first_day",)
        permissions: ClassVar = [("correct_complaints", "Can correct frozen figures of complaints")]

    def __str__(self) -> str:
        return Month.of(self.first_day).label


class ComplaintCorrection(models.Model):
    """A correction of a frozen month: what was published before and after, why, and by whom. Append-only."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    month = models.ForeignKey(FrozenMonth, models.PROTECT, related_name="corrections")
    before = models.JSONField(encoder=DjangoJSONEncoder)
    after = models.JSONField(encoder=DjangoJSONEncoder)
    reason = models.CharField(max_length=500)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ("-at", "-id")

    def __str__(self) -> str:
        return f"{self.month}: {self.reason[:60]}"

from decimal import Decimal
from typing import ClassVar

from django.db import models

from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id

CACHE_TAGS = ("gst",)


class GstRateQuerySet(InvalidatesCacheQuerySet["GstRate"]):
    pass


class GstRate(InvalidatesCache, models.Model):
    """
    The rate of GST from a day on, until the day of the next one.

    Written by `services/gst_rates` alone: what is in force, or was, never changes.
    """

    cache_tags = CACHE_TAGS

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    percent = models.DecimalField(
        max_digits=4,
        decimal_places=2,
        help_text="The whole rate, such as 18. Invoices split it into CGST and SGST, or show it as IGST.",
    )
    starts_on = models.DateField(
        "starts on",
        unique=True,
        help_text="The first day, in Indian time. The first rate is that of 1 July 2017, when GST began. "
        "An order is billed, invoiced and refunded at the rate of the day on which it was placed.",
    )

    objects = GstRateQuerySet.as_manager()

    class Meta:
        verbose_name = "GST rate"
        ordering = ("-starts_on",)
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(percent__gte=0, percent__lte=50),
                name="gst_rate_is_a_rate",
                violation_error_message="Enter a rate from 0 to 50 percent.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.percent.normalize():f}% from {self.starts_on:%d %b %Y}"

    @property
    def basis_points(self) -> int:
        return int(Decimal(100) * self.percent)

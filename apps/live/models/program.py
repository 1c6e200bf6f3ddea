from datetime import datetime
from typing import ClassVar, Self

from django.core.exceptions import ValidationError
from django.db import models

from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet, PublishedQuerySet
from apps.core.ids import new_id
from apps.core.price_fields import PriceField
from apps.core.publishing import approval_index
from apps.live.models.base import ListedModel, ScheduledModel


def validate_whole_rupees(paise: int) -> None:
    if paise % 100:
        raise ValidationError("Enter whole rupees.")


class LiveTradingQuerySet(PublishedQuerySet["LiveTrading"]):
    def upcoming(self, *, now: datetime) -> "LiveTradingQuerySet":
        """With a session that has not ended, by the start of the next one."""
        upcoming = ProgramSession.objects.not_cancelled().filter(
            program=models.OuterRef("pk"), ends_at__gt=now
        )
        next_start = models.Subquery(upcoming.order_by("starts_at").values("starts_at")[:1])
        rows = self.filter(models.Exists(upcoming)).annotate(next_starts_at=next_start)
        return rows.order_by("next_starts_at", "pk")

    def with_sessions(self) -> "LiveTradingQuerySet":
        return self.select_related("host", "category").prefetch_related(
            models.Prefetch("sessions", ProgramSession.objects.not_cancelled().in_order()), "plans"
        )


class LiveTrading(ListedModel):
    """A live trading program. People book single sessions of it."""

    path = "live-trading"

    objects = LiveTradingQuerySet.as_manager()

    class Meta:
        verbose_name = "live trading program"
        ordering = ("title", "id")
        indexes: ClassVar = [
            models.Index(fields=["title", "id"], name="livetrading_by_title"),
            models.Index(fields=["language"], name="livetrading_by_language"),
            models.Index(fields=["category"], name="livetrading_by_category"),
            approval_index("program_approval_end"),
        ]


class ProgramSessionQuerySet(InvalidatesCacheQuerySet["ProgramSession"]):
    def in_order(self) -> Self:
        return self.order_by("starts_at", "pk")

    def not_cancelled(self) -> Self:
        return self.filter(cancelled_at__isnull=True)


class ProgramSession(InvalidatesCache, ScheduledModel):
    cache_tags = ("live",)
    booking_field = "session"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    program = models.ForeignKey(LiveTrading, models.CASCADE, related_name="sessions")
    name = models.CharField(max_length=120)
    base_price_paise = PriceField(
        "price",
        validators=[validate_whole_rupees],
        help_text="In whole rupees, for one session bought without a plan.",
    )

    objects = ProgramSessionQuerySet.as_manager()

    class Meta:
        ordering = ("starts_at", "id")
        indexes: ClassVar = [
            models.Index(fields=["program", "ends_at"], name="session_by_end"),
            models.Index(fields=["starts_at", "id"], name="session_by_start"),
            models.Index(
                fields=["cancelled_at"],
                name="session_cancelled",
                condition=models.Q(cancelled_at__isnull=False),
            ),
        ]
        constraints: ClassVar = [
            *ScheduledModel.Meta.constraints,
            models.UniqueConstraint(fields=["program", "starts_at"], name="session_starts_once_a_program"),
            models.CheckConstraint(
                condition=models.Q(base_price_paise__gte=0)
                & models.Q(base_price_paise=models.F("base_price_paise") / 100 * 100),
                name="session_price_in_whole_rupees",
                violation_error_message="Enter whole rupees, not below 0.",
            ),
        ]

    def __str__(self) -> str:
        return self.name

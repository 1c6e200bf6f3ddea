from datetime import datetime
from typing import ClassVar, Self

from django.core.exceptions import ValidationError
from django.db import models

from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet, PublishedQuerySet
from apps.core.ids import new_id
from apps.core.model_fields import PaiseField
from apps.live.models.offers import Appointment, Offer


def only_whole_rupees(paise: int) -> None:
    if paise % 100:
        raise ValidationError("A session costs whole rupees.")


class LiveTradingQuerySet(PublishedQuerySet["LiveTrading"]):
    def ahead(self, *, now: datetime) -> "LiveTradingQuerySet":
        """Programs with a session that has not ended, by the start of the next one."""
        coming = ProgramSession.objects.taking_place().filter(program=models.OuterRef("pk"), ends_at__gt=now)
        next_start = models.Subquery(coming.order_by("starts_at").values("starts_at")[:1])
        ahead = self.filter(models.Exists(coming)).annotate(next_starts_at=next_start)
        return ahead.order_by("next_starts_at", "pk")

    def with_sessions(self) -> "LiveTradingQuerySet":
        return self.select_related("host").prefetch_related(
            models.Prefetch("sessions", ProgramSession.objects.taking_place().in_order())
        )


class LiveTrading(Offer):
    """A live trading program, of which people book single sessions."""

    objects = LiveTradingQuerySet.as_manager()

    class Meta:
        verbose_name = "live trading program"
        ordering = ("title", "id")
        indexes: ClassVar = [models.Index(fields=["title", "id"], name="livetrading_by_title")]


class ProgramSessionQuerySet(InvalidatesCacheQuerySet["ProgramSession"]):
    def in_order(self) -> Self:
        return self.order_by("starts_at", "pk")

    def taking_place(self) -> Self:
        """Without those that were called off."""
        return self.filter(called_off_at__isnull=True)


class ProgramSession(InvalidatesCache, Appointment):
    cache_tags = ("live",)
    booked_as = "session"

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    program = models.ForeignKey(LiveTrading, models.CASCADE, related_name="sessions")
    name = models.CharField(max_length=120)
    base_price_paise = PaiseField(
        "base price paise",
        validators=[only_whole_rupees],
        help_text="Of this session, in whole rupees.",
    )

    objects = ProgramSessionQuerySet.as_manager()

    class Meta:
        ordering = ("starts_at", "id")
        indexes: ClassVar = [
            models.Index(fields=["program", "ends_at"], name="session_by_end"),
            models.Index(fields=["starts_at", "id"], name="session_by_start"),
        ]
        constraints: ClassVar = [
            *Appointment.Meta.constraints,
            models.UniqueConstraint(fields=["program", "starts_at"], name="session_starts_once_a_program"),
            models.CheckConstraint(
                condition=models.Q(base_price_paise__gte=0)
                & models.Q(base_price_paise=models.F("base_price_paise") / 100 * 100),
                name="session_price_in_whole_rupees",
                violation_error_message="A session costs whole rupees, and not less than nothing.",
            ),
        ]

    def __str__(self) -> str:
        return self.name

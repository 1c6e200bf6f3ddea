from datetime import datetime
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from apps.core.ids import new_id
from apps.live.models.events import Mentorship, Webinar
from apps.live.models.program import ProgramSession
from apps.live.states import IN_LINE, WaitStatus

_ITEMS = ("webinar", "mentorship", "session")


class WaitlistQuerySet(models.QuerySet["WaitlistEntry"]):
    def in_line(self) -> Self:
        return self.filter(status__in=IN_LINE)

    def waiting(self) -> Self:
        return self.filter(status=WaitStatus.WAITING)

    def offered(self) -> Self:
        """Its seat counts as taken until the offer is settled, also after its time has run out."""
        return self.filter(status=WaitStatus.OFFERED)

    def open_at(self, at: datetime) -> Self:
        """In line for what has not started; an offer only while it can be accepted."""
        rows = self.in_line().exclude(status=WaitStatus.OFFERED, offered_until__lte=at)
        return rows.annotate(
            starts_at=Coalesce(*(f"{item}__starts_at" for item in _ITEMS)),
            cancelled_at=Coalesce(*(f"{item}__cancelled_at" for item in _ITEMS)),
        ).filter(starts_at__gt=at, cancelled_at__isnull=True)

    def with_place(self) -> Self:
        """`place` counts from 1. It can only fall: numbers rise, and nobody is put in between."""
        same_item = Q(*((item, OuterRef(item)) for item in _ITEMS), _connector=Q.OR)
        ahead = (
            WaitlistEntry.objects.waiting()
            .filter(same_item, number__lt=OuterRef("number"))
            .order_by()
            .values("status")
            .annotate(count=Count("pk"))
            .values("count")
        )
        return self.annotate(place=Coalesce(Subquery(ahead), 0) + 1)


class WaitlistEntry(models.Model):
    """Somebody's place on the waiting list of a webinar, a mentorship or a session that is full."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    webinar = models.ForeignKey(Webinar, models.CASCADE, null=True, related_name="waitlist")
    mentorship = models.ForeignKey(Mentorship, models.CASCADE, null=True, related_name="waitlist")
    session = models.ForeignKey(ProgramSession, models.CASCADE, null=True, related_name="waitlist")
    number = models.PositiveIntegerField(help_text="Rises in each list; the lowest is next.")
    status = models.CharField(max_length=10, choices=WaitStatus, default=WaitStatus.WAITING)
    joined_at = models.DateTimeField("joined on")
    offered_until = models.DateTimeField("seat held until", null=True)

    objects = WaitlistQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "waiting lists"
        ordering = ("-joined_at", "-id")
        indexes: ClassVar = [
            models.Index(fields=["person", "status"], name="waiting_person"),
            models.Index(fields=["status", "offered_until"], name="seat_offers_by_end"),
            models.Index(fields=["joined_at", "id"], name="waiting_by_time"),
        ]
        constraints: ClassVar = [
            *(
                models.UniqueConstraint(
                    fields=["person", item],
                    condition=Q(status__in=IN_LINE) & Q(**{f"{item}__isnull": False}),
                    name=f"in_line_once_for_{item}",
                )
                for item in _ITEMS
            ),
            *(
                models.UniqueConstraint(
                    fields=[item, "number"],
                    condition=Q(**{f"{item}__isnull": False}),
                    name=f"number_in_line_for_{item}",
                )
                for item in _ITEMS
            ),
            models.CheckConstraint(
                condition=Q(webinar__isnull=False, mentorship__isnull=True, session__isnull=True)
                | Q(webinar__isnull=True, mentorship__isnull=False, session__isnull=True)
                | Q(webinar__isnull=True, mentorship__isnull=True, session__isnull=False),
                name="waiting_for_one_thing",
            ),
            models.CheckConstraint(
                condition=~Q(status=WaitStatus.OFFERED) | Q(offered_until__isnull=False),
                name="seat_offer_ends",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item}"

    @property
    def item(self) -> Webinar | Mentorship | ProgramSession:
        found = self.webinar or self.mentorship or self.session
        assert found is not None, "an entry is for exactly one item"
        return found

from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone

from apps.core.ids import new_id
from apps.outbox.states import MOVES, OPEN, Status


class MessageQuerySet(models.QuerySet["Message"]):
    """
    Each move is one conditional update, which decides between rivals on every database.

    It answers whether the move was made.
    """

    def due_at(self, moment: datetime) -> "MessageQuerySet":
        """What may be sent now, and what a sender took and never finished."""
        is_free = models.Q(lease_until__isnull=True) | models.Q(lease_until__lte=moment)
        return self.filter(is_free, status__in=OPEN, due_at__lte=moment)

    def in_order(self) -> "MessageQuerySet":
        return self.order_by("due_at", "pk")

    def take(self, *, message_id: UUID, now: datetime, until: datetime) -> bool:
        taken = self.filter(pk=message_id).due_at(now)
        return taken._move(Status.SENDING, lease_until=until, attempts=models.F("attempts") + 1)

    def held_as(self, message: "Message") -> "MessageQuerySet":
        """The message if the lease is still ours: no two takers get one that ends at the same moment."""
        return self.filter(pk=message.pk, lease_until=message.lease_until)

    def finish(self, *, now: datetime, **changes: Any) -> bool:
        return self._move(Status.SENT, sent_at=now, lease_until=None, last_error="", **changes)

    def put_off(self, *, due_at: datetime, error: str) -> bool:
        return self._move(Status.WAITING, due_at=due_at, lease_until=None, last_error=error)

    def give_up(self, *, error: str, **changes: Any) -> bool:
        return self._move(Status.GIVEN_UP, lease_until=None, last_error=error, **changes)

    def drop(self, *, reason: str, **changes: Any) -> bool:
        return self._move(Status.DROPPED, lease_until=None, last_error=reason, **changes)

    def revive(self, *, now: datetime) -> bool:
        """Begin again with all tries, as if it had been written now."""
        return self.filter(status=Status.GIVEN_UP)._move(Status.WAITING, due_at=now, attempts=0)

    def _move(self, to: Status, **changes: Any) -> bool:
        origins = [status for status, targets in MOVES.items() if to in targets]
        return self.filter(status__in=origins).update(status=to, **changes) == 1


class Message(models.Model):
    """Something that must happen later, outside of the transaction that decided it."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    kind = models.CharField(max_length=60)
    payload = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    lease_until = models.DateTimeField(
        null=True, blank=True, help_text="Until when its sender has it to itself."
    )
    expires_at = models.DateTimeField(null=True, blank=True, help_text="From when on it is of no use.")
    last_error = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True, blank=True)

    objects = MessageQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-id")
        indexes: ClassVar = [
            models.Index(
                fields=["due_at", "id"], name="message_to_send", condition=models.Q(status__in=OPEN)
            ),
            models.Index(fields=["-created_at", "-id"], name="message_newest"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(status__in=Status.values), name="message_status_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(status=Status.SENDING, lease_until__isnull=False)
                | (~models.Q(status=Status.SENDING) & models.Q(lease_until__isnull=True)),
                name="message_sending_has_lease",
            ),
            models.CheckConstraint(
                condition=models.Q(status=Status.SENT, sent_at__isnull=False)
                | (~models.Q(status=Status.SENT) & models.Q(sent_at__isnull=True)),
                name="message_sent_has_moment",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.get_status_display()})"

    def has_expired(self, *, at: datetime) -> bool:
        return self.expires_at is not None and self.expires_at <= at

from datetime import datetime, timedelta
from typing import Any, ClassVar
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone

from apps.core.due import has_come
from apps.core.ids import new_id
from apps.outbox import retry_delays
from apps.outbox.states import OPEN, TRANSITIONS, Status

LEASE = timedelta(minutes=5)
"""How long one worker may hold a message: far longer than any handler may take."""


class MessageQuerySet(models.QuerySet["Message"]):
    """
    Each transition is one conditional update, so that only one of several concurrent workers succeeds.

    The transition methods return whether the row was updated.
    """

    def due_at(self, moment: datetime) -> "MessageQuerySet":
        """Messages due now, including those whose lease expired before the attempt finished."""
        is_unleased = models.Q(lease_until__isnull=True) | has_come("lease_until", now=moment, longest=LEASE)
        # A first attempt may be planned for any day, a retry only for the next ones.
        is_due = models.Q(due_at__lte=moment) | models.Q(attempts__gt=0) & has_come(
            "due_at", now=moment, longest=retry_delays.LONGEST
        )
        return self.filter(is_unleased, is_due, status__in=OPEN)

    def in_order(self) -> "MessageQuerySet":
        return self.order_by("due_at", "pk")

    def acquire_lease(self, *, message_id: UUID, now: datetime, until: datetime) -> bool:
        message = self.filter(pk=message_id).due_at(now)
        return message._transition(Status.SENDING, lease_until=until, attempts=models.F("attempts") + 1)

    def with_lease_of(self, message: "Message") -> "MessageQuerySet":
        """The message if it still has this lease; the end time identifies a lease, as no two share one."""
        return self.filter(pk=message.pk, lease_until=message.lease_until)

    def mark_sent(self, *, now: datetime, **changes: Any) -> bool:
        return self._transition(Status.SENT, sent_at=now, lease_until=None, last_error="", **changes)

    def schedule_retry(self, *, due_at: datetime, error: str) -> bool:
        return self._transition(Status.WAITING, due_at=due_at, lease_until=None, last_error=error)

    def mark_failed(self, *, error: str, **changes: Any) -> bool:
        return self._transition(Status.FAILED, lease_until=None, last_error=error, **changes)

    def mark_dropped(self, *, reason: str, **changes: Any) -> bool:
        return self._transition(Status.DROPPED, lease_until=None, last_error=reason, **changes)

    def requeue(self, *, now: datetime) -> bool:
        """Queue a failed message again, with its attempts reset."""
        return self.filter(status=Status.FAILED)._transition(Status.WAITING, due_at=now, attempts=0)

    def _transition(self, to: Status, **changes: Any) -> bool:
        origins = [status for status, targets in TRANSITIONS.items() if to in targets]
        return self.filter(status__in=origins).update(status=to, **changes) == 1


class Message(models.Model):
    """Work to be done after the transaction that enqueued it has been committed."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    kind = models.CharField(max_length=60)
    payload = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    lease_until = models.DateTimeField(
        null=True, blank=True, help_text="The worker that is sending this message holds it until then."
    )
    expires_at = models.DateTimeField(null=True, blank=True, help_text="Not sent after this time.")
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
            models.Index(fields=["due_at"], name="message_failed", condition=models.Q(status=Status.FAILED)),
            models.Index(
                fields=["status"],
                name="message_unfinished",
                condition=models.Q(status__in=(*OPEN, Status.FAILED)),
            ),
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

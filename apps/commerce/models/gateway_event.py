from typing import ClassVar

from django.db import models

from apps.commerce.states import EventStatus


class GatewayEvent(models.Model):
    """A webhook event from the provider, stored before it is processed."""

    provider = models.CharField(max_length=20, help_text="Name of the gateway.")
    event_id = models.CharField(max_length=80, unique=True)
    kind = models.CharField(max_length=60)
    payload = models.JSONField()
    order = models.ForeignKey("commerce.Order", models.PROTECT, null=True, related_name="gateway_events")
    status = models.CharField(max_length=10, choices=EventStatus, default=EventStatus.RECEIVED)
    received_at = models.DateTimeField()
    handled_at = models.DateTimeField(null=True)
    note = models.CharField(max_length=200, blank=True)
    retry_count = models.PositiveSmallIntegerField(
        default=0, db_default=0, help_text="How often processing was retried."
    )
    retry_at = models.DateTimeField(
        null=True, help_text="When processing is retried, if it is still pending."
    )

    class Meta:
        ordering = ("-received_at", "-id")
        indexes: ClassVar = [
            models.Index(fields=["-received_at", "-id"], name="gateway_event_by_time"),
            models.Index(
                fields=["received_at"],
                name="gateway_event_unhandled",
                condition=models.Q(status=EventStatus.RECEIVED),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.event_id}"

from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from apps.accounts.states import DELIVERY_TRANSITIONS, UNIQUE_DELIVERIES, DeliveryStatus, MessageChannel
from apps.core.formatting import words_of
from apps.core.ids import new_id


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    def newest_first(self) -> Self:
        return self.order_by("-created_at", "-pk")

    def transition(self, new_status: DeliveryStatus, /, **changes: Any) -> int:
        """One conditional update; returns how many rows were changed."""
        origins = [status for status, targets in DELIVERY_TRANSITIONS.items() if new_status in targets]
        return self.filter(status__in=origins).update(status=new_status, **changes)


class Delivery(models.Model):
    """
    A message to somebody by one channel: one that is queued, or one attempt to send it and its outcome.

    It is written before the attempt, so that a process that dies leaves a trace. Deliveries of one message
    share its key.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    key = models.UUIDField("message", null=True, help_text="The same for all attempts to send a message.")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    template = models.SlugField(max_length=40, db_index=False)
    channel = models.CharField(max_length=10, choices=MessageChannel)
    to = models.CharField(max_length=254, blank=True)
    subject = models.CharField(max_length=400, blank=True)
    text = models.TextField(blank=True, help_text="As it was sent, without login codes and keys of links.")
    status = models.CharField(max_length=10, choices=DeliveryStatus)
    reason = models.CharField(max_length=200, blank=True, help_text="Why it failed or was not needed.")
    provider_id = models.CharField("provider's ID", max_length=120, blank=True)
    created_at = models.DateTimeField()
    claimed_at = models.DateTimeField("sending since", null=True)
    ended_at = models.DateTimeField("sent or failed at", null=True)

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        verbose_name = "sent message"
        ordering = ("-created_at", "-id")
        permissions: ClassVar = [
            ("view_session_delivery", "Can view the status of messages to attendees"),
            ("view_order_delivery", "Can view the status of messages about orders"),
            ("view_message_text", "Can read the texts of the sent messages that they may view"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["-created_at", "-id"], name="delivery_newest"),
            models.Index(fields=["person", "-created_at", "-id"], name="delivery_to_person"),
            models.Index(fields=["to", "-created_at", "-id"], name="delivery_to_address"),
            models.Index(fields=["template", "-created_at", "-id"], name="delivery_of_template"),
            models.Index(fields=["status", "-created_at", "-id"], name="delivery_by_status"),
            models.Index(fields=["channel", "-created_at", "-id"], name="delivery_by_channel"),
            models.Index(fields=["key"], name="delivery_of_message"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["key"], condition=Q(status__in=UNIQUE_DELIVERIES), name="message_delivered_once"
            ),
            models.CheckConstraint(
                condition=Q(status__in=DeliveryStatus.values), name="delivery_status_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{words_of(self.template)} by {self.get_channel_display()}"

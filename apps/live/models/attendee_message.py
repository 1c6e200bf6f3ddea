from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from apps.live.states import EventKind


class AttendeeMessage(models.Model):
    """
    What staff wrote to all who booked an event. Each person's copy is a message of the outbox.

    Its id is made with the form, so that a form that is sent twice writes once. `event_id` is the id of a
    webinar, a mentorship, a meeting or a session, so it is no foreign key.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    event_kind = models.CharField(max_length=16, choices=EventKind)
    event_id = models.UUIDField()
    subject = models.CharField(max_length=60)
    text = models.CharField(max_length=140)
    is_about_booking = models.BooleanField(
        help_text="Goes to everybody who booked. Anything else goes to those alone who agreed to messages."
    )
    people = models.PositiveIntegerField(help_text="To how many it was queued.")
    sent_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    sent_at = models.DateTimeField()

    class Meta:
        ordering = ("-sent_at", "-id")
        default_permissions = ()
        permissions: ClassVar = [("message_attendees", "Can write to all attendees of an event")]
        indexes: ClassVar = [models.Index(fields=["event_id", "-sent_at", "-id"], name="messages_of_event")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~Q(subject="") & ~Q(text=""), name="attendee_message_has_a_text"
            ),
        ]

    def __str__(self) -> str:
        return self.subject

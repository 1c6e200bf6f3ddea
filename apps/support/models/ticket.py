from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now

from apps.core.errors import Conflict
from apps.core.ids import new_id
from apps.support.models.complaint import Complaint
from apps.support.states import CLOSED_STATES, TICKET_TRANSITIONS, Escalation, TicketState

LONGEST_MESSAGE = 25_000


class InvalidTransition(Conflict):
    code = "ticket_move"
    message = "The ticket cannot change to that status from its current one."


class Submission(models.Model):
    """What somebody sent us through a form: plain text, stored as it was typed."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    number = models.CharField(max_length=20, unique=True, editable=False)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    name = models.CharField(max_length=80)
    mobile = models.CharField(max_length=10, blank=True)
    email = models.EmailField(blank=True)
    subject = models.CharField(max_length=120)
    message = models.TextField(max_length=LONGEST_MESSAGE)
    digest = models.CharField(max_length=64, editable=False)
    received_at = models.DateTimeField()
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    version = models.PositiveIntegerField(
        default=0, db_default=0, editable=False, help_text="Rises with each reply, note and change."
    )
    link_version = models.PositiveIntegerField(
        default=0, db_default=0, editable=False, help_text="Links of an earlier version no longer open it."
    )

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.number


class TicketQuerySet(models.QuerySet["Ticket"]):
    pass


class Ticket(Submission):
    """A grievance, with the date by which the regulator wants it answered."""

    state = models.CharField(
        "status", max_length=10, choices=TicketState, default=TicketState.NEW, editable=False
    )
    due_date = models.DateField("reply due by", editable=False)
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)
    complaint = models.OneToOneField(
        Complaint, models.PROTECT, null=True, blank=True, related_name="+", editable=False
    )
    acknowledged_at = models.DateTimeField(null=True, blank=True, editable=False)
    acknowledgement_key = models.UUIDField(
        null=True, blank=True, editable=False, help_text="Of the message that told its number."
    )
    escalated_to = models.CharField(
        max_length=10, choices=Escalation, blank=True, db_default="", editable=False
    )
    escalated_at = models.DateTimeField(null=True, blank=True, editable=False)
    escalation_reason = models.TextField(max_length=1000, blank=True, db_default="", editable=False)

    objects = TicketQuerySet.as_manager()

    class Meta:
        verbose_name = "grievance ticket"
        # The nearest deadline comes first, closed tickets come last.
        ordering = (models.F("closed_at").asc(nulls_first=True), "due_date", "id")
        indexes: ClassVar = [
            models.Index(fields=["closed_at", "due_date", "id"], name="tickets_by_urgency"),
            models.Index(fields=["digest", "received_at"], name="tickets_by_digest"),
            models.Index(fields=["mobile"], name="tickets_by_mobile"),
            models.Index(fields=["assignee", "closed_at", "due_date", "id"], name="tickets_of_assignee"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(state__in=sorted(CLOSED_STATES), closed_at__isnull=False)
                | (~models.Q(state__in=sorted(CLOSED_STATES)) & models.Q(closed_at__isnull=True)),
                name="a_ticket_that_ended_has_its_moment",
            ),
        ]

    @property
    def is_open(self) -> bool:
        return self.state not in CLOSED_STATES

    @property
    def takes_replies(self) -> bool:
        return self.state != TicketState.SPAM

    def change_state(self, *, to: TicketState, at: datetime) -> None:
        """:raises InvalidTransition: if `TICKET_TRANSITIONS` does not list it"""
        if to not in TICKET_TRANSITIONS[TicketState(self.state)]:
            raise InvalidTransition()
        self.state = to
        self.closed_at = at if to in CLOSED_STATES else None


class TicketNote(models.Model):
    """A note by staff or a change, of a grievance or a contact message. Never edited or deleted."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    ticket = models.ForeignKey(Ticket, models.CASCADE, null=True, related_name="notes")
    contact = models.ForeignKey("ContactMessage", models.CASCADE, null=True, related_name="notes")
    version = models.PositiveIntegerField(
        default=0, db_default=0, editable=False, help_text="Of the ticket, after it."
    )
    text = models.TextField(max_length=4000)
    at = models.DateTimeField(editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", editable=False
    )

    class Meta:
        ordering = ("at", "id")
        indexes: ClassVar = [
            models.Index(fields=["ticket", "at", "id"], name="ticket_notes_in_order"),
            models.Index(fields=["contact", "at", "id"], name="contact_notes_in_order"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(ticket__isnull=False) ^ models.Q(contact__isnull=False),
                name="a_note_is_of_one_submission",
            ),
        ]

    def __str__(self) -> str:
        return self.text[:60]


class ContactMessageQuerySet(models.QuerySet["ContactMessage"]):
    pass


class ContactMessage(Submission):
    """A message sent through the contact form."""

    is_suspect = models.BooleanField("suspected spam", default=False, editable=False)
    waiting_since = models.DateTimeField(
        db_default=Now(),
        editable=False,
        help_text="When it was received, or when the person replied to our answer.",
    )
    answered_at = models.DateTimeField(null=True, blank=True, editable=False)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", editable=False
    )

    takes_replies = True

    objects = ContactMessageQuerySet.as_manager()

    class Meta:
        ordering = (models.F("answered_at").asc(nulls_first=True), "received_at", "id")
        indexes: ClassVar = [
            models.Index(fields=["answered_at", "received_at", "id"], name="contacts_by_waiting"),
            models.Index(fields=["digest", "received_at"], name="contacts_by_digest"),
            models.Index(fields=["mobile"], name="contacts_by_mobile"),
            models.Index(
                fields=["assignee", "answered_at", "received_at", "id"], name="contacts_of_assignee"
            ),
        ]

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models

from apps.content.models.complaint import Complaint
from apps.content.states import TICKET_ENDS, TICKET_MOVES, TicketState
from apps.core.errors import Conflict
from apps.core.ids import new_id

LONGEST_MESSAGE = 25_000
ANSWERED_WITHIN = timedelta(days=21)
"""The regulator's time for an answer."""


class NoSuchMove(Conflict):
    code = "ticket_move"
    message = "A ticket in this state cannot become that."


class Writing(models.Model):
    """What somebody wrote to us through a form: plain text, shown as it was typed."""

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

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.number


class TicketQuerySet(models.QuerySet["Ticket"]):
    pass


class Ticket(Writing):
    """A grievance, with the clock that the regulator sets."""

    state = models.CharField(max_length=10, choices=TicketState, default=TicketState.NEW, editable=False)
    due_date = models.DateField("answer due by", editable=False)
    closed_at = models.DateTimeField(null=True, blank=True, editable=False)
    complaint = models.OneToOneField(
        Complaint, models.PROTECT, null=True, blank=True, related_name="+", editable=False
    )

    objects = TicketQuerySet.as_manager()

    class Meta:
        verbose_name = "grievance ticket"
        # What runs out first comes first, what is over comes last.
        ordering = (models.F("closed_at").asc(nulls_first=True), "due_date", "id")
        indexes: ClassVar = [
            models.Index(fields=["closed_at", "due_date", "id"], name="tickets_by_urgency"),
            models.Index(fields=["digest", "received_at"], name="tickets_by_digest"),
            models.Index(fields=["mobile"], name="tickets_by_mobile"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(state__in=sorted(TICKET_ENDS), closed_at__isnull=False)
                | (~models.Q(state__in=sorted(TICKET_ENDS)) & models.Q(closed_at__isnull=True)),
                name="a_ticket_that_ended_has_its_moment",
            ),
        ]

    @property
    def is_open(self) -> bool:
        return self.state not in TICKET_ENDS

    def move(self, *, to: TicketState, at: datetime) -> None:
        """:raises NoSuchMove: if a ticket in this state cannot become that"""
        if to not in TICKET_MOVES[TicketState(self.state)]:
            raise NoSuchMove()
        self.state = to
        self.closed_at = at if to in TICKET_ENDS else None


class TicketNote(models.Model):
    """What staff did about a ticket; written once, never changed."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    ticket = models.ForeignKey(Ticket, models.CASCADE, related_name="notes")
    text = models.TextField(max_length=4000)
    at = models.DateTimeField(editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", editable=False
    )

    class Meta:
        ordering = ("at", "id")
        indexes: ClassVar = [models.Index(fields=["ticket", "at", "id"], name="ticket_notes_in_order")]

    def __str__(self) -> str:
        return self.text[:60]


class ContactMessageQuerySet(models.QuerySet["ContactMessage"]):
    pass


class ContactMessage(Writing):
    """What somebody wrote through the contact form."""

    is_suspect = models.BooleanField("suspected spam", default=False, editable=False)
    answered_at = models.DateTimeField(null=True, blank=True, editable=False)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", editable=False
    )

    objects = ContactMessageQuerySet.as_manager()

    class Meta:
        ordering = (models.F("answered_at").asc(nulls_first=True), "received_at", "id")
        indexes: ClassVar = [
            models.Index(fields=["answered_at", "received_at", "id"], name="contacts_by_waiting"),
            models.Index(fields=["digest", "received_at"], name="contacts_by_digest"),
            models.Index(fields=["mobile"], name="contacts_by_mobile"),
        ]

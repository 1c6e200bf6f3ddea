from pathlib import PurePath
from typing import ClassVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models

from apps.core import business_constants, placeholders
from apps.core.ids import new_id
from apps.media.storage import private_storage
from apps.support import reply_texts
from apps.support.models.ticket import ContactMessage, Ticket
from apps.support.states import ReplyOrigin


class Reply(models.Model):
    """What staff or the person wrote after the first message. Never edited."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    ticket = models.ForeignKey(Ticket, models.CASCADE, null=True, related_name="replies")
    contact = models.ForeignKey(ContactMessage, models.CASCADE, null=True, related_name="replies")
    version = models.PositiveIntegerField(help_text="Of the ticket, after it.")
    origin = models.CharField(max_length=10, choices=ReplyOrigin)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    text = models.TextField(max_length=reply_texts.LONGEST_REPLY)
    at = models.DateTimeField()
    email_key = models.UUIDField(null=True, help_text="Of the email that carried it.")
    phone_key = models.UUIDField(null=True, help_text="Of the SMS that announced it.")

    class Meta:
        verbose_name_plural = "replies"
        ordering = ("at", "id")
        indexes: ClassVar = [
            models.Index(fields=["ticket", "at", "id"], name="replies_to_ticket"),
            models.Index(fields=["contact", "at", "id"], name="replies_to_contact"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(ticket__isnull=False) ^ models.Q(contact__isnull=False),
                name="a_reply_is_to_one_submission",
            ),
        ]

    def __str__(self) -> str:
        return self.text[:60]

    @property
    def is_from_staff(self) -> bool:
        return self.origin == ReplyOrigin.STAFF

    @property
    def is_unproved(self) -> bool:
        """Whoever had the email, or its link, may have written it."""
        return self.origin == ReplyOrigin.LINK


def attachment_path(attachment: "Attachment", _filename: str) -> str:
    """The name that people see is a column: what somebody called their file is no path."""
    return f"private/support/{attachment.pk}{PurePath(attachment.name).suffix.lower()}"


class Attachment(models.Model):
    """A file that staff sent with a reply. It has no URL of its own; `selectors/attachments.py` signs one."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    reply = models.ForeignKey(Reply, models.CASCADE, related_name="attachments")
    name = models.CharField(max_length=100)
    file = models.FileField(upload_to=attachment_path, storage=private_storage)
    size_bytes = models.PositiveIntegerField()

    class Meta:
        ordering = ("reply", "id")

    def __str__(self) -> str:
        return self.name


class ReplyTemplate(models.Model):
    """A text that staff insert into a reply and edit before they send it."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    title = models.CharField(max_length=80, unique=True)
    text = models.TextField(
        max_length=4000,
        help_text="{name} becomes the person's name, and {number} the number of the ticket.",
    )

    class Meta:
        ordering = ("title", "id")

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        if errors := placeholders.errors(self.text, known=(*reply_texts.NAMES, *business_constants.names())):
            raise ValidationError({"text": errors})

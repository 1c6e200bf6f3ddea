from typing import Any, ClassVar, NoReturn

from django.conf import settings
from django.db import models

from apps.accounts import consent_texts
from apps.accounts.states import ConsentChannel, ConsentKind
from apps.core.ids import new_id


class ConsentQuerySet(models.QuerySet["Consent"]):
    """Append-only: entries are never changed or deleted."""

    def newest_first(self) -> "ConsentQuerySet":
        return self.order_by("-at", "-pk")

    def anonymise(self) -> int:
        """Remove the IP addresses when an account is erased, the only change allowed."""
        return super().update(address=None)

    def update(self, **_changes: Any) -> NoReturn:
        raise TypeError("Consents are append-only: add an entry instead.")

    def delete(self) -> NoReturn:
        raise TypeError("Consents are append-only and cannot be deleted.")


class Consent(models.Model):
    """A consent that a person gave or withdrew, with the exact text and the IP address."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="consents")
    kind = models.CharField(max_length=10, choices=ConsentKind)
    is_given = models.BooleanField("given", help_text="No: it was withdrawn.")
    text = models.TextField()
    text_version = models.CharField(max_length=20)
    at = models.DateTimeField()
    address = models.GenericIPAddressField(null=True)
    channel = models.CharField(max_length=10, choices=ConsentChannel)

    objects = ConsentQuerySet.as_manager()

    class Meta:
        ordering = ("-at", "-id")
        indexes: ClassVar = [
            models.Index(fields=["person", "kind", "-at", "-id"], name="consent_of_person"),
            models.Index(fields=["-at", "-id"], name="consent_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.subject}: {'given' if self.is_given else 'withdrawn'}"

    @property
    def subject(self) -> str:
        return consent_texts.subject(self.kind, version=self.text_version)

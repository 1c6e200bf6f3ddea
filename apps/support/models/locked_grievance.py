from typing import Any, ClassVar, NoReturn

from django.db import models

from apps.core.ids import new_id
from apps.support.models.ticket import Ticket


class LockedGrievanceQuerySet(models.QuerySet["LockedGrievance"]):
    def update(self, **_values: Any) -> NoReturn:
        raise TypeError("A locked grievance is never edited.")


class LockedGrievance(models.Model):
    """
    A grievance as it was when the account of its sender was deleted, with replies and notes.

    The ticket stays without anything personal. This is never edited, only Compliance may read it, and a job
    deletes it with `services/old_grievances.py`.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    ticket = models.OneToOneField(Ticket, models.PROTECT, related_name="locked")
    content = models.JSONField()
    locked_at = models.DateTimeField()

    objects = LockedGrievanceQuerySet.as_manager()

    class Meta:
        ordering = ("-locked_at", "-id")
        indexes: ClassVar = [models.Index(fields=["-locked_at", "-id"], name="locked_newest")]

    def __str__(self) -> str:
        return self.ticket.number

    def save(self, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("A locked grievance is never edited.")
        super().save(**kwargs)

from datetime import datetime, timedelta
from typing import ClassVar
from uuid import UUID

from django.db import models

from apps.core.due import has_come
from apps.core.ids import new_id


class LoginCodeQuerySet(models.QuerySet["LoginCode"]):
    """Each transition is one conditional update that returns whether it was made."""

    def issue(self, *, mobile: str, now: datetime, resend_pause: timedelta, **values: object) -> bool:
        """Replace the code with a new one, unless the old one was sent within the resend pause."""
        self.bulk_create([LoginCode(mobile=mobile)], ignore_conflicts=True)
        may_send = models.Q(sent_at__isnull=True) | has_come(
            "sent_at", now=now - resend_pause, longest=resend_pause
        )
        reset = {"sent_at": now, "tries": 0, "known_tries": 0, "used_at": None, **values}
        return self.filter(may_send, mobile=mobile).update(**reset) == 1

    def live_at(self, moment: datetime) -> "LoginCodeQuerySet":
        return self.filter(used_at__isnull=True, expires_at__gt=moment)

    def count_try(self, *, issue_id: UUID, column: str, limit: int, now: datetime) -> bool:
        below_limit = self.live_at(now).filter(issue_id=issue_id, **{f"{column}__lt": limit})
        return below_limit.update(**{column: models.F(column) + 1}) == 1

    def consume(self, *, issue_id: UUID, now: datetime) -> bool:
        return self.live_at(now).filter(issue_id=issue_id).update(used_at=now) == 1


class LoginCode(models.Model):
    """
    The current code of a number. The next one replaces it, so only one is ever valid.

    Only a keyed hash of the code is stored, bound to the number and to this issue.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    mobile = models.CharField(max_length=10, unique=True)
    issue_id = models.UUIDField(default=new_id, unique=True, help_text="Changes with every code sent.")
    digest = models.CharField(max_length=64, blank=True)
    can_whatsapp = models.BooleanField(default=False)
    sent_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(null=True, db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)
    known_tries = models.PositiveSmallIntegerField(
        default=0, help_text="Tries of browsers that have logged this number in before."
    )
    used_at = models.DateTimeField(null=True)

    objects = LoginCodeQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(sent_at__isnull=True, expires_at__isnull=True)
                | models.Q(expires_at__gt=models.F("sent_at")),
                name="login_code_expires_after_sending",
            ),
        ]

    def __str__(self) -> str:
        return f"Code for the number ending in {self.mobile[-2:]}"

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models

from apps.accounts.models.user import MOBILE_VALIDATOR
from apps.accounts.states import MOBILE_CHANGE_TRANSITIONS, MobileChangeStatus
from apps.core.errors import Conflict
from apps.core.ids import new_id


class AlreadyEnded(Conflict):
    code = "mobile_change_over"
    message = "This number change has already ended."


class MobileChangeQuerySet(models.QuerySet["MobileChange"]):
    def pending(self) -> "MobileChangeQuerySet":
        return self.filter(status=MobileChangeStatus.PENDING)

    def due_at(self, moment: datetime) -> "MobileChangeQuerySet":
        return self.pending().filter(due_at__lte=moment)


class MobileChange(models.Model):
    """
    A request by staff to change an account's number, which takes effect after a wait.

    Both numbers are stored as evidence. The log only has their last digits.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    old_mobile = models.CharField(max_length=10)
    new_mobile = models.CharField(max_length=10, validators=[MOBILE_VALIDATOR])
    reason = models.CharField(max_length=200)
    status = models.CharField(
        max_length=10, choices=MobileChangeStatus, default=MobileChangeStatus.PENDING, editable=False
    )
    is_number_lost = models.BooleanField(
        "number lost",
        default=False,
        editable=False,
        help_text="The owner says that they cannot log in any more, so a login with the old number stops it.",
    )
    requested_at = models.DateTimeField(editable=False)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", editable=False
    )
    due_at = models.DateTimeField("works from", editable=False)
    ended_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects = MobileChangeQuerySet.as_manager()

    class Meta:
        verbose_name = "mobile number change"
        verbose_name_plural = "mobile number changes"
        ordering = ("-requested_at", "-id")
        default_permissions = ("view",)
        permissions: ClassVar = [("change_mobile", "Can change a person's mobile number")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person"],
                condition=models.Q(status=MobileChangeStatus.PENDING),
                name="one_pending_mobile_change_a_person",
            ),
            models.UniqueConstraint(
                fields=["new_mobile"],
                condition=models.Q(status=MobileChangeStatus.PENDING),
                name="one_pending_mobile_change_to_a_number",
            ),
            models.CheckConstraint(
                condition=models.Q(status=MobileChangeStatus.PENDING, ended_at__isnull=True)
                | (~models.Q(status=MobileChangeStatus.PENDING) & models.Q(ended_at__isnull=False)),
                name="a_mobile_change_that_ended_has_its_moment",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["status", "due_at"], name="mobile_changes_due")]

    def __str__(self) -> str:
        return f"From the number ending in {self.old_mobile[-2:]} to {self.new_mobile[-2:]}"

    def transition(self, *, to: MobileChangeStatus, at: datetime) -> None:
        """:raises AlreadyEnded: if the change has already ended"""
        if to not in MOBILE_CHANGE_TRANSITIONS[MobileChangeStatus(self.status)]:
            raise AlreadyEnded()
        self.status, self.ended_at = to, at
        self.save(update_fields=["status", "ended_at"])

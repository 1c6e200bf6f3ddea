from typing import ClassVar

from django.conf import settings
from django.db import models

from apps.accounts.models.mobile_change import MobileChange
from apps.accounts.models.user import MOBILE_VALIDATOR
from apps.accounts.states import LostNumberStatus
from apps.core.ids import new_id


class LostNumberQuerySet(models.QuerySet["LostNumber"]):
    def waiting(self) -> "LostNumberQuerySet":
        return self.filter(status=LostNumberStatus.NEW)


class LostNumber(models.Model):
    """
    Somebody says that they lost the number of their account, and asks for another one.

    Stored whether the number has an account or not, so that the response never reveals it.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", editable=False
    )
    name = models.CharField(max_length=80)
    old_mobile = models.CharField(max_length=10, validators=[MOBILE_VALIDATOR])
    new_mobile = models.CharField(max_length=10, validators=[MOBILE_VALIDATOR])
    email = models.EmailField()
    proof = models.TextField("proof offered", max_length=1000)
    status = models.CharField(
        max_length=10, choices=LostNumberStatus, default=LostNumberStatus.NEW, editable=False
    )
    received_at = models.DateTimeField(editable=False)
    decided_at = models.DateTimeField(null=True, editable=False)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", editable=False
    )
    decision_note = models.CharField("proof seen, or why it was rejected", max_length=500, editable=False)
    change = models.OneToOneField(
        MobileChange, models.SET_NULL, null=True, related_name="lost_number", editable=False
    )

    objects = LostNumberQuerySet.as_manager()

    class Meta:
        verbose_name = "lost number"
        ordering = ("-received_at", "-id")
        default_permissions = ("view",)
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["old_mobile", "new_mobile", "email"],
                condition=models.Q(status=LostNumberStatus.NEW),
                name="one_waiting_lost_number_of_a_sender",
            ),
            models.CheckConstraint(
                condition=models.Q(status=LostNumberStatus.NEW, decided_at__isnull=True)
                | (~models.Q(status=LostNumberStatus.NEW) & models.Q(decided_at__isnull=False)),
                name="a_decided_lost_number_has_its_moment",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["-received_at", "-id"], name="lost_numbers_newest"),
            models.Index(fields=["status", "-received_at", "-id"], name="lost_numbers_by_status"),
            models.Index(fields=["old_mobile"], name="lost_numbers_by_old"),
        ]

    def __str__(self) -> str:
        return f"Number ending in {self.old_mobile[-2:]}"

from typing import ClassVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q

from apps.content.states import CHANGE_OPEN, ChangeKind, ChangeStatus
from apps.core.ids import new_id


class SecondPersonSettings(models.Model):
    """Which changes need a second person: all, until the owner says otherwise. There is at most one row."""

    ONLY_ID = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY_ID, editable=False)
    for_pages = models.BooleanField(
        "legal and information pages",
        default=True,
        help_text="A new text waits until another person approves it.",
    )
    for_prices = models.BooleanField(
        "prices",
        default=True,
        help_text="A new price of what is published waits until another person approves it.",
    )

    reason = models.CharField(
        "why not",
        max_length=200,
        blank=True,
        db_default="",
        help_text="Needed if one of these is not ticked, such as 'Nobody else works here yet'. The audit "
        "trail keeps it.",
    )

    class Meta:
        verbose_name = verbose_name_plural = "second person settings"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(id=1), name="one_row_of_second_person_settings"),
        ]

    def __str__(self) -> str:
        return "Second person settings"

    def clean(self) -> None:
        if not (self.for_pages and self.for_prices) and not self.reason.strip():
            raise ValidationError({"reason": "Say why one person is enough."})


class ProposedChange(models.Model):
    """A new text of a page or a new price, which somebody else approves. It applies then, or at a time."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    kind = models.CharField(max_length=10, choices=ChangeKind)
    object_type = models.CharField("type", max_length=80, help_text="Such as 'catalog.course'.")
    object_id = models.UUIDField()
    object_text = models.CharField("of", max_length=120)
    old = models.JSONField(help_text="What is replaced. It must still be so when the change is applied.")
    new = models.JSONField()
    applies_at = models.DateTimeField("applies on", null=True, help_text="Empty: as soon as it is approved.")
    status = models.CharField(max_length=10, choices=ChangeStatus, default=ChangeStatus.WAITING)
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField("proposed on")
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField("decided on", null=True)
    note = models.CharField(max_length=200, blank=True)
    applied_at = models.DateTimeField("applied on", null=True)

    class Meta:
        ordering = ("-proposed_at", "-id")
        default_permissions = ("view",)
        permissions: ClassVar = [
            ("approve_page_change", "Can approve or decline a new text of a page"),
            ("approve_price_change", "Can approve or decline a new price"),
            ("approve_advertisement", "Can approve what the advertisement code restricts"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["-proposed_at", "-id"], name="change_by_time"),
            models.Index(fields=["status", "-proposed_at", "-id"], name="change_by_status"),
            models.Index(fields=["kind", "-proposed_at", "-id"], name="change_by_kind"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["object_type", "object_id"],
                condition=Q(status__in=CHANGE_OPEN),
                name="one_open_change_an_object",
            ),
            models.CheckConstraint(
                condition=Q(status__in=(ChangeStatus.WAITING, ChangeStatus.DECLINED, ChangeStatus.WITHDRAWN))
                | ~Q(decided_by=F("proposed_by")),
                name="change_has_a_second_person",
            ),
            models.CheckConstraint(
                condition=Q(status=ChangeStatus.WAITING, decided_by__isnull=True, decided_at__isnull=True)
                | (~Q(status=ChangeStatus.WAITING) & Q(decided_by__isnull=False, decided_at__isnull=False)),
                name="change_is_decided_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(status=ChangeStatus.APPLIED, applied_at__isnull=False)
                | (~Q(status=ChangeStatus.APPLIED) & Q(applied_at__isnull=True)),
                name="change_applied_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.object_text}"

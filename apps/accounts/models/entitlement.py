from datetime import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from apps.accounts.states import Scope, Source
from apps.core import tagged_cache
from apps.core.ids import new_id


class EntitlementQuerySet(models.QuerySet["Entitlement"]):
    def to_pro(self) -> "EntitlementQuerySet":
        return self.filter(scope=Scope.PRO)

    def paid_pro(self) -> "EntitlementQuerySet":
        """Pro that is not a trial and was not revoked, whether past, active or future."""
        return self.to_pro().filter(revoked_at__isnull=True).exclude(source=Source.TRIAL)

    def valid_at(self, moment: datetime) -> "EntitlementQuerySet":
        has_not_ended = models.Q(ends_at__isnull=True) | models.Q(ends_at__gt=moment)
        return self.filter(has_not_ended, starts_at__lte=moment)


class Entitlement(models.Model):
    """A person's right to open a course or Pro for a period."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="entitlements")
    scope = models.CharField(max_length=20, choices=Scope)
    item_id = models.UUIDField(null=True, blank=True, help_text="The course. Empty for Pro.")
    source = models.CharField(max_length=10, choices=Source)
    label = models.CharField(max_length=120, help_text="The name shown to the person, such as '1 year'.")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True, help_text="Leave empty for access without an end.")

    bought_by = models.UUIDField(
        null=True,
        blank=True,
        unique=True,
        editable=False,
        help_text="The order line that paid for it.",
    )
    revoked_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When access was revoked."
    )

    objects = EntitlementQuerySet.as_manager()

    class Meta:
        ordering = ("-starts_at", "-id")
        default_permissions = ("view",)
        permissions: ClassVar = [("grant_access", "Can grant and end access")]
        indexes: ClassVar = [
            models.Index(fields=["person", "scope", "-starts_at"], name="entitlement_of_person"),
            models.Index(fields=["scope", "item_id"], name="entitlement_to_item"),
            models.Index(fields=["-starts_at", "-id"], name="entitlement_by_time"),
            models.Index(fields=["scope", "ends_at"], name="entitlement_by_end"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(ends_at__isnull=True) | models.Q(ends_at__gt=models.F("starts_at")),
                name="entitlement_ends_after_start",
            ),
            models.CheckConstraint(
                condition=models.Q(scope=Scope.PRO, item_id__isnull=True)
                | (~models.Q(scope=Scope.PRO) & models.Q(item_id__isnull=False)),
                name="entitlement_names_its_item",
            ),
        ]

    @property
    def never_began(self) -> bool:
        return self.revoked_at is not None and self.revoked_at <= self.starts_at

    def is_valid_at(self, moment: datetime) -> bool:
        return self.starts_at <= moment and (self.ends_at is None or self.ends_at > moment)

    def save(self, *args: Any, **kwargs: Any) -> None:
        super().save(*args, **kwargs)
        tagged_cache.invalidate(f"person:{self.person_id}")

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        counts = super().delete(*args, **kwargs)
        tagged_cache.invalidate(f"person:{self.person_id}")
        return counts

    def __str__(self) -> str:
        return f"{self.get_scope_display()}: {self.label}"

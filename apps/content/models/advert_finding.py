from typing import ClassVar, Self

from django.conf import settings
from django.db import models

from apps.core.ids import new_id


class AdvertFindingQuerySet(models.QuerySet["AdvertFinding"]):
    def open(self) -> Self:
        return self.filter(accepted_at__isnull=True)


class AdvertFinding(models.Model):
    """
    What people can read and the advertisement code restricts, until it is changed or Compliance lets it stay.

    A row for each published row with such texts. Its digest says which texts were read.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    object_type = models.CharField("type", max_length=80)
    object_id = models.CharField(max_length=64)
    object_text = models.CharField("where", max_length=120)
    found = models.JSONField(default=list)
    digest = models.CharField(max_length=64)
    found_at = models.DateTimeField("found on")
    accepted_at = models.DateTimeField("may stay since", null=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name="decided by"
    )
    note = models.CharField("why it may stay", max_length=300, blank=True)

    objects = AdvertFindingQuerySet.as_manager()

    class Meta:
        verbose_name = "advertisement finding"
        ordering = ("-found_at", "-id")
        default_permissions = ("view",)
        indexes: ClassVar = [
            models.Index(fields=["-found_at", "-id"], name="advert_findings_newest"),
            models.Index(
                fields=["found_at"], name="advert_findings_open", condition=models.Q(accepted_at__isnull=True)
            ),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["object_type", "object_id"], name="one_finding_of_an_object"),
        ]

    def __str__(self) -> str:
        return self.object_text

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from apps.core.ids import new_id
from apps.media.models.asset import Asset


class VideoUpload(models.Model):
    """A video that staff upload in parts, so that a broken connection loses none that have arrived."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    staff = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    fingerprint = models.CharField(
        max_length=200, help_text="Tells the browser's file from others: name, size, date."
    )
    filename = models.CharField(max_length=120)
    size_bytes = models.PositiveBigIntegerField()
    received_bytes = models.PositiveBigIntegerField(default=0)
    asset = models.ForeignKey(Asset, models.SET_NULL, null=True, blank=True, related_name="+")
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ("-updated_at", "-id")
        indexes: ClassVar = [models.Index(fields=["updated_at"], name="video_upload_age")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["staff", "fingerprint"], name="video_upload_once"),
            models.CheckConstraint(
                condition=models.Q(received_bytes__lte=models.F("size_bytes")), name="video_upload_fits"
            ),
        ]

    def __str__(self) -> str:
        return self.filename

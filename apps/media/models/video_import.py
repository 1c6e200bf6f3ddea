from typing import ClassVar

from django.db import models
from django.utils import timezone

from apps.core.ids import new_id
from apps.media.models.asset import Asset
from apps.media.states import ImportStatus


class VideoImport(models.Model):
    """The conversion of an uploaded video for streaming, which a worker does in the background."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    asset = models.OneToOneField(Asset, models.CASCADE, related_name="video_import")
    status = models.CharField(max_length=10, choices=ImportStatus, default=ImportStatus.WAITING)
    percent = models.PositiveSmallIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=200, blank=True)
    run_id = models.UUIDField(
        default=new_id, help_text="Changes when a worker begins, and when the file is replaced meanwhile."
    )
    lease_until = models.DateTimeField(
        null=True, blank=True, help_text="The worker that imports this video extends it while it works."
    )
    queued_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("queued_at", "id")
        indexes: ClassVar = [models.Index(fields=["status", "queued_at", "id"], name="video_import_queue")]

    def __str__(self) -> str:
        return f"{self.asset}: {self.description}"

    @property
    def description(self) -> str:
        """What staff read about it."""
        match self.status:
            case ImportStatus.WAITING:
                return "Waiting to be imported"
            case ImportStatus.RUNNING:
                return f"Importing, {self.percent}%"
            case ImportStatus.FAILED:
                return f"Import failed. {self.error}"
            case _:
                return "Imported"

    @property
    def is_open(self) -> bool:
        return self.status in (ImportStatus.WAITING, ImportStatus.RUNNING)

from django.db import models


class Heartbeat(models.Model):
    """When a worker last ran a job of the scheduler: old if the worker or the scheduler has stopped."""

    worker = models.CharField(primary_key=True, max_length=20)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.worker

from django.db import models


class FailingSweep(models.Model):
    """A sweep some of whose rows failed in its last run. A run without failures deletes its row."""

    sweep = models.CharField(primary_key=True, max_length=40)
    failed = models.PositiveIntegerField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.sweep

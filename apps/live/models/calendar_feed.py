from django.conf import settings
from django.db import models


class CalendarFeed(models.Model):
    """How often somebody has changed the URL of their calendar feed. Without a row they never have."""

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+"
    )
    version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"version {self.version}"

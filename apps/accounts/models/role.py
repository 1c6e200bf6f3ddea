from django.contrib.auth.models import Group
from django.db import models


class Role(models.Model):
    """A group that comes with the site. Each `migrate` gives it the permissions of its role again."""

    key = models.CharField(max_length=20, primary_key=True)
    group = models.OneToOneField(Group, models.CASCADE, related_name="role")

    def __str__(self) -> str:
        return self.key

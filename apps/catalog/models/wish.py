from typing import ClassVar

from django.conf import settings
from django.db import models

from apps.core.ids import new_id


class WishListItem(models.Model):
    """A course that a person saved for later."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    course = models.ForeignKey("catalog.Course", models.CASCADE, related_name="+")
    added_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["person", "-added_at", "-id"], name="wish_list_newest"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "course"], name="wished_once"),
        ]

    def __str__(self) -> str:
        # Staff see this where they delete a course; whose it is, is not theirs to know.
        return f"wish for {self.course_id}"

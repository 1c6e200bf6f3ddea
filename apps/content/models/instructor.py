from typing import ClassVar

from django.db import models

from apps.core import images
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id


class InstructorQuerySet(InvalidatesCacheQuerySet["Instructor"]):
    pass


class Instructor(InvalidatesCache, models.Model):
    """Somebody who teaches a course, hosts a webinar or leads a program."""

    cache_tags = ("catalog", "live")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=80, unique=True)
    experience = models.CharField(
        max_length=40, blank=True, help_text="Shown as entered, such as '12 years'."
    )
    bio = models.TextField(max_length=1200, blank=True)
    photo = images.ResponsiveImageField(
        spec=images.PORTRAIT,
        upload_to="instructors/",
        blank=True,
        help_text="Shown as a small circle, cropped to the centre.",
    )

    objects = InstructorQuerySet.as_manager()

    class Meta:
        ordering = ("name", "id")
        indexes: ClassVar = [models.Index(fields=["name", "id"], name="instructor_by_name")]

    def __str__(self) -> str:
        return self.name

from django.db import models

from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id


class ModuleCourse(InvalidatesCache, models.Model):
    """The course that goes on from a module of the academy, as staff chose it."""

    cache_tags = ("catalog",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    module = models.OneToOneField("content.AcademyModule", models.CASCADE, related_name="+")
    course = models.ForeignKey(
        "catalog.Course",
        models.CASCADE,
        related_name="+",
        help_text="Shown at the end of each of the module's chapters while it is published.",
    )

    objects = InvalidatesCacheQuerySet.as_manager()

    class Meta:
        verbose_name = "course after a module"
        verbose_name_plural = "courses after modules"

    def __str__(self) -> str:
        return f"Course after {self.module}"

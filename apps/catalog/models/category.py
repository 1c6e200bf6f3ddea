from typing import ClassVar

from django.core.validators import MaxValueValidator
from django.db import models

from apps.catalog.states import Icon
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id


class CategoryQuerySet(InvalidatesCacheQuerySet["Category"]):
    pass


class Category(InvalidatesCache, models.Model):
    """A category of courses and live events. Its hue colours the generated covers of courses."""

    cache_tags = ("catalog", "live")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    title = models.CharField(max_length=60, unique=True)
    icon = models.CharField(max_length=10, choices=Icon)
    hue = models.PositiveSmallIntegerField(
        default=255,
        validators=[MaxValueValidator(359)],
        help_text="Colour of generated covers, 0 to 359: 60 is copper, 200 teal, 255 blue, 300 violet.",
    )
    position = models.PositiveSmallIntegerField(default=0, help_text="Lower numbers come first.")

    objects = CategoryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "categories"
        ordering = ("position", "title")
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(hue__lte=359), name="category_hue_is_an_angle"),
        ]

    def __str__(self) -> str:
        return self.title

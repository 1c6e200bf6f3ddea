from typing import ClassVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models

from apps.content import page_text
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id

LONGEST_TEXT = 60_000


class PageQuerySet(InvalidatesCacheQuerySet["Page"]):
    pass


class Page(InvalidatesCache, models.Model):
    """
    A page of words, as it is read today.

    Its address belongs to the code. What it says belongs to staff: each saved change is a version.
    """

    cache_tags = ("site",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    slug = models.CharField("address name", max_length=60, unique=True, editable=False)
    title = models.CharField(max_length=120)
    lead = models.CharField(max_length=300, help_text="One sentence below the title; search engines show it.")
    text = models.TextField(max_length=LONGEST_TEXT, help_text=page_text.HELP)
    version = models.PositiveIntegerField(default=1, editable=False)

    objects = PageQuerySet.as_manager()

    class Meta:
        ordering = ("slug",)

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        """A fact that nobody knows would stand on the page in its braces."""
        problems = page_text.problems_in(self.text)
        if problems:
            raise ValidationError({"text": problems})


class PageVersionQuerySet(InvalidatesCacheQuerySet["PageVersion"]):
    pass


class PageVersion(InvalidatesCache, models.Model):
    """
    What a page said from a moment on, until the next version's moment. It is never changed or deleted.

    Only who reviewed it, and when, is added later.
    """

    cache_tags = ("site",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    page = models.ForeignKey(Page, models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=120)
    lead = models.CharField(max_length=300)
    text = models.TextField(max_length=LONGEST_TEXT)
    valid_from = models.DateTimeField()
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    reviewed_date = models.DateField("last reviewed on", null=True, blank=True)
    reviewed_by = models.CharField(
        max_length=120, blank=True, help_text="Who read this very version, and what they are: 'advocate'."
    )

    objects = PageVersionQuerySet.as_manager()

    class Meta:
        ordering = ("page", "-number")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["page", "number"], name="one_page_version_a_number"),
            models.CheckConstraint(
                condition=models.Q(reviewed_date__isnull=True, reviewed_by="")
                | (models.Q(reviewed_date__isnull=False) & ~models.Q(reviewed_by="")),
                name="a_page_review_has_its_person",
                violation_error_message="A review needs both: the day, and who read it.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title}, version {self.number}"

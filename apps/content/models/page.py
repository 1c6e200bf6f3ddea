from typing import ClassVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models

from apps.content import page_text
from apps.core import business_constants, placeholders
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id

LONGEST_TEXT = 60_000

_OF_THE_APP = frozenset(("disclosure-advice", "SEBI-IA-Registration", "Advisory-Agreement"))
"""The site shows these to the mobile app only."""


class PageQuerySet(InvalidatesCacheQuerySet["Page"]):
    pass


class Page(InvalidatesCache, models.Model):
    """
    The current text of a legal or information page.

    The slug is fixed in code. Staff edit the text, and each change they save is a version.
    """

    cache_tags = ("site",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    slug = models.CharField(max_length=60, unique=True, editable=False)
    title = models.CharField(max_length=120)
    lead = models.CharField(
        max_length=300, help_text="One sentence, shown below the title and in search results."
    )
    text = models.TextField(max_length=LONGEST_TEXT, help_text=page_text.HELP)
    version = models.PositiveIntegerField(default=1, editable=False)

    objects = PageQuerySet.as_manager()

    class Meta:
        ordering = ("slug",)

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return f"/mobile/{self.slug}" if self.slug in _OF_THE_APP else f"/{self.slug}"

    def clean(self) -> None:
        """Refuse unknown placeholders: the page would show them with their braces."""
        for name in ("title", "lead"):
            if errors := placeholders.errors(getattr(self, name), known=business_constants.names()):
                raise ValidationError({name: errors})
        if errors := page_text.validation_errors(self.text):
            raise ValidationError({"text": errors})


class PageVersionQuerySet(InvalidatesCacheQuerySet["PageVersion"]):
    pass


class PageVersion(InvalidatesCache, models.Model):
    """
    The text of a page from a date and time until the next version's. Never changed or deleted.

    Only its review is added later.
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
        max_length=120,
        blank=True,
        help_text="Who reviewed this version, with their role, such as 'advocate'.",
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
                violation_error_message="Enter both the date of the review and the reviewer.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title}, version {self.number}"

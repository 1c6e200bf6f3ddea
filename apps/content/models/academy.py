from typing import ClassVar, Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone

from apps.content import chapter_text
from apps.core.cache_invalidation import DatedQuerySet, InvalidatesCache, PublishedQuerySet
from apps.core.ids import new_id
from apps.core.model_fields import LinesField, validate_strings
from apps.core.publishing import PUBLIC_FROM_HELP

MAX_OPTIONS = 5
MAX_OPTION_LENGTH = 200

TEXT_HELP = (
    "Markdown. Headings start with ##. '[figure: name]' on a line of its own inserts a drawing, "
    "'[formula: a = b / c]' a formula. Unsafe HTML is removed when the chapter is shown."
)


class AcademyModuleQuerySet(PublishedQuerySet["AcademyModule"]):
    def in_order(self) -> Self:
        return self.order_by("position", "pk")


class AcademyModule(InvalidatesCache, models.Model):
    """A part of the academy: chapters in a fixed order."""

    cache_tags = ("academy",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    title = models.CharField(max_length=120)
    weburlname = models.SlugField("slug", max_length=120, unique=True)
    summary = models.CharField(max_length=300, help_text="One or two sentences.")
    position = models.PositiveSmallIntegerField(default=0, help_text="Lower numbers come first.")
    is_published = models.BooleanField("published", default=False)

    objects = AcademyModuleQuerySet.as_manager()

    class Meta:
        verbose_name = "academy module"
        ordering = ("position", "id")
        indexes: ClassVar = [models.Index(fields=["position", "id"], name="academy_modules_in_order")]

    def __str__(self) -> str:
        return self.title


class AcademyChapterQuerySet(DatedQuerySet["AcademyChapter"]):
    def in_order(self) -> Self:
        return self.order_by("position", "pk")


class AcademyChapter(InvalidatesCache, models.Model):
    """
    A chapter as its author wrote it, in Markdown.

    It is rendered and sanitised when it is shown, so a stricter sanitiser also covers older chapters.
    """

    cache_tags = ("academy",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    module = models.ForeignKey(AcademyModule, models.CASCADE, related_name="chapters")
    title = models.CharField(max_length=120)
    weburlname = models.SlugField("slug", max_length=120)
    summary = models.CharField(max_length=300, help_text="One or two sentences; search engines show them.")
    text = models.TextField(max_length=60_000, help_text=TEXT_HELP)
    position = models.PositiveSmallIntegerField(default=0, help_text="Lower numbers come first.")
    is_published = models.BooleanField("published", default=False)
    published_at = models.DateTimeField("public from", default=timezone.now, help_text=PUBLIC_FROM_HELP)
    updated_at = models.DateTimeField(auto_now=True)

    objects = AcademyChapterQuerySet.as_manager()

    class Meta:
        verbose_name = "academy chapter"
        ordering = ("position", "id")
        indexes: ClassVar = [
            models.Index(fields=["module", "position", "id"], name="academy_chapters_in_order"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["module", "weburlname"],
                name="one_academy_chapter_an_address",
                violation_error_message="This module already has a chapter with this slug.",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        """Refuse unknown figures and invalid formulas: the page would show them as text in brackets."""
        errors = chapter_text.validation_errors(self.text)
        if errors:
            raise ValidationError({"text": errors})


def validate_options(options: list[str]) -> None:
    if not 2 <= len(options) <= MAX_OPTIONS:
        raise ValidationError(f"Enter 2 to {MAX_OPTIONS} options, one per line.")
    if any(len(option) > MAX_OPTION_LENGTH for option in options):
        raise ValidationError(f"An option can have at most {MAX_OPTION_LENGTH} characters.")


class ChapterQuestion(InvalidatesCache, models.Model):
    """A question at the end of a chapter. A member who answers all of them right has read it."""

    cache_tags = ("academy",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    chapter = models.ForeignKey(AcademyChapter, models.CASCADE, related_name="questions")
    text = models.CharField("question", max_length=300)
    options = LinesField(validators=[validate_strings, validate_options], help_text="One per line.")
    right_option = models.PositiveSmallIntegerField(
        validators=[MinValueValidator(1), MaxValueValidator(MAX_OPTIONS)],
        help_text="The number of the right option; 1 is the first.",
    )
    explanation = models.CharField(
        max_length=400, help_text="Why it is right; shown with the result, whatever was chosen."
    )
    position = models.PositiveSmallIntegerField(default=0, help_text="Lower numbers come first.")

    class Meta:
        ordering = ("position", "id")
        indexes: ClassVar = [
            models.Index(fields=["chapter", "position", "id"], name="questions_of_chapter"),
        ]

    def __str__(self) -> str:
        return self.text

    def clean(self) -> None:
        if self.right_option and self.right_option > len(self.options or []):
            raise ValidationError({"right_option": "There is no option with this number."})


class ChapterRead(models.Model):
    """A member has read a chapter: answered its questions, or without any scrolled to its end."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    chapter = models.ForeignKey(AcademyChapter, models.CASCADE, related_name="+")
    read_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "chapters read"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "chapter"], name="a_chapter_is_read_once"),
        ]

    def __str__(self) -> str:
        return f"{self.chapter_id} at {self.read_at:%Y-%m-%d}"

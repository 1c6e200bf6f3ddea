from typing import ClassVar

from django.core.exceptions import ValidationError
from django.db import models

from apps.content import glossary
from apps.content.models.academy import AcademyChapter
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id
from apps.core.model_fields import LinesField, validate_strings

MAX_ALIASES = 10
MAX_TERM_LENGTH = 60


def validate_aliases(aliases: list[str]) -> None:
    if len(aliases) > MAX_ALIASES:
        raise ValidationError(f"Enter at most {MAX_ALIASES} other spellings.")
    if any(len(alias) > MAX_TERM_LENGTH for alias in aliases):
        raise ValidationError(f"A spelling can have at most {MAX_TERM_LENGTH} characters.")


class GlossaryTerm(InvalidatesCache, models.Model):
    """A word that chapters of the academy use, with a definition in plain text."""

    cache_tags = ("academy",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    term = models.CharField(
        max_length=MAX_TERM_LENGTH,
        help_text="As the glossary lists it. With capitals inside, such as STT, it is found only as written.",
    )
    weburlname = models.SlugField("slug", max_length=MAX_TERM_LENGTH, unique=True)
    aliases = LinesField(
        "other spellings",
        default=list,
        blank=True,
        validators=[validate_strings, validate_aliases],
        help_text="Plurals and other words for it, one per line.",
    )
    definition = models.CharField(max_length=400, help_text="One to three short sentences, plain text.")
    chapter = models.ForeignKey(
        AcademyChapter,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="The chapter that explains it.",
    )

    objects = InvalidatesCacheQuerySet.as_manager()

    class Meta:
        ordering = ("term", "id")
        indexes: ClassVar = [models.Index(fields=["term", "id"], name="glossary_in_order")]

    def __str__(self) -> str:
        return self.term

    def clean(self) -> None:
        """Refuse spellings without a letter or digit: they could not be found in a text."""
        if self.term and not glossary.words_of(self.term):
            raise ValidationError({"term": "Enter a word."})
        if any(not glossary.words_of(alias) for alias in self.aliases or ()):
            raise ValidationError({"aliases": "Each spelling needs a word."})

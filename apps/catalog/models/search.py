from typing import ClassVar

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower

from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.search_tokens import MAX_TOKEN_LENGTH, query_tokens


class SearchDocument(models.Model):
    """
    The words of a published course in four weighted fields; written by `services.search_documents`.

    A title in another script has the words of the slug with it, which people type in Latin letters.

    The databases derive their full-text indexes from this table, SQLite by triggers. SQLite drops these when
    a migration rebuilds the table: such a migration must create them again, with `migrations/_search_tables`.
    """

    # SQLite's FTS5 identifies rows by integers.
    id = models.BigAutoField(primary_key=True)
    course = models.OneToOneField("catalog.Course", models.CASCADE, related_name="search_document")
    title = models.TextField()
    people = models.TextField(help_text="The category and the instructors.")
    goals = models.TextField(help_text="The short description and what learners will learn.")
    topics = models.TextField(help_text="The titles of chapters and topics.")

    def __str__(self) -> str:
        return self.title


class SearchWord(models.Model):
    """A word of the documents, for correcting typos. Words that no document has any more are ignored."""

    id = models.BigAutoField(primary_key=True)
    word = models.CharField(max_length=MAX_TOKEN_LENGTH, unique=True)

    def __str__(self) -> str:
        return self.word


class SearchSynonymQuerySet(InvalidatesCacheQuerySet["SearchSynonym"]):
    pass


class SearchSynonym(InvalidatesCache, models.Model):
    """What a word of a search stands for besides itself, as staff keep it."""

    cache_tags = ("synonyms", "catalog")

    word = models.CharField(
        max_length=MAX_TOKEN_LENGTH,
        help_text="What people type, such as 'F&O'. Upper and lower case and punctuation do not matter.",
    )
    stands_for = models.CharField(
        max_length=200,
        help_text=(
            "What it finds besides itself: words, or several that belong together, separated by commas, such "
            "as 'futures, options'. A language, a level and 'free' filter the courses."
        ),
    )

    objects = SearchSynonymQuerySet.as_manager()

    class Meta:
        ordering = ("word", "id")
        constraints: ClassVar = [
            models.UniqueConstraint(
                Lower("word"),
                name="one_search_synonym_a_word",
                violation_error_message="There is an entry for this word. Add to that one.",
            ),
        ]

    def __str__(self) -> str:
        return self.word

    def clean(self) -> None:
        """Refuse what no search could contain."""
        texts = {"word": [self.word], "stands_for": self.stands_for.split(",")}
        errors = {
            name: "Enter letters or digits."
            for name, parts in texts.items()
            if not all(query_tokens(part) for part in parts)
        }
        if errors:
            raise ValidationError(errors)

from django.db import models

from apps.core.search_tokens import MAX_TOKEN_LENGTH


class SearchDocument(models.Model):
    """
    The words of a published course in four weighted fields; written by `services.search_documents`.

    The databases derive their full-text indexes from this table, SQLite by triggers. SQLite drops these when
    a migration rebuilds the table: such a migration must create them again, as `0007_search_engines` does.
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

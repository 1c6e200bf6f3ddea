from django.db import models

from apps.core.search_tokens import LONGEST_WORD


class SearchDocument(models.Model):
    """
    The words of a published course, apart by how much they tell; written by `services.search_documents`.

    The tables and columns that databases search in hang on this one by triggers, which SQLite loses when a
    migration changes the table: such a migration has to make them again, as `0007_search_engines` does.
    """

    # SQLite's search knows rows by whole numbers alone.
    id = models.BigAutoField(primary_key=True)
    course = models.OneToOneField("catalog.Course", models.CASCADE, related_name="search_document")
    title = models.TextField()
    people = models.TextField(help_text="The category and the instructors.")
    goals = models.TextField(help_text="The lead and what one will learn.")
    topics = models.TextField(help_text="The titles of chapters and topics.")

    def __str__(self) -> str:
        return self.title


class SearchWord(models.Model):
    """A word of some document, for those who mistype it; one that is in none any more is never suggested."""

    id = models.BigAutoField(primary_key=True)
    word = models.CharField(max_length=LONGEST_WORD, unique=True)

    def __str__(self) -> str:
        return self.word

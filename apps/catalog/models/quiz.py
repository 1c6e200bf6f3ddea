from typing import ClassVar

from django.db import models

from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id


class QuestionQuerySet(InvalidatesCacheQuerySet["Question"]):
    pass


class Question(InvalidatesCache, models.Model):
    """A question of a quiz topic. It is marked on the server; the right answer is not sent before."""

    cache_tags = ("catalog",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    topic = models.ForeignKey("catalog.Topic", models.CASCADE, related_name="questions")
    text = models.CharField(max_length=400)
    explanation = models.TextField(max_length=1000, help_text="Shown once the question is answered.")
    position = models.PositiveSmallIntegerField(default=0, help_text="Lower numbers come first.")

    objects = QuestionQuerySet.as_manager()

    class Meta:
        ordering = ("position", "id")
        indexes: ClassVar = [models.Index(fields=["topic", "position", "id"], name="question_of_topic")]

    def __str__(self) -> str:
        return self.text


class OptionQuerySet(InvalidatesCacheQuerySet["Option"]):
    pass


class Option(InvalidatesCache, models.Model):
    """An answer to choose. Each question has exactly one right option."""

    cache_tags = ("catalog",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    question = models.ForeignKey(Question, models.CASCADE, related_name="options")
    text = models.CharField(max_length=300)
    is_right = models.BooleanField("correct", default=False)
    position = models.PositiveSmallIntegerField(default=0, help_text="Lower numbers come first.")

    objects = OptionQuerySet.as_manager()

    class Meta:
        ordering = ("position", "id")
        indexes: ClassVar = [models.Index(fields=["question", "position", "id"], name="option_of_question")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["question"],
                condition=models.Q(is_right=True),
                name="one_right_option_a_question",
                violation_error_message="Only one answer can be correct.",
            ),
        ]

    def __str__(self) -> str:
        return self.text

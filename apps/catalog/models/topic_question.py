from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from apps.core.ids import new_id


class TopicQuestionQuerySet(models.QuerySet["TopicQuestion"]):
    def unanswered(self) -> "TopicQuestionQuerySet":
        return self.filter(answered_at__isnull=True, is_hidden=False)


class TopicQuestion(models.Model):
    """
    A learner's question under a topic. Until staff answer it, only the learner sees it.

    Not to be confused with `Question`, which is part of a quiz.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    topic = models.ForeignKey("catalog.Topic", models.CASCADE, related_name="+")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    question_id = models.UUIDField(
        help_text="Made by the browser, so that a repeated request asks nothing twice."
    )
    display_name = models.CharField(max_length=80, help_text="The name that other learners see.")
    text = models.TextField(max_length=1200)
    asked_at = models.DateTimeField()
    answer = models.TextField(
        max_length=4000,
        blank=True,
        help_text="Plain text. The question and its answer become visible to learners.",
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    is_hidden = models.BooleanField(
        "hidden", default=False, help_text="Hidden from other learners; whoever asked still sees it."
    )

    objects = TopicQuestionQuerySet.as_manager()

    class Meta:
        verbose_name = "learner's question"
        verbose_name_plural = "learners' questions"
        ordering = ("-asked_at", "-id")
        indexes: ClassVar = [
            models.Index(fields=["topic", "-answered_at", "-id"], name="questions_of_topic"),
            models.Index(fields=["person", "-asked_at"], name="questions_of_person"),
            models.Index(
                fields=["asked_at", "id"], name="questions_to_answer", condition=Q(answered_at__isnull=True)
            ),
            models.Index(fields=["-asked_at", "-id"], name="questions_newest"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "topic", "question_id"], name="question_asked_once"),
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True, answer="")
                | (Q(answered_at__isnull=False) & ~Q(answer="")),
                name="question_answer_has_time",
            ),
        ]

    def __str__(self) -> str:
        return f"question by {self.display_name}"

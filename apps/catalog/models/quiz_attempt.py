from typing import ClassVar

from django.conf import settings
from django.db import models

from apps.core.ids import new_id


class QuizAttempt(models.Model):
    """What a person answered in a quiz, as it was marked then: staff may change the questions later."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    topic = models.ForeignKey("catalog.Topic", models.CASCADE, related_name="+")
    right = models.PositiveSmallIntegerField()
    total = models.PositiveSmallIntegerField()
    attempted_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["person", "topic", "-attempted_at", "-id"], name="attempts_of_person"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(right__lte=models.F("total")), name="attempt_right_within_total"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.right} of {self.total}"

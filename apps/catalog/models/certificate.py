from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from apps.catalog import certificate_codes
from apps.core.ids import new_id


class Certificate(models.Model):
    """
    States that a person completed a course. Name and title are as they were when it was issued.

    After a withdrawal the row stays, without what was certified: that the person completed the course is
    still known, so they can have it issued again.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    # A certificate stays valid when staff delete a course that nobody owns.
    course = models.ForeignKey("catalog.Course", models.SET_NULL, null=True, related_name="+")
    code = models.CharField(max_length=certificate_codes.LENGTH, unique=True, null=True)
    learner_name = models.CharField(max_length=80, blank=True)
    course_title = models.CharField(max_length=120, blank=True)
    issued_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "course"], name="one_certificate_a_person_and_course"),
            models.CheckConstraint(
                condition=Q(code__isnull=False, withdrawn_at__isnull=True)
                & ~Q(learner_name="")
                & ~Q(course_title="")
                | Q(code__isnull=True, withdrawn_at__isnull=False, learner_name="", course_title=""),
                name="certificate_is_whole_or_withdrawn",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.course_title or 'Withdrawn'} ({self.issued_at:%Y-%m-%d})"

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from apps.catalog import certificate_codes
from apps.core.ids import new_id


class Certificate(models.Model):
    """
    States that a person completed a course. Name and title are as they were when it was issued.

    Its owner can withdraw it: the row stays, without what was certified. That the person completed the course
    is still known, so they can have it issued again. When staff revoke it, everything stays, so that they can
    undo it; the owner cannot have another one issued.
    """

    REASON_LENGTH: ClassVar = 300

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    # A certificate stays valid when staff delete a course that nobody owns.
    course = models.ForeignKey("catalog.Course", models.SET_NULL, null=True, related_name="+")
    code = models.CharField(max_length=certificate_codes.LENGTH, unique=True, null=True)
    learner_name = models.CharField(max_length=80, blank=True)
    course_title = models.CharField(max_length=120, blank=True)
    issued_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField("withdrawn by the learner on", null=True)
    revoked_at = models.DateTimeField("withdrawn by staff on", null=True)
    revocation_reason = models.CharField(
        "reason", max_length=REASON_LENGTH, blank=True, default="", db_default=""
    )

    class Meta:
        permissions: ClassVar = [("withdraw_certificate", "Can withdraw certificates")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "course"], name="one_certificate_a_person_and_course"),
            models.CheckConstraint(
                condition=Q(code__isnull=False, withdrawn_at__isnull=True)
                & ~Q(learner_name="")
                & ~Q(course_title="")
                | Q(code__isnull=True, withdrawn_at__isnull=False, learner_name="", course_title=""),
                name="certificate_is_whole_or_withdrawn",
            ),
            models.CheckConstraint(
                condition=Q(revoked_at__isnull=True, revocation_reason="")
                | Q(revoked_at__isnull=False, code__isnull=False) & ~Q(revocation_reason=""),
                name="only_a_whole_certificate_is_revoked",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.course_title or 'Withdrawn'} ({self.issued_at:%Y-%m-%d})"

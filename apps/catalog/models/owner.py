from typing import ClassVar

from django.conf import settings
from django.db import models


class CourseOwner(models.Model):
    """
    A person who bought, booked or was given a course, whether their access is still valid or not.

    Entitlements store a course's id without a foreign key. The foreign key of this row keeps Django and the
    database from deleting a course that somebody owns; the triggers of `migrations/_owned_parts` look for
    this row when a chapter, topic, question or file of the course is deleted.
    """

    course = models.ForeignKey("catalog.Course", models.PROTECT, related_name="owners", db_index=False)
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    objects = models.Manager["CourseOwner"]()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["course", "person"], name="one_owner_a_course_and_person"),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} owns {self.course_id}"

from typing import ClassVar

from django.conf import settings
from django.db import models


class CourseOwner(models.Model):
    """
    Somebody who bought, booked or was given a course, whether their access still lasts or not.

    Entitlements know a course by its id alone. This row's foreign key is why neither Django nor the database
    deletes a course that somebody owns; triggers of migration 0013 look for it when a part is deleted.
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

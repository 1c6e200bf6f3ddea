from typing import ClassVar

from django.conf import settings
from django.db import models

from apps.core.ids import new_id
from apps.office.states import WordingKey


class WordingApproval(models.Model):
    """
    That Compliance approved a wording as it was: it counts while the site has exactly this text.

    Rows are added and never changed, so they also tell who approved what the site said before.
    """

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    wording = models.CharField(max_length=20, choices=WordingKey)
    text = models.CharField(max_length=160)
    approved_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    approved_by_name = models.CharField(max_length=80, help_text="As it was on that day.")
    approved_at = models.DateTimeField()

    class Meta:
        default_permissions = ()
        permissions: ClassVar = [
            ("approve_wording", "Can approve the wordings that advertise"),
            ("view_readiness", "Can see what is missing before the site opens"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["wording", "text"], name="a_wording_is_approved_once"),
        ]

    def __str__(self) -> str:
        return f"{self.get_wording_display()}: {self.text}"

from typing import ClassVar

from django.db import models

from apps.accounts.consent_texts import SPECIFIED
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet


class LoginSettingsQuerySet(InvalidatesCacheQuerySet["LoginSettings"]):
    pass


class LoginSettings(InvalidatesCache, models.Model):
    """What staff decide about the login form. There is one row; without it the defaults count."""

    cache_tags = ("site",)

    ONLY_ID = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY_ID, editable=False)
    consent_is_required = models.BooleanField(
        "consent is a condition of login",
        default=True,
        help_text="Yes: Continue works only while the WhatsApp box is ticked. No: the box is optional.",
    )
    consent_label = models.CharField(
        "label of the WhatsApp box",
        max_length=160,
        default=SPECIFIED,
        help_text="What people agree to. The consent history stores the wording of its day.",
    )

    objects = LoginSettingsQuerySet.as_manager()

    class Meta:
        verbose_name = "login settings"
        verbose_name_plural = "login settings"
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(id=1), name="login_settings_are_one_row"),
        ]

    def __str__(self) -> str:
        return "Login form"

import re
from typing import ClassVar

from django.core.exceptions import ValidationError
from django.db import models

from apps.accounts.states import MessageChannel

PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")

VARIABLE_TYPES = ("digits", "text", "name", "date", "time", "amount", "link")


class MessageTemplate(models.Model):
    """
    The exact text of one message on one channel, as it is registered, with its typed variables.

    Nothing else is ever sent: whoever sends names a template and gives exactly its variables.
    """

    key = models.SlugField(max_length=40, help_text="What the code calls it, such as 'otp'.")
    channel = models.CharField(max_length=10, choices=MessageChannel)
    registered_id = models.CharField(
        max_length=60, blank=True, help_text="The id under which the operator or provider has registered it."
    )
    subject = models.CharField(max_length=150, blank=True, help_text="Mail only.")
    body = models.TextField(help_text="Variables stand in braces: {otp}.")
    variables = models.JSONField(
        default=dict,
        blank=True,
        help_text='Name and type of each: {"otp": "digits"}. Types: ' + ", ".join(VARIABLE_TYPES) + ".",
    )
    is_marketing = models.BooleanField(
        default=False, help_text="Sent only to those whose consent is live at that moment."
    )
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("key", "channel")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["key", "channel"], name="one_template_a_key_and_channel"),
        ]

    def __str__(self) -> str:
        return f"{self.key} by {self.get_channel_display()}"

    def clean(self) -> None:
        types = self.variables
        is_sound = isinstance(types, dict) and all(kind in VARIABLE_TYPES for kind in types.values())
        if not is_sound:
            raise ValidationError({"variables": "Each variable needs a name and one of the listed types."})
        used = set(PLACEHOLDER.findall(self.subject + self.body))
        if used != set(types):
            raise ValidationError({"variables": "The text and this list must name the same variables."})

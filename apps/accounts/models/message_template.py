import re
from typing import ClassVar

from django.core.exceptions import ValidationError
from django.db import models

from apps.accounts.states import MessageChannel
from apps.core import placeholders
from apps.core.formatting import words_of

PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")

VARIABLE_TYPES = ("digits", "text", "part", "multiline", "name", "date", "time", "datetime", "amount", "link")


class MessageTemplate(models.Model):
    """
    The text of a message on one channel, as registered with the operator, with its typed variables.

    Every message is rendered from a template and exactly its variables.
    """

    key = models.SlugField(max_length=40, help_text="The name that the code uses, such as 'otp'.")
    channel = models.CharField(max_length=10, choices=MessageChannel)
    registered_id = models.CharField(
        max_length=60, blank=True, help_text="The template ID at the telecom operator or provider."
    )
    subject = models.CharField(max_length=150, blank=True, help_text="For email only.")
    body = models.TextField(help_text="Write variables in braces: {otp}.")
    variables = models.JSONField(
        default=dict,
        blank=True,
        help_text='Name and type of each variable: {"otp": "digits"}. Types: '
        + ", ".join(VARIABLE_TYPES)
        + ".",
    )
    is_marketing = models.BooleanField(
        default=False, help_text="Sent only to people whose consent is valid when it is sent."
    )
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("key", "channel")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["key", "channel"], name="one_template_a_key_and_channel"),
        ]

    def __str__(self) -> str:
        return f"{words_of(self.key)} by {self.get_channel_display()}"

    def clean(self) -> None:
        types = self.variables
        is_sound = isinstance(types, dict) and all(kind in VARIABLE_TYPES for kind in types.values())
        if not is_sound:
            raise ValidationError({"variables": "Each variable needs a name and one of the types below."})
        text = self.subject + self.body
        unknown = placeholders.errors(text, known=types)
        if unknown or set(PLACEHOLDER.findall(text)) != set(types):
            asked = "The text and this list must contain the same variables."
            raise ValidationError({"variables": [asked, *unknown]})

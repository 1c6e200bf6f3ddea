from typing import ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import models

from apps.core import images
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id
from apps.core.model_fields import LinesField, validate_strings

MAX_CREDENTIALS = 8
MAX_CREDENTIAL_LENGTH = 300

_validate_url = URLValidator(schemes=["https"])


def validate_credentials(lines: list[str]) -> None:
    if len(lines) > MAX_CREDENTIALS:
        raise ValidationError(f"List at most {MAX_CREDENTIALS} credentials.")
    for line in lines:
        if len(line) > MAX_CREDENTIAL_LENGTH:
            raise ValidationError(f"A credential can have at most {MAX_CREDENTIAL_LENGTH} characters.")
        text, url = split_credential(line)
        if not text:
            raise ValidationError("A link needs a text before it.")
        if url:
            _check_url(url)


def _check_url(url: str) -> None:
    try:
        _validate_url(url)
    except ValidationError:
        # Its own code is the field's as well, whose message would replace the validator's.
        raise ValidationError(f"This is not a URL: {url}") from None


def split_credential(line: str) -> tuple[str, str]:
    """The text and the link at its end, if there is one."""
    words = line.split()
    if words and words[-1].startswith("https://"):
        return " ".join(words[:-1]), words[-1]
    return " ".join(words), ""


class InstructorQuerySet(InvalidatesCacheQuerySet["Instructor"]):
    pass


class Instructor(InvalidatesCache, models.Model):
    """Somebody who teaches a course, hosts a webinar or leads a program."""

    cache_tags = ("catalog", "live")

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=80, unique=True)
    experience = models.CharField(
        max_length=40, blank=True, help_text="Shown as entered, such as '12 years'."
    )
    bio = models.TextField(max_length=1200, blank=True)
    credentials = LinesField(
        validators=[validate_strings, validate_credentials],
        help_text="One per line, such as 'CFA charterholder'. A link at the end of a line, beginning with "
        "https://, is shown as a link: 'SEBI research analyst INH000000000 https://...'.",
    )
    languages = LinesField(help_text="One per line, such as 'Hindi'.")
    photo = images.ResponsiveImageField(
        spec=images.MENTOR,
        upload_to="instructors/",
        blank=True,
        help_text="Shown as a circle, cropped to the centre. Leave empty for the initials.",
    )

    objects = InstructorQuerySet.as_manager()

    class Meta:
        ordering = ("name", "id")
        indexes: ClassVar = [models.Index(fields=["name", "id"], name="instructor_by_name")]

    def __str__(self) -> str:
        return self.name

from contextlib import suppress
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import FileExtensionValidator, URLValidator
from django.db import models

from apps.core import images
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id
from apps.core.model_fields import LinesField, validate_strings

MAX_CREDENTIALS = 8
MAX_CREDENTIAL_LENGTH = 300
MAX_FILM_BYTES = 40 * 2**20
_CAPTIONS = (b"WEBVTT", b"\xef\xbb\xbfWEBVTT")

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

    film = models.FileField(
        "introduction film",
        upload_to="instructors/films/",
        blank=True,
        validators=[FileExtensionValidator(["mp4", "webm"])],
        help_text="A minute in which they introduce themselves, at most 40 MB. Public.",
    )
    film_captions = models.FileField(
        "captions of the film",
        upload_to="instructors/films/",
        blank=True,
        validators=[FileExtensionValidator(["vtt"])],
        help_text="WebVTT, in the language that is spoken. A film is not shown without them.",
    )
    film_language = models.CharField(
        "language of the film",
        max_length=2,
        choices=[("en", "English"), ("hi", "Hindi")],
        default="en",
        db_default="en",
    )

    objects = InstructorQuerySet.as_manager()

    class Meta:
        verbose_name = "mentor"
        ordering = ("name", "id")
        indexes: ClassVar = [models.Index(fields=["name", "id"], name="instructor_by_name")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return f"/mentors/{self.slug}"

    def clean(self) -> None:
        if self.film and not self.film_captions:
            raise ValidationError({"film_captions": "The film needs captions: not everybody can hear it."})
        # A row can be edited even if its file is missing.
        with suppress(FileNotFoundError):
            if self.film and self.film.size > MAX_FILM_BYTES:
                raise ValidationError({"film": f"The film is larger than {MAX_FILM_BYTES // 2**20} MB."})
        with suppress(FileNotFoundError):
            if self.film_captions and not _starts_as_captions(self.film_captions):
                raise ValidationError({"film_captions": "The content of this file is not WebVTT."})


def _starts_as_captions(file: Any) -> bool:
    start: bytes = file.open("rb").read(16)
    file.seek(0)
    return start.startswith(_CAPTIONS)

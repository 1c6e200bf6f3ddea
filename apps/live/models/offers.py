"""What webinars, mentorships and trading programs have in common."""

from typing import ClassVar

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils import timezone

from apps.core import pictures
from apps.core.cache_invalidation import InvalidatesCache
from apps.core.ids import new_id
from apps.core.model_fields import LinesField, PaiseField

HAS_ROOM = models.Q(capacity__isnull=True) | models.Q(taken__lt=models.F("capacity"))
"""Of appointments: that a seat is left."""


class Offer(InvalidatesCache, models.Model):
    """Something live that visitors are shown and somebody hosts."""

    cache_tags = ("live",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    title = models.CharField(max_length=120)
    weburlname = models.SlugField(
        "address name", max_length=120, unique=True, help_text="The last part of its address."
    )
    host = models.ForeignKey("content.Instructor", models.PROTECT, related_name="+")
    long_description = models.TextField(max_length=6000, blank=True)
    agenda = LinesField()
    hue = models.PositiveSmallIntegerField(
        default=255,
        validators=[MaxValueValidator(359)],
        help_text="Colour of the drawn covers, 0 to 359: 60 is copper, 200 teal, 255 blue, 300 violet.",
    )
    banner = pictures.PictureField(
        place=pictures.BANNER,
        upload_to="live/",
        blank=True,
        help_text="16 to 9, best 720 pixels wide or more; empty: a cover is drawn.",
    )
    small_banner = pictures.PictureField(
        place=pictures.TILE,
        upload_to="live/",
        blank=True,
        help_text="Square, best 400 pixels wide or more; empty: a cover is drawn.",
    )
    is_published = models.BooleanField(default=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.title


class Appointment(models.Model):
    """What happens once, from one moment to another, with seats and a room that only who booked may know."""

    booked_as: ClassVar[str]
    """The column of a booking that names such a thing."""

    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    capacity = models.PositiveIntegerField("seats", null=True, blank=True, help_text="Empty: no limit.")
    taken = models.PositiveIntegerField(
        "seats taken", default=0, editable=False, help_text="Booked, or held for a payment."
    )
    join_url = models.URLField(blank=True, help_text="Shown to those who booked, shortly before the start.")
    recording_url = models.URLField(
        blank=True,
        help_text="Shown to those who booked, after the end. Needs the date beside it.",
    )
    market_data_date = models.DateField(
        "latest market data date",
        null=True,
        blank=True,
        help_text="The youngest prices that the recording shows; with none in it, the day of the event.",
    )
    revision = models.PositiveIntegerField(
        default=0, editable=False, help_text="How often it was moved or called off."
    )
    revised_at = models.DateTimeField(default=timezone.now, editable=False)
    called_off_at = models.DateTimeField(null=True, editable=False)
    called_off_reason = models.CharField(max_length=200, blank=True, editable=False)

    class Meta:
        abstract = True
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(ends_at__gt=models.F("starts_at")),
                name="%(class)s_ends_after_start",
                violation_error_message="The end must be after the start.",
            ),
            models.CheckConstraint(
                condition=models.Q(capacity__isnull=True) | models.Q(capacity__gte=1),
                name="%(class)s_has_a_seat",
                violation_error_message="There must be at least one seat, or no limit.",
            ),
            models.CheckConstraint(
                condition=models.Q(capacity__isnull=True) | models.Q(taken__lte=models.F("capacity")),
                name="%(class)s_seats_for_all",
                violation_error_message="More seats than that are taken already.",
            ),
        ]

    @property
    def is_called_off(self) -> bool:
        return self.called_off_at is not None


class Priced(models.Model):
    """A price for the whole, and the one struck through."""

    price_paise = PaiseField("price paise", default=0)
    markup_price_paise = PaiseField(
        "markup price paise", null=True, blank=True, help_text="Struck through; empty: none."
    )

    class Meta:
        abstract = True
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(price_paise__gte=0), name="%(class)s_price_not_negative"
            ),
            models.CheckConstraint(
                condition=models.Q(markup_price_paise__isnull=True)
                | models.Q(markup_price_paise__gt=models.F("price_paise")),
                name="%(class)s_markup_price_above_price",
                violation_error_message="The markup price must be above the price, or empty.",
            ),
        ]

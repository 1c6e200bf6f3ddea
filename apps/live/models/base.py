"""Abstract bases of webinars, mentorships, live trading programs and their sessions."""

from typing import ClassVar

from django.core.validators import MaxValueValidator
from django.db import models
from django.utils import timezone

from apps.catalog.states import Language
from apps.core import images
from apps.core.cache_invalidation import InvalidatesCache
from apps.core.ids import new_id
from apps.core.model_fields import LinesField, PaiseField
from apps.core.price_fields import PriceField
from apps.core.publishing import PublishableModel
from apps.core.struck_prices import require_last_day
from apps.media.states import AssetKind

HAS_FREE_SEAT = models.Q(capacity__isnull=True) | models.Q(seats_taken__lt=models.F("capacity"))
"""A filter for subclasses of `SeatedModel`."""


class ListedModel(InvalidatesCache, PublishableModel):
    """Has a host and a public page: webinars, mentorships and programs."""

    cache_tags = ("live",)
    path: ClassVar[str]
    """The first part of the URLs of these pages."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    title = models.CharField(max_length=120)
    weburlname = models.SlugField(
        "slug", max_length=120, unique=True, help_text="The last part of the page's URL."
    )
    host = models.ForeignKey("content.Instructor", models.PROTECT, verbose_name="mentor", related_name="+")
    language = models.CharField(
        max_length=20, choices=Language, default=Language.ENGLISH, db_default=Language.ENGLISH
    )
    # No index of its own: those of the lists begin with it.
    category = models.ForeignKey(
        "catalog.Category",
        models.PROTECT,
        null=True,
        blank=True,
        db_index=False,
        related_name="+",
        help_text="The subject, for the filters of the lists. The categories are those of courses.",
    )
    long_description = models.TextField(max_length=6000, blank=True)
    agenda = LinesField()
    hue = models.PositiveSmallIntegerField(
        default=255,
        validators=[MaxValueValidator(359)],
        help_text="Hue of generated covers, 0 to 359: 60 is copper, 200 teal, 255 blue, 300 violet.",
    )
    banner = images.ResponsiveImageField(
        spec=images.BANNER,
        upload_to="live/",
        blank=True,
        help_text="16:9, ideally at least 720 pixels wide. Needed before publishing.",
    )
    small_banner = images.ResponsiveImageField(
        spec=images.TILE,
        upload_to="live/",
        blank=True,
        help_text="Square, ideally at least 400 pixels wide. Leave empty for a generated cover.",
    )
    is_published = models.BooleanField("published", default=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return f"/{self.path}/{self.weburlname}"


class TimedModel(models.Model):
    """Takes place from one time to another, and can be rescheduled and cancelled."""

    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    revision = models.PositiveIntegerField(
        default=0, editable=False, help_text="How often it was rescheduled or cancelled."
    )
    revised_at = models.DateTimeField(default=timezone.now, editable=False)
    previous_starts_at = models.DateTimeField(
        null=True, editable=False, help_text="The start before it was last rescheduled to another."
    )
    cancelled_at = models.DateTimeField("cancelled on", null=True, editable=False)
    cancellation_reason = models.CharField(max_length=200, blank=True, editable=False)

    class Meta:
        abstract = True
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(ends_at__gt=models.F("starts_at")),
                name="%(class)s_ends_after_start",
                violation_error_message="The end must be after the start.",
            ),
        ]

    @property
    def is_cancelled(self) -> bool:
        return self.cancelled_at is not None


class RoomModel(models.Model):
    """Has a room that people join, and a recording afterwards."""

    join_url = models.URLField(
        "join link",
        blank=True,
        help_text="Opens for attendees shortly before the start. They never see the link itself.",
    )
    recording_url = models.URLField(
        "recording link",
        blank=True,
        help_text="Opens for attendees after the end, once the latest market data date is set.",
    )
    recording = models.ForeignKey(
        "media.Asset",
        models.PROTECT,
        null=True,
        blank=True,
        limit_choices_to={"kind": AssetKind.VIDEO},
        related_name="+",
        verbose_name="recording",
        help_text="A video of ours. It plays on the site; a recording link opens elsewhere.",
    )
    market_data_date = models.DateField(
        "latest market data date",
        null=True,
        blank=True,
        help_text="Date of the latest prices in the recording, or the day of the event if it shows none.",
    )

    class Meta:
        abstract = True


class SeatedModel(models.Model):
    """Has seats: webinars, mentorships and sessions."""

    booking_field: ClassVar[str]
    """The foreign key of `Booking` that points to this model."""

    capacity = models.PositiveIntegerField(
        "seats", null=True, blank=True, help_text="Leave empty for no limit."
    )
    seats_taken = models.PositiveIntegerField(
        default=0, editable=False, help_text="Booked, or held while somebody pays."
    )

    class Meta:
        abstract = True
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(capacity__isnull=True) | models.Q(capacity__gte=1),
                name="%(class)s_has_a_seat",
                violation_error_message="There must be at least one seat, or no limit.",
            ),
            models.CheckConstraint(
                condition=models.Q(capacity__isnull=True) | models.Q(seats_taken__lte=models.F("capacity")),
                name="%(class)s_seats_for_all",
                violation_error_message="More seats than that are already taken.",
            ),
        ]


class ScheduledModel(TimedModel, RoomModel, SeatedModel):
    """Is its own only meeting: webinars and sessions."""

    class Meta:
        abstract = True
        constraints: ClassVar = [*TimedModel.Meta.constraints, *SeatedModel.Meta.constraints]


class PricedModel(models.Model):
    """Has one price, and optionally a struck-through one."""

    price_paise = PriceField("price", default=0)
    markup_price_paise = PaiseField(
        "original price", null=True, blank=True, help_text="Shown struck through. Leave empty for none."
    )
    markup_last_day = models.DateField(
        "last day of the struck price",
        null=True,
        blank=True,
        help_text="In Indian time. From the next day on the original price is not shown anywhere.",
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
                violation_error_message="The original price must be above the price, or empty.",
            ),
        ]

    def clean(self) -> None:
        super().clean()
        require_last_day(self)

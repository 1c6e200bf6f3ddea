from typing import ClassVar, Self

from django.core.exceptions import ValidationError
from django.db import models

from apps.catalog.states import ContentType
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id
from apps.core.model_fields import HtmlField
from apps.media.states import AssetKind

_ASSET_KINDS: dict[str, AssetKind] = {ContentType.VIDEO: AssetKind.VIDEO, ContentType.PDF: AssetKind.PDF}


class ChapterQuerySet(InvalidatesCacheQuerySet["Chapter"]):
    def published(self) -> Self:
        """Chapters that are not archived."""
        return self.filter(is_published=True)

    def in_order(self) -> Self:
        return self.order_by("position", "pk")


class Chapter(InvalidatesCache, models.Model):
    """A chapter of a course."""

    cache_tags = ("catalog",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    course = models.ForeignKey("catalog.Course", models.CASCADE, related_name="chapters")
    title = models.CharField(max_length=120)
    position = models.PositiveSmallIntegerField(default=0, help_text="Lower numbers come first.")
    is_published = models.BooleanField(
        default=True, db_default=True, help_text="Without it the chapter is archived with all its topics."
    )

    objects = ChapterQuerySet.as_manager()

    class Meta:
        ordering = ("position", "id")
        indexes: ClassVar = [models.Index(fields=["course", "position", "id"], name="chapter_of_course")]

    def __str__(self) -> str:
        return self.title


class TopicQuerySet(InvalidatesCacheQuerySet["Topic"]):
    def published(self) -> Self:
        """Topics that are not archived, in chapters that are not archived."""
        return self.filter(is_published=True, chapter__is_published=True)

    def in_order(self) -> Self:
        return self.order_by("chapter__position", "chapter", "position", "pk")


class Topic(InvalidatesCache, models.Model):
    """A video, article, PDF or quiz of a chapter."""

    cache_tags = ("catalog",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    chapter = models.ForeignKey(Chapter, models.CASCADE, related_name="topics")
    title = models.CharField(max_length=120)
    summary = models.CharField(
        max_length=160,
        blank=True,
        db_default="",
        help_text="One sentence on the course's page: what one knows or can do afterwards.",
    )
    position = models.PositiveSmallIntegerField(default=0, help_text="Lower numbers come first.")
    is_published = models.BooleanField(
        default=True,
        db_default=True,
        help_text="Without it the topic is archived: nobody sees it, and the progress of learners is kept.",
    )
    content_type = models.CharField(max_length=10, choices=ContentType, default=ContentType.VIDEO)
    duration_seconds = models.PositiveIntegerField(
        default=0, help_text="How long it takes to watch, read or answer."
    )
    is_free_preview = models.BooleanField("free preview", default=False)
    text = HtmlField(blank=True, help_text="The article's HTML. Unsafe markup is removed when you save.")
    asset = models.ForeignKey(
        "media.Asset",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        limit_choices_to={"kind__in": [AssetKind.VIDEO, AssetKind.PDF]},
        verbose_name="video or PDF",
    )
    poster = models.ForeignKey(
        "media.Asset",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        limit_choices_to={"kind": AssetKind.IMAGE},
        help_text="The image shown before the video plays.",
    )
    captions = models.ManyToManyField(
        "media.Asset", blank=True, related_name="+", limit_choices_to={"kind": AssetKind.CAPTIONS}
    )
    attachments = models.ManyToManyField("media.Asset", blank=True, related_name="+")
    market_data_date = models.DateField(
        "latest market data date",
        null=True,
        blank=True,
        help_text=(
            "The date of the newest market price in this topic. The topic opens once that price is old "
            "enough to be taught with. Leave empty if it shows no prices."
        ),
    )

    objects = TopicQuerySet.as_manager()

    class Meta:
        ordering = ("position", "id")
        indexes: ClassVar = [models.Index(fields=["chapter", "position", "id"], name="topic_of_chapter")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=~models.Q(content_type__in=[ContentType.VIDEO, ContentType.PDF])
                | models.Q(asset__isnull=False),
                name="topic_film_or_document_has_asset",
                violation_error_message="A video or a PDF needs its file.",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def clean(self) -> None:
        """The file must match the content type: a player shows nothing for a PDF."""
        needed = _ASSET_KINDS.get(self.content_type)
        if needed is not None and self.asset is not None and self.asset.kind != needed:
            raise ValidationError({"asset": f"This topic needs a file of type {needed.label}."})

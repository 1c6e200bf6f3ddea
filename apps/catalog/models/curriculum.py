from typing import ClassVar, Self

from django.core.exceptions import ValidationError
from django.db import models

from apps.catalog.states import ContentType
from apps.content.states import AssetKind
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id
from apps.core.model_fields import HtmlField

_ASSET_KINDS: dict[str, AssetKind] = {ContentType.VIDEO: AssetKind.VIDEO, ContentType.PDF: AssetKind.PDF}


class ChapterQuerySet(InvalidatesCacheQuerySet["Chapter"]):
    def published(self) -> Self:
        """What is not archived."""
        return self.filter(is_published=True)

    def in_order(self) -> Self:
        return self.order_by("position", "pk")


class Chapter(InvalidatesCache, models.Model):
    """A part of a course, with topics in their order."""

    cache_tags = ("catalog",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    course = models.ForeignKey("catalog.Course", models.CASCADE, related_name="chapters")
    title = models.CharField(max_length=120)
    position = models.PositiveSmallIntegerField(default=0, help_text="The smallest comes first.")
    is_published = models.BooleanField(
        default=True, db_default=True, help_text="Cleared: archived, with all of its topics."
    )

    objects = ChapterQuerySet.as_manager()

    class Meta:
        ordering = ("position", "id")
        indexes: ClassVar = [models.Index(fields=["course", "position", "id"], name="chapter_of_course")]

    def __str__(self) -> str:
        return self.title


class TopicQuerySet(InvalidatesCacheQuerySet["Topic"]):
    def published(self) -> Self:
        """What is neither archived nor in a chapter that is."""
        return self.filter(is_published=True, chapter__is_published=True)

    def in_order(self) -> Self:
        return self.order_by("chapter__position", "chapter", "position", "pk")


class Topic(InvalidatesCache, models.Model):
    """One thing to watch, read or answer; what it shows lies in an asset, in its text or in its questions."""

    cache_tags = ("catalog",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    chapter = models.ForeignKey(Chapter, models.CASCADE, related_name="topics")
    title = models.CharField(max_length=120)
    position = models.PositiveSmallIntegerField(default=0, help_text="The smallest comes first.")
    is_published = models.BooleanField(
        default=True,
        db_default=True,
        help_text="Cleared: archived. Learners and visitors do not see it; progress in it is kept.",
    )
    content_type = models.CharField(max_length=10, choices=ContentType, default=ContentType.VIDEO)
    duration_seconds = models.PositiveIntegerField(
        default=0, help_text="How long it takes to watch, read or answer."
    )
    is_free_preview = models.BooleanField("free preview", default=False)
    text = HtmlField(blank=True, help_text="Of an article; unsafe markup is removed when it is saved.")
    asset = models.ForeignKey(
        "content.Asset",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        limit_choices_to={"kind__in": [AssetKind.VIDEO, AssetKind.PDF]},
        help_text="The film or the document.",
    )
    poster = models.ForeignKey(
        "content.Asset",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        limit_choices_to={"kind": AssetKind.IMAGE},
        help_text="Its still picture.",
    )
    captions = models.ManyToManyField(
        "content.Asset", blank=True, related_name="+", limit_choices_to={"kind": AssetKind.CAPTIONS}
    )
    attachments = models.ManyToManyField("content.Asset", blank=True, related_name="+")
    market_data_date = models.DateField(
        "latest market data date",
        null=True,
        blank=True,
        help_text="The newest price it shows; prices younger than 30 days are held back. Empty: no prices.",
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
        """A player that is given a document instead of a film shows nothing, and says nothing."""
        needed = _ASSET_KINDS.get(self.content_type)
        if needed is not None and self.asset is not None and self.asset.kind != needed:
            raise ValidationError({"asset": f"This topic needs a file of the kind {needed.label}."})

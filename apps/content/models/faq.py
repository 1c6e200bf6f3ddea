from typing import ClassVar

from django.db import models

from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet
from apps.core.ids import new_id
from apps.core.model_fields import HtmlField

_ORDER = ("position", "id")


class FaqTopicQuerySet(InvalidatesCacheQuerySet["FaqTopic"]):
    pass


class FaqTopic(InvalidatesCache, models.Model):
    """A subject; a page shows the questions of one topic or of all."""

    cache_tags = ("faq",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    title = models.CharField(max_length=80, unique=True, help_text="Pages find a topic by this title.")
    position = models.PositiveSmallIntegerField(default=0, help_text="Lower numbers come first.")
    is_published = models.BooleanField("published", default=True)

    objects = FaqTopicQuerySet.as_manager()

    class Meta:
        verbose_name = "FAQ topic"
        ordering = _ORDER
        indexes: ClassVar = [models.Index(fields=_ORDER, name="faq_topics_in_order")]

    def __str__(self) -> str:
        return self.title


class FaqGroupQuerySet(InvalidatesCacheQuerySet["FaqGroup"]):
    pass


class FaqGroup(InvalidatesCache, models.Model):
    """Questions of a topic under one heading."""

    cache_tags = ("faq",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    topic = models.ForeignKey(FaqTopic, models.CASCADE, related_name="groups")
    title = models.CharField(max_length=80)
    position = models.PositiveSmallIntegerField(default=0, help_text="Lower numbers come first.")

    objects = FaqGroupQuerySet.as_manager()

    class Meta:
        verbose_name = "FAQ group"
        ordering = _ORDER
        indexes: ClassVar = [models.Index(fields=["topic", *_ORDER], name="faq_groups_in_order")]

    def __str__(self) -> str:
        return f"{self.topic}: {self.title}"


class FaqArticleQuerySet(InvalidatesCacheQuerySet["FaqArticle"]):
    pass


class FaqArticle(InvalidatesCache, models.Model):
    """A question and its answer."""

    cache_tags = ("faq",)

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    group = models.ForeignKey(FaqGroup, models.CASCADE, related_name="articles")
    title = models.CharField("question", max_length=200)
    html = HtmlField("answer", help_text="HTML. Unsafe markup is removed when it is saved.")
    position = models.PositiveSmallIntegerField(default=0, help_text="Lower numbers come first.")
    is_published = models.BooleanField("published", default=True)

    objects = FaqArticleQuerySet.as_manager()

    class Meta:
        verbose_name = "FAQ article"
        ordering = _ORDER
        indexes: ClassVar = [models.Index(fields=["group", *_ORDER], name="faq_articles_in_order")]

    def __str__(self) -> str:
        return self.title

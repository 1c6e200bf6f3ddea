from typing import TypedDict

from django.db.models import Prefetch

from apps.content.models import FaqArticle, FaqGroup, FaqTopic
from apps.core import tagged_cache
from apps.core.html import framed

CACHE_TAGS = ("faq",)


class Article(TypedDict):
    _id: str
    articleTitle: str
    articleBlogHTML: str


class Group(TypedDict):
    _id: str
    title: str
    articles: list[Article]


class Topic(TypedDict):
    _id: str
    topicTitle: str
    groups: list[Group]


def listed() -> list[Topic]:
    """Published questions in their order; a topic or group without one is left out."""
    return tagged_cache.get_or_set(tags=CACHE_TAGS, key="all", make=_made)


def _made() -> list[Topic]:
    articles = FaqArticle.objects.filter(is_published=True).order_by("position", "pk")
    groups = FaqGroup.objects.order_by("position", "pk").prefetch_related(
        Prefetch("articles", queryset=articles, to_attr="shown")
    )
    topics = FaqTopic.objects.filter(is_published=True).order_by("position", "pk")
    shown = [_topic(row) for row in topics.prefetch_related(Prefetch("groups", queryset=groups))]
    return [topic for topic in shown if topic["groups"]]


def _topic(row: FaqTopic) -> Topic:
    groups = [_group(group) for group in row.groups.all()]
    filled = [group for group in groups if group["articles"]]
    return {"_id": str(row.pk), "topicTitle": row.title, "groups": filled}


def _group(row: FaqGroup) -> Group:
    return {
        "_id": str(row.pk),
        "title": row.title,
        "articles": [
            {"_id": str(article.pk), "articleTitle": article.title, "articleBlogHTML": framed(article.html)}
            for article in row.shown  # type: ignore[attr-defined]
        ],
    }

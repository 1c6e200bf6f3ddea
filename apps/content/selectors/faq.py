from typing import Annotated, TypedDict

from django.db.models import Prefetch

from apps.content.models import FaqArticle, FaqGroup, FaqTopic
from apps.core import business_constants, tagged_cache
from apps.core.html import wrap_tables
from apps.core.json_types import Help, Identifier, component

CACHE_TAGS = ("faq",)


@component("FaqArticleOut")
class Article(TypedDict):
    _id: Identifier
    articleTitle: str
    articleBlogHTML: Annotated[str, Help("Sanitised HTML.")]


@component("FaqGroupOut")
class Group(TypedDict):
    _id: Identifier
    title: str
    articles: list[Article]


@component("FaqTopicOut")
class Topic(TypedDict):
    _id: Identifier
    topicTitle: str
    groups: list[Group]


@tagged_cache.cached(tags=CACHE_TAGS, key=business_constants.version)
def topics() -> list[Topic]:
    """Published questions in their order; a topic or group without one is left out."""
    articles = FaqArticle.objects.filter(is_published=True).order_by("position", "pk")
    groups = FaqGroup.objects.order_by("position", "pk").prefetch_related(
        Prefetch("articles", queryset=articles, to_attr="published_articles")
    )
    rows = FaqTopic.objects.filter(is_published=True).order_by("position", "pk")
    found = [_topic(row) for row in rows.prefetch_related(Prefetch("groups", queryset=groups))]
    return [topic for topic in found if topic["groups"]]


def _topic(row: FaqTopic) -> Topic:
    groups = [_group(group) for group in row.groups.all()]
    non_empty = [group for group in groups if group["articles"]]
    return {"_id": str(row.pk), "topicTitle": row.title, "groups": non_empty}


def _group(row: FaqGroup) -> Group:
    return {
        "_id": str(row.pk),
        "title": row.title,
        "articles": [
            {
                "_id": str(article.pk),
                "articleTitle": business_constants.fill(article.title),
                "articleBlogHTML": business_constants.fill(wrap_tables(article.html)),
            }
            for article in row.published_articles  # type: ignore[attr-defined]
        ],
    }

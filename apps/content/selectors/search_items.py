"""Items of the academy and the FAQ for the site search."""

from collections.abc import Sequence

from apps.content.models import AcademyChapter, FaqArticle
from apps.content.selectors import academy, faq
from apps.core import figures, tagged_cache
from apps.core.html import plain_text
from apps.core.search_items import SearchItem, search_item


def chapters() -> Sequence[SearchItem]:
    return tagged_cache.get_or_set(tags=academy.CACHE_TAGS, key="search chapters", make=_chapters)


def faq_articles() -> Sequence[SearchItem]:
    return tagged_cache.get_or_set(
        tags=faq.CACHE_TAGS, key=f"search articles:{figures.version()}", make=_faq_articles
    )


def _chapters() -> Sequence[SearchItem]:
    rows = AcademyChapter.objects.published().filter(module__is_published=True).select_related("module")
    return [
        search_item(
            id=chapter.pk,
            title=chapter.title,
            path=f"/academy/{chapter.module.weburlname}/{chapter.weburlname}",
            about=chapter.module.title,
            texts=[chapter.summary, chapter.text],
        )
        for chapter in rows.order_by("module__position", "module", "position", "pk")
    ]


def _faq_articles() -> list[SearchItem]:
    """In the order of the home page, where the hash in the URL opens an article."""
    rows = FaqArticle.objects.filter(is_published=True, group__topic__is_published=True)
    return [
        search_item(
            id=article.pk,
            title=figures.fill(article.title),
            path=f"/#faq-{article.pk}",
            about=article.group.topic.title,
            texts=[article.group.title, plain_text(figures.fill(article.html))],
        )
        for article in rows.select_related("group__topic").order_by(
            "group__topic__position", "group__topic", "group__position", "group", "position", "pk"
        )
    ]

"""What of the academy and the FAQ the site's search looks through."""

from collections.abc import Sequence

from apps.content.models import AcademyChapter, FaqArticle
from apps.content.selectors import academy, faq
from apps.core import tagged_cache
from apps.core.html import text_of
from apps.core.search_items import Findable, row


def chapters() -> Sequence[Findable]:
    return tagged_cache.get_or_set(tags=academy.CACHE_TAGS, key="findable chapters", make=_chapters)


def faq_articles() -> Sequence[Findable]:
    return tagged_cache.get_or_set(tags=faq.CACHE_TAGS, key="findable articles", make=_faq_articles)


def _chapters() -> Sequence[Findable]:
    rows = AcademyChapter.objects.published().filter(module__is_published=True).select_related("module")
    return [
        row(
            id=chapter.pk,
            title=chapter.title,
            path=f"/academy/{chapter.module.weburlname}/{chapter.weburlname}",
            about=chapter.module.title,
            texts=[chapter.summary, chapter.text],
        )
        for chapter in rows.order_by("module__position", "module", "position", "pk")
    ]


def _faq_articles() -> list[Findable]:
    """In the order in which the home page has them, where each is opened by its hash."""
    rows = FaqArticle.objects.filter(is_published=True, group__topic__is_published=True)
    return [
        row(
            id=article.pk,
            title=article.title,
            path=f"/#faq-{article.pk}",
            about=article.group.topic.title,
            texts=[article.group.title, text_of(article.html)],
        )
        for article in rows.select_related("group__topic").order_by(
            "group__topic__position", "group__topic", "group__position", "group", "position", "pk"
        )
    ]

"""Items of the academy, the FAQ and the legal pages for the site search."""

from collections.abc import Sequence

from apps.content import page_text
from apps.content.models import AcademyChapter, FaqArticle
from apps.content.selectors import academy, faq, pages, site
from apps.core import business_constants, tagged_cache
from apps.core.html import plain_text
from apps.core.search_items import SearchItem, search_item


@tagged_cache.cached(tags=academy.CACHE_TAGS, key="search chapters")
def chapters() -> Sequence[SearchItem]:
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


@tagged_cache.cached(tags=faq.CACHE_TAGS, key=lambda: f"search articles:{business_constants.version()}")
def faq_articles() -> Sequence[SearchItem]:
    """In the order of the home page, where the hash in the URL opens an article."""
    rows = FaqArticle.objects.filter(is_published=True, group__topic__is_published=True)
    return [
        search_item(
            id=article.pk,
            title=business_constants.fill(article.title),
            path=f"/#faq-{article.pk}",
            about=article.group.topic.title,
            texts=[article.group.title, plain_text(business_constants.fill(article.html))],
        )
        for article in rows.select_related("group__topic").order_by(
            "group__topic__position", "group__topic", "group__position", "group", "position", "pk"
        )
    ]


@tagged_cache.cached(tags=("site",), key=lambda: f"search pages:{business_constants.version()}")
def legal_pages() -> Sequence[SearchItem]:
    """By their headings: each page names most words of the trade somewhere in its text."""
    values = pages.placeholder_values(site.saved())
    return [
        search_item(
            id=version.page_id,
            title=version.title,
            path=pages.path_of(version.page.slug),
            about=business_constants.fill(version.lead),
            texts=[part.title for part in page_text.render(version.text, placeholders=values).sections],
        )
        for version in pages.current_versions().select_related("page").order_by("title", "pk")
    ]

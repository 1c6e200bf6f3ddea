"""The academy's glossary."""

from collections.abc import Collection
from typing import Annotated, TypedDict

from django.utils import timezone

from apps.content.glossary import Term
from apps.content.models import AcademyChapter, GlossaryTerm
from apps.content.selectors.chapter_links import ChapterLink
from apps.core import tagged_cache
from apps.core.json_types import Help, Identifier, component
from apps.core.publishing import is_public

CACHE_TAGS = ("academy",)


@component("GlossaryTermOut")
class TermLine(TypedDict):
    _id: Identifier
    term: str
    weburlname: Annotated[str, Help("Its place on the glossary's page is 'term-' with this.")]
    definition: Annotated[str, Help("Plain text.")]
    chapter: Annotated[ChapterLink | None, Help("The chapter that explains it.")]


def terms() -> list[TermLine]:
    """All of them, A to Z."""
    return [line for line, _ in _rows()]


def to_find() -> list[Term]:
    """What to look for in a chapter's text."""
    return [Term(line["weburlname"], spellings) for line, spellings in _rows()]


def lines(keys: Collection[str]) -> list[TermLine]:
    """Those with these slugs, A to Z."""
    return [line for line in terms() if line["weburlname"] in keys]


@tagged_cache.cached(tags=CACHE_TAGS, key="glossary")
def _rows() -> list[tuple[TermLine, tuple[str, ...]]]:
    rows = GlossaryTerm.objects.select_related("chapter__module")
    made = [(_line(row), (row.term, *row.aliases)) for row in rows]
    return sorted(made, key=lambda one: (one[0]["term"].casefold(), one[0]["_id"]))


def _line(row: GlossaryTerm) -> TermLine:
    return {
        "_id": str(row.pk),
        "term": row.term,
        "weburlname": row.weburlname,
        "definition": row.definition,
        "chapter": _chapter_link(row.chapter),
    }


def _chapter_link(chapter: AcademyChapter | None) -> ChapterLink | None:
    if chapter is None or not (is_public(chapter, at=timezone.now()) and chapter.module.is_published):
        return None
    return {
        "title": chapter.title,
        "weburlname": chapter.weburlname,
        "moduleTitle": chapter.module.title,
        "moduleWeburlname": chapter.module.weburlname,
    }

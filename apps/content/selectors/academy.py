"""The academy: published chapters of published modules, in order."""

import math
from collections.abc import Set
from datetime import datetime
from typing import Annotated, TypedDict
from uuid import UUID

from django.db.models import Prefetch

from apps.accounts.models import User
from apps.content import chapter_text
from apps.content.glossary import link_terms
from apps.content.models import AcademyChapter, AcademyModule, ChapterQuestion, ChapterRead
from apps.content.selectors import glossary
from apps.content.selectors.chapter_links import ChapterLink
from apps.core import indian_time, tagged_cache
from apps.core.advert_words import Claim, Finding
from apps.core.errors import NotFound
from apps.core.json_types import Between, DateTime, Help, Identifier, component

CACHE_TAGS = ("academy",)
WORDS_PER_MINUTE = 200


class UnknownChapter(NotFound):
    code = "chapter_unknown"
    message = "We could not find that chapter."


@component("AcademyLineOut")
class ChapterLine(TypedDict):
    _id: Identifier
    title: str
    weburlname: str
    summary: str
    readingMinutes: Annotated[int, Between(1, None)]
    isRead: Annotated[bool, Help("Whether the member has read it to its end; false for visitors.")]


@component("AcademyModuleOut")
class ModuleLine(TypedDict):
    _id: Identifier
    title: str
    weburlname: str
    summary: str
    chapters: list[ChapterLine]


@component("ChapterOptionOut")
class OptionLine(TypedDict):
    _id: str
    text: str


@component("ChapterQuestionOut")
class QuestionLine(TypedDict):
    _id: Identifier
    text: str
    options: list[OptionLine]


@component("AcademyChapterOut")
class ChapterPage(ChapterLine):
    html: Annotated[str, Help("Sanitised HTML, with drawings as SVG and formulas as MathML.")]
    contents: Annotated[list[str], Help("Its headings; the first has the id 'part-1' in the HTML.")]
    terms: Annotated[list[glossary.TermLine], Help("Terms of the glossary that are links in the HTML.")]
    questions: Annotated[list[QuestionLine], Help("At the end of the text.")]
    publishedAt: DateTime
    updatedAt: DateTime
    module: ModuleLine
    previous: ChapterLink | None
    next: ChapterLink | None


def modules(*, person: User | None) -> list[ModuleLine]:
    """Every module that has a published chapter."""
    return _with_read_flags(_outline(), read_by(person))


def chapter(*, module_key: str, key: str, person: User | None) -> ChapterPage:
    """
    One chapter, with its module and neighbours.

    :raises UnknownChapter: if no published module has that published chapter
    """
    outline = _outline()
    module, line = _find(outline, module_key, key)
    content = tagged_cache.get_or_set(
        tags=CACHE_TAGS, key=f"chapter:{line['_id']}", make=lambda: _content(UUID(line["_id"]))
    )
    read = read_by(person)
    [flagged] = _with_read_flags([module], read)
    before, after = _neighbours(outline, line["_id"])
    return {
        **line,
        **content,
        "isRead": line["_id"] in read,
        "module": flagged,
        "previous": before,
        "next": after,
    }


def chapter_id(*, module_key: str, key: str) -> UUID:
    """:raises UnknownChapter: as `chapter` does"""
    return UUID(_find(_outline(), module_key, key)[1]["_id"])


def addresses() -> list[tuple[str, datetime]]:
    """The path of each published chapter, and when it appeared or was last changed."""
    rows = (
        AcademyChapter.objects.published()
        .filter(module__is_published=True)
        .order_by("module__position", "module", "position", "pk")
    )
    return [
        (f"/academy/{module}/{name}", max(moments))
        for module, name, *moments in rows.values_list(
            "module__weburlname", "weburlname", "published_at", "updated_at"
        )
    ]


def read_by(person: User | None) -> Set[str]:
    """The ids of the chapters that a member has read; none for visitors."""
    if person is None:
        return frozenset()
    ids = ChapterRead.objects.filter(person=person).values_list("chapter", flat=True)
    return {str(identity) for identity in ids}


class _Content(TypedDict):
    html: str
    contents: list[str]
    terms: list[glossary.TermLine]
    questions: list[QuestionLine]
    publishedAt: str
    updatedAt: str


def _content(identity: UUID) -> _Content:
    row = AcademyChapter.objects.published().filter(pk=identity).first()
    if row is None:
        raise UnknownChapter()
    html = chapter_text.render(row.text)
    linked, terms = link_terms(chapter_text.number_headings(html), glossary.to_find())
    return {
        "html": linked,
        "contents": chapter_text.headings(html),
        "terms": glossary.lines(terms),
        "questions": [_question(question) for question in row.questions.order_by("position", "pk")],
        "publishedAt": indian_time.iso_utc(row.published_at),
        "updatedAt": indian_time.iso_utc(max(row.updated_at, row.published_at)),
    }


def _question(question: ChapterQuestion) -> QuestionLine:
    options = enumerate(question.options, start=1)
    return {
        "_id": str(question.pk),
        "text": question.text,
        "options": [{"_id": str(number), "text": text} for number, text in options],
    }


@tagged_cache.cached(tags=CACHE_TAGS, key="outline")
def _outline() -> list[ModuleLine]:
    chapters = AcademyChapter.objects.published().in_order()
    rows = (
        AcademyModule.objects.published()
        .in_order()
        .prefetch_related(Prefetch("chapters", queryset=chapters, to_attr="published_chapters"))
    )
    return [
        {
            "_id": str(row.pk),
            "title": row.title,
            "weburlname": row.weburlname,
            "summary": row.summary,
            "chapters": [_line(chapter) for chapter in row.published_chapters],  # type: ignore[attr-defined]
        }
        for row in rows
        if row.published_chapters  # type: ignore[attr-defined]
    ]


def _line(row: AcademyChapter) -> ChapterLine:
    return {
        "_id": str(row.pk),
        "title": row.title,
        "weburlname": row.weburlname,
        "summary": row.summary,
        "readingMinutes": max(1, math.ceil(chapter_text.word_count(row.text) / WORDS_PER_MINUTE)),
        "isRead": False,
    }


def _find(outline: list[ModuleLine], module_key: str, key: str) -> tuple[ModuleLine, ChapterLine]:
    """By slug or id."""
    for module in outline:
        if module_key in (module["weburlname"], module["_id"]):
            for line in module["chapters"]:
                if key in (line["weburlname"], line["_id"]):
                    return module, line
    raise UnknownChapter()


def _neighbours(outline: list[ModuleLine], identity: str) -> tuple[ChapterLink | None, ChapterLink | None]:
    """The chapters before and after it, across modules."""
    flat = [(module, line) for module in outline for line in module["chapters"]]
    index = next(index for index, (_, line) in enumerate(flat) if line["_id"] == identity)
    around = [flat[near] if 0 <= near < len(flat) else None for near in (index - 1, index + 1)]
    before, after = (None if found is None else _neighbour(*found) for found in around)
    return before, after


def _neighbour(module: ModuleLine, line: ChapterLine) -> ChapterLink:
    return {
        "title": line["title"],
        "weburlname": line["weburlname"],
        "moduleTitle": module["title"],
        "moduleWeburlname": module["weburlname"],
    }


def _with_read_flags(outline: list[ModuleLine], read: Set[str]) -> list[ModuleLine]:
    """Copies, because the cached outline is shared by everybody."""
    return [
        {
            **module,
            "chapters": [{**line, "isRead": line["_id"] in read} for line in module["chapters"]],
        }
        for module in outline
    ]


def is_arithmetic(_row: AcademyChapter, finding: Finding) -> bool:
    """A lesson computes with returns; it sells no product that has them."""
    return finding.claim == Claim.NO_WARNING

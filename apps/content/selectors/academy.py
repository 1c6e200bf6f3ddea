"""The academy as readers find it: published chapters of published modules, in their order."""

import math
from collections.abc import Set
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from django.db.models import Prefetch

from apps.accounts.models import User
from apps.content import chapter_text
from apps.content.models import AcademyChapter, AcademyModule, ChapterRead
from apps.core import indian_time, tagged_cache
from apps.core.errors import NotFound

CACHE_TAGS = ("academy",)
WORDS_A_MINUTE = 200


class UnknownChapter(NotFound):
    code = "chapter_unknown"
    message = "We could not find that chapter."


class ChapterLine(TypedDict):
    _id: str
    title: str
    weburlname: str
    summary: str
    readingMinutes: int
    isRead: bool


class ModuleLine(TypedDict):
    _id: str
    title: str
    weburlname: str
    summary: str
    chapters: list[ChapterLine]


class Neighbour(TypedDict):
    title: str
    weburlname: str
    moduleTitle: str
    moduleWeburlname: str


class ChapterPage(ChapterLine):
    html: str
    publishedAt: str
    updatedAt: str
    module: ModuleLine
    previous: Neighbour | None
    next: Neighbour | None


def modules(*, person: User | None) -> list[ModuleLine]:
    """Every module that has something to read."""
    return _marked(_outline(), read_by(person))


def chapter(*, module_key: str, key: str, person: User | None) -> ChapterPage:
    """
    One chapter with what stands around it.

    :raises UnknownChapter: if no published module has that published chapter
    """
    outline = _outline()
    module, line = _found(outline, module_key, key)
    own = tagged_cache.get_or_set(
        tags=CACHE_TAGS, key=f"chapter:{line['_id']}", make=lambda: _own(UUID(line["_id"]))
    )
    read = read_by(person)
    [shown] = _marked([module], read)
    before, after = _neighbours(outline, line["_id"])
    return {
        **line,
        **own,
        "isRead": line["_id"] in read,
        "module": shown,
        "previous": before,
        "next": after,
    }


def chapter_id(*, module_key: str, key: str) -> UUID:
    """:raises UnknownChapter: as `chapter` does"""
    return UUID(_found(_outline(), module_key, key)[1]["_id"])


def addresses() -> list[tuple[str, datetime]]:
    """Where each published chapter is read, and when it was last changed."""
    rows = (
        AcademyChapter.objects.published()
        .filter(module__is_published=True)
        .order_by("module__position", "module", "position", "pk")
    )
    return [
        (f"/academy/{module}/{name}", changed)
        for module, name, changed in rows.values_list("module__weburlname", "weburlname", "updated_at")
    ]


def read_by(person: User | None) -> Set[str]:
    """The chapters that the person came to the end of; nothing is known of visitors."""
    if person is None:
        return frozenset()
    ids = ChapterRead.objects.filter(person=person).values_list("chapter", flat=True)
    return {str(identity) for identity in ids}


class _Own(TypedDict):
    html: str
    publishedAt: str
    updatedAt: str


def _own(identity: UUID) -> _Own:
    row = AcademyChapter.objects.published().filter(pk=identity).first()
    if row is None:
        raise UnknownChapter()
    return {
        "html": chapter_text.html_of(row.text),
        "publishedAt": indian_time.on_wire(row.published_at),
        "updatedAt": indian_time.on_wire(row.updated_at),
    }


def _outline() -> list[ModuleLine]:
    return tagged_cache.get_or_set(tags=CACHE_TAGS, key="outline", make=_made_outline)


def _made_outline() -> list[ModuleLine]:
    chapters = AcademyChapter.objects.published().in_order()
    rows = (
        AcademyModule.objects.published()
        .in_order()
        .prefetch_related(Prefetch("chapters", queryset=chapters, to_attr="shown"))
    )
    return [
        {
            "_id": str(row.pk),
            "title": row.title,
            "weburlname": row.weburlname,
            "summary": row.summary,
            "chapters": [_line(chapter) for chapter in row.shown],  # type: ignore[attr-defined]
        }
        for row in rows
        if row.shown  # type: ignore[attr-defined]
    ]


def _line(row: AcademyChapter) -> ChapterLine:
    return {
        "_id": str(row.pk),
        "title": row.title,
        "weburlname": row.weburlname,
        "summary": row.summary,
        "readingMinutes": max(1, math.ceil(chapter_text.word_count(row.text) / WORDS_A_MINUTE)),
        "isRead": False,
    }


def _found(outline: list[ModuleLine], module_key: str, key: str) -> tuple[ModuleLine, ChapterLine]:
    """By address name or id, as all things are found."""
    for module in outline:
        if module_key in (module["weburlname"], module["_id"]):
            for line in module["chapters"]:
                if key in (line["weburlname"], line["_id"]):
                    return module, line
    raise UnknownChapter()


def _neighbours(outline: list[ModuleLine], identity: str) -> tuple[Neighbour | None, Neighbour | None]:
    """The chapters before and after, across modules: the academy is read like one book."""
    flat = [(module, line) for module in outline for line in module["chapters"]]
    place = next(place for place, (_, line) in enumerate(flat) if line["_id"] == identity)
    around = [flat[near] if 0 <= near < len(flat) else None for near in (place - 1, place + 1)]
    before, after = (None if found is None else _neighbour(*found) for found in around)
    return before, after


def _neighbour(module: ModuleLine, line: ChapterLine) -> Neighbour:
    return {
        "title": line["title"],
        "weburlname": line["weburlname"],
        "moduleTitle": module["title"],
        "moduleWeburlname": module["weburlname"],
    }


def _marked(listed: list[ModuleLine], read: Set[str]) -> list[ModuleLine]:
    """Copies that say what the person has read: what is kept is everybody's."""
    return [
        {
            **module,
            "chapters": [{**line, "isRead": line["_id"] in read} for line in module["chapters"]],
        }
        for module in listed
    ]

"""
Seeds the academy: three modules of five chapters, from Markdown files, and its glossary.

A module, chapter or term whose slug exists already is left as it is.
"""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.utils.text import slugify

from apps.content.models import AcademyChapter, AcademyModule, ChapterQuestion, GlossaryTerm

FOLDER = Path(__file__).resolve().parent.parent / "demo_files" / "academy"

_PUBLISHED_DAYS_AGO = 30


@dataclass(frozen=True, slots=True)
class Module:
    weburlname: str
    title: str
    summary: str
    chapters: tuple[str, ...]
    """Slugs, which are also the names of the files."""


MODULES = (
    Module(
        "how-the-market-works",
        "How the market works",
        "What you own when you own a share, how a trade happens, and what it costs.",
        (
            "what-a-share-is",
            "from-order-to-ownership",
            "orders-and-the-order-book",
            "what-a-trade-costs",
            "returns-and-compounding",
        ),
    ),
    Module(
        "reading-charts",
        "Reading charts",
        "How prices are drawn, what a candle shows, and what no chart can tell you.",
        (
            "one-candle-four-prices",
            "time-frames",
            "trends-and-ranges",
            "moving-averages",
            "what-a-chart-cannot-tell",
        ),
    ),
    Module(
        "risk-and-derivatives",
        "Risk and derivatives",
        "How much to put into one idea, how losses add up, and why futures and options need respect.",
        (
            "risk-and-position-size",
            "drawdown-and-recovery",
            "futures-and-margin",
            "options-and-payoffs",
            "the-dangers-of-derivatives",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Source:
    title: str
    summary: str
    text: str


def read_source(module: str, chapter: str) -> Source:
    """A file has a line for the title, one for the summary, and after '---' the text."""
    content = (FOLDER / module / f"{chapter}.md").read_text(encoding="utf-8")
    head, _, text = content.partition("\n---\n")
    title, summary = head.strip().split("\n")
    return Source(title.removeprefix("title: "), summary.removeprefix("summary: "), text.strip() + "\n")


def seed(now: datetime) -> str:
    rows = {
        module.weburlname: _get_or_create_module(position, module)
        for position, module in enumerate(MODULES, 1)
    }
    known = set(AcademyChapter.objects.values_list("module__weburlname", "weburlname"))
    missing = [
        _new_chapter(rows[module.weburlname], name, position, now)
        for module in MODULES
        for position, name in enumerate(module.chapters, 1)
        if (module.weburlname, name) not in known
    ]
    if missing:
        AcademyChapter.objects.bulk_create(missing)
        _add_questions(missing)
    terms = _add_terms()
    chapters = sum(len(module.chapters) for module in MODULES)
    return f"{len(missing)} of {chapters} chapters and {terms} terms added"


def glossary_entries() -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads((FOLDER / "glossary.json").read_text(encoding="utf-8"))
    return entries


def _add_terms() -> int:
    chapters = {row.weburlname: row for row in AcademyChapter.objects.all()}
    known = set(GlossaryTerm.objects.values_list("weburlname", flat=True))
    missing = [
        GlossaryTerm(
            term=entry["term"],
            weburlname=slug,
            aliases=entry["aliases"],
            definition=entry["definition"],
            chapter=chapters.get(entry.get("chapter", "")),
        )
        for entry in glossary_entries()
        if (slug := slugify(entry["term"])) not in known
    ]
    GlossaryTerm.objects.bulk_create(missing)
    return len(missing)


def _add_questions(chapters: list[AcademyChapter]) -> None:
    by_chapter = json.loads((FOLDER / "questions.json").read_text(encoding="utf-8"))
    ChapterQuestion.objects.bulk_create(
        ChapterQuestion(
            chapter=chapter,
            text=question["text"],
            options=question["options"],
            right_option=question["right"],
            explanation=question["explanation"],
            position=position,
        )
        for chapter in chapters
        for position, question in enumerate(by_chapter[chapter.weburlname], start=1)
    )


def _get_or_create_module(position: int, module: Module) -> AcademyModule:
    row, _ = AcademyModule.objects.get_or_create(
        weburlname=module.weburlname,
        defaults={
            "title": module.title,
            "summary": module.summary,
            "position": position,
            "is_published": True,
        },
    )
    return row


def _new_chapter(module: AcademyModule, name: str, position: int, now: datetime) -> AcademyChapter:
    content = read_source(module.weburlname, name)
    return AcademyChapter(
        module=module,
        title=content.title,
        weburlname=name,
        summary=content.summary,
        text=content.text,
        position=position,
        is_published=True,
        published_at=now - timedelta(days=_PUBLISHED_DAYS_AGO),
    )

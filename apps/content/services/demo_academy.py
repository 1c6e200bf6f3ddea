"""
Seeds the academy: three modules of five chapters, from Markdown files, and its glossary.

A module, chapter or term whose slug exists already is left as it is.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.db import transaction
from django.utils.text import slugify

from apps.content.models import AcademyChapter, AcademyModule, ChapterQuestion, GlossaryTerm
from apps.core.data_files import InvalidField, read_document
from apps.core.demo import data_file

FOLDER = Path(__file__).resolve().parent.parent / "demo_files" / "academy"

_PUBLISHED_DAYS_AGO = 30


@dataclass(frozen=True, slots=True)
class Module:
    weburlname: str
    title: str
    summary: str
    chapters: tuple[str, ...]
    """Slugs, which are also the names of the files."""


@dataclass(frozen=True, slots=True)
class Term:
    term: str
    aliases: tuple[str, ...]
    definition: str
    chapter: str = ""


@dataclass(frozen=True, slots=True)
class DemoQuestion:
    text: str
    options: tuple[str, ...]
    right: int
    """Counted from 1."""
    explanation: str

    def __post_init__(self) -> None:
        if not 1 <= self.right <= len(self.options):
            raise InvalidField("right", f"There are {len(self.options)} options, counted from 1")


MODULES = data_file("content", "academy/modules.yaml", tuple[Module, ...])
GLOSSARY = data_file("content", "academy/glossary.yaml", tuple[Term, ...])
_QUESTIONS = data_file("content", "academy/questions.yaml", dict[str, tuple[DemoQuestion, ...]])


@dataclass(frozen=True, slots=True)
class Source:
    title: str
    summary: str
    text: str


def read_source(module: str, chapter: str) -> Source:
    content = read_document(FOLDER / module / f"{chapter}.md", head=("title", "summary"))
    return Source(content["title"], content["summary"], content["text"] + "\n")


@transaction.atomic(durable=True)
def seed(now: datetime) -> str:
    modules = MODULES.read()
    rows = {
        module.weburlname: _get_or_create_module(position, module)
        for position, module in enumerate(modules, 1)
    }
    known = set(AcademyChapter.objects.values_list("module__weburlname", "weburlname"))
    missing = [
        _new_chapter(rows[module.weburlname], name, position, now)
        for module in modules
        for position, name in enumerate(module.chapters, 1)
        if (module.weburlname, name) not in known
    ]
    if missing:
        AcademyChapter.objects.bulk_create(missing)
        _add_questions(missing)
    terms = _add_terms()
    chapters = sum(len(module.chapters) for module in modules)
    return f"{len(missing)} of {chapters} chapters and {terms} terms added"


def _add_terms() -> int:
    chapters = {row.weburlname: row for row in AcademyChapter.objects.all()}
    known = set(GlossaryTerm.objects.values_list("weburlname", flat=True))
    missing = [
        GlossaryTerm(
            term=entry.term,
            weburlname=slug,
            aliases=list(entry.aliases),
            definition=entry.definition,
            chapter=chapters.get(entry.chapter),
        )
        for entry in GLOSSARY.read()
        if (slug := slugify(entry.term)) not in known
    ]
    GlossaryTerm.objects.bulk_create(missing)
    return len(missing)


def _add_questions(chapters: list[AcademyChapter]) -> None:
    ChapterQuestion.objects.bulk_create(
        ChapterQuestion(
            chapter=chapter,
            text=question.text,
            options=list(question.options),
            right_option=question.right,
            explanation=question.explanation,
            position=position,
        )
        for chapter in chapters
        for position, question in enumerate(_QUESTIONS.read()[chapter.weburlname], start=1)
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

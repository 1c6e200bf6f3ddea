"""
The academy that the site begins with: three modules of five chapters, written as Markdown files.

A module or chapter that is there already, under its address name, is left as staff have made it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from apps.content.models import AcademyChapter, AcademyModule

FOLDER = Path(__file__).resolve().parent.parent / "demo_files" / "academy"

_WRITTEN_DAYS_AGO = 30


@dataclass(frozen=True, slots=True)
class Module:
    weburlname: str
    title: str
    summary: str
    chapters: tuple[str, ...]
    """The address names, which are the names of their files."""


MODULES = (
    Module(
        "how-the-market-works",
        "How the market works",
        "What you own when you own a share, how a trade comes about, and what it costs.",
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
        "How prices are drawn, what a candle tells, and what no chart can tell you.",
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


def source(module: str, chapter: str) -> Source:
    """What a file holds: its title, a line that sums it up, and after a rule the text."""
    content = (FOLDER / module / f"{chapter}.md").read_text(encoding="utf-8")
    head, _, text = content.partition("\n---\n")
    title, summary = head.strip().split("\n")
    return Source(title.removeprefix("title: "), summary.removeprefix("summary: "), text.strip() + "\n")


def seed(now: datetime) -> str:
    rows = {module.weburlname: _module(place, module) for place, module in enumerate(MODULES, 1)}
    known = set(AcademyChapter.objects.values_list("module__weburlname", "weburlname"))
    missing = [
        _chapter(rows[module.weburlname], name, place, now)
        for module in MODULES
        for place, name in enumerate(module.chapters, 1)
        if (module.weburlname, name) not in known
    ]
    if missing:
        AcademyChapter.objects.bulk_create(missing)
    return f"{len(missing)} of {sum(len(module.chapters) for module in MODULES)} chapters added"


def _module(place: int, module: Module) -> AcademyModule:
    row, _ = AcademyModule.objects.get_or_create(
        weburlname=module.weburlname,
        defaults={
            "title": module.title,
            "summary": module.summary,
            "position": place,
            "is_published": True,
        },
    )
    return row


def _chapter(module: AcademyModule, name: str, place: int, now: datetime) -> AcademyChapter:
    written = source(module.weburlname, name)
    return AcademyChapter(
        module=module,
        title=written.title,
        weburlname=name,
        summary=written.summary,
        text=written.text,
        position=place,
        is_published=True,
        published_at=now - timedelta(days=_WRITTEN_DAYS_AGO),
    )

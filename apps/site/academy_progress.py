"""
What the academy's pages show in addition to the endpoints' responses.

Mirrored by frontend/src/features/academy/lib/readingProgress.ts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.content.selectors.academy import ChapterPage, ModuleLine


@dataclass(frozen=True, slots=True)
class Progress:
    read: int
    total: int

    @property
    def percent(self) -> int:
        return self.read * 100 // self.total


def path(module: str, chapter: str) -> str:
    return f"/academy/{module}/{chapter}"


def progress(modules: Sequence[ModuleLine]) -> Progress | None:
    """How much of the academy a member has read. None if there are no chapters."""
    chapters = [chapter for module in modules for chapter in module["chapters"]]
    return Progress(sum(chapter["isRead"] for chapter in chapters), len(chapters)) if chapters else None


def place(chapter: ChapterPage) -> str:
    """'Chapter 2 of 5'."""
    names = [line["_id"] for line in chapter["module"]["chapters"]]
    return f"Chapter {names.index(chapter['_id']) + 1} of {len(names)}"

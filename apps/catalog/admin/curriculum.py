"""One page with all chapters and topics of a course: named, moved, added, archived and removed together."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import Count
from django.http import QueryDict

from apps.catalog.admin.curriculum_forms import (
    ChapterRow,
    ChapterRows,
    Shelf,
    TopicRow,
    TopicRows,
)
from apps.catalog.models import Chapter, Course, Topic, TopicProgress
from apps.catalog.services import curriculum, owners
from apps.catalog.services.curriculum import Plan
from apps.core.kept_rows import people

LOSE_PROGRESS = "lose_progress"
ARCHIVE, RESTORE = "archive", "restore"
"""The names of the rows' buttons; the value is the prefix of the row."""


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter on the page with the rows of its topics; `chapter` is None for rows without one."""

    chapter: ChapterRow | None
    topics: list[TopicRow]


class CurriculumPage:
    """The two sets of rows and what holds between them."""

    def __init__(self, *, course: Course, data: QueryDict | None = None) -> None:
        self.course = course
        self.data = data
        self.shelf = Shelf()
        self.problems: list[str] = []
        self.asks_about_progress = False
        self.chapters: Any = ChapterRows(
            data, prefix="chapters", queryset=Chapter.objects.filter(course=course).in_order()
        )
        places = {form.instance.pk: form.prefix for form in self.chapters.initial_forms}
        self.topics: Any = TopicRows(
            data,
            prefix="topics",
            queryset=_topics(course),
            form_kwargs={"shelf": self.shelf, "chapters": self._choices, "places": places},
        )

    @cached_property
    def _choices(self) -> list[tuple[str, str]]:
        named = [(form.prefix, self._name(form)) for form in self.chapters.forms]
        return [("", "Choose a chapter"), *named]

    def _name(self, form: ChapterRow) -> str:
        return form["title"].value() or "The new chapter"

    def is_valid(self) -> bool:
        are_valid = [self.chapters.is_valid(), self.topics.is_valid()]
        if all(are_valid):
            self._check_places()
            self._check_progress()
        return all(are_valid) and not self.problems and not any(form.errors for form in self.topics.kept)

    def save(self) -> None:
        """Only what `is_valid` passed."""
        edited = {
            form.instance.pk: form.changed_columns() for form in (*self.chapters.kept, *self.topics.kept)
        }
        if self.switched is not None:
            self.switched.instance.is_published = not self._archives
            edited[self.switched.instance.pk] = {*edited[self.switched.instance.pk], "is_published"}
        plans = [
            Plan(chapter=form.instance, topics=[topic.instance for topic in _by_position(topics)])
            for form, topics in self._kept_sections()
        ]
        curriculum.arrange(
            course_id=self.course.pk,
            plans=plans,
            edited=edited,
            removed_topics=[form.instance.pk for form in self.topics.deleted_forms],
            removed_chapters=[form.instance.pk for form in self.chapters.deleted_forms],
        )

    @property
    def removes(self) -> bool:
        return bool(self.topics.deleted_forms or self.chapters.deleted_forms)

    @cached_property
    def switched(self) -> ChapterRow | TopicRow | None:
        """The row whose button 'Archive' or 'Restore' was pressed."""
        assert self.data is not None
        pressed = self.data.get(ARCHIVE) or self.data.get(RESTORE)
        rows = (*self.chapters.kept, *self.topics.kept)
        return next(
            (form for form in rows if form.prefix == pressed and not form.instance._state.adding), None
        )

    @property
    def done(self) -> str:
        """What became of that row; empty if there was none."""
        if self.switched is None:
            return ""
        return f"{'Archived' if self._archives else 'Restored'} '{self.switched.instance}'."

    @property
    def _archives(self) -> bool:
        return self.data is not None and ARCHIVE in self.data

    @property
    def sections(self) -> list[Section]:
        """All rows as the page shows them, typed values first."""
        chapters = _by_position(self.chapters.forms)
        found = [Section(form, _by_position(self._rows_of(form.prefix))) for form in chapters]
        known = {form.prefix for form in chapters}
        loose = [form for form in self.topics.forms if form["chapter_row"].value() not in known]
        return [*found, Section(None, loose)] if loose else found

    @property
    def is_flawed(self) -> bool:
        flawed = [form for rows in (self.chapters, self.topics) for form in rows.forms if form.errors]
        return self.data is not None and bool(flawed or self.problems)

    def _rows_of(self, chapter: str) -> list[TopicRow]:
        return [form for form in self.topics.forms if form["chapter_row"].value() == chapter]

    def _kept_sections(self) -> Iterator[tuple[ChapterRow, list[TopicRow]]]:
        for form in _by_position(self.chapters.kept):
            rows = [row for row in self.topics.kept if row["chapter_row"].value() == form.prefix]
            yield form, rows

    def _check_places(self) -> None:
        kept = {form.prefix for form in self.chapters.kept}
        removed = {form.prefix for form in self.chapters.deleted_forms}
        for form in self.topics.kept:
            place = form["chapter_row"].value()
            if place in removed:
                form.add_error(
                    "chapter_row", "This chapter is being removed: choose another, or remove the topic too."
                )
            elif place not in kept:
                form.add_error("chapter_row", "This chapter has no name yet.")

    def _check_progress(self) -> None:
        """What learners did must not go by an oversight, and what they own not at all."""
        assert self.data is not None
        owned = owners.count(course_id=self.course.pk)
        if owned and self.removes:
            self.problems.append(parts_kept_because(owned))
            return
        removed = {form.instance.pk: form.instance.title for form in self.topics.deleted_forms}
        if not removed or self.data.get(LOSE_PROGRESS) == "on":
            return
        rows = TopicProgress.objects.filter(topic__in=removed).values_list("topic")
        for topic_id, count in rows.annotate(people=Count("person")).order_by("topic"):
            learners = "1 learner has" if count == 1 else f"{count} learners have"
            self.problems.append(f"{learners} progress in '{removed[topic_id]}'.")
            self.asks_about_progress = True


def parts_kept_because(owned: int) -> str:
    """Why a course with so many owners loses no chapter and no topic."""
    return f"{people(owned, 'own')} Chapters and topics cannot be removed from it. Archive them instead."


def _topics(course: Course) -> Any:
    return Topic.objects.filter(chapter__course=course).annotate(question_count=Count("questions")).in_order()


def _by_position(forms: list[Any]) -> list[Any]:
    """Rows in the order that was typed; those without a place stand last, as they came."""

    def place(form: Any) -> tuple[bool, int]:
        typed = str(form["position"].value() or "")
        is_number = typed.isascii() and typed.isdigit() and len(typed) < 10 and int(typed) > 0
        return not is_number, int(typed) if is_number else 0

    return sorted(forms, key=place)

"""The curriculum page of a course: add, rename, move, archive and remove its chapters and topics."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Count
from django.http import QueryDict
from django.utils.functional import cached_property

from apps.catalog.admin.curriculum_forms import (
    AssetChoices,
    ChapterFormSet,
    ChapterRow,
    TopicFormSet,
    TopicRow,
)
from apps.catalog.models import Chapter, Course, QuizAttempt, Topic, TopicNote, TopicProgress, TopicQuestion
from apps.catalog.selectors import publishing_facts
from apps.catalog.services import curriculum, owners
from apps.catalog.services.curriculum import ChapterPlan
from apps.content.selectors import public_parts
from apps.core import indian_time
from apps.core.advert_words import PublicText
from apps.core.protected_rows import people
from apps.media.models.asset import allowed_extensions
from apps.media.states import AssetKind

LOSE_PROGRESS = "lose_progress"
ARCHIVE, RESTORE = "archive", "restore"
"""The names of the buttons of a row; their value is the row's form prefix."""


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter on the page with its topics; `chapter` is None for topics without a chapter."""

    chapter: ChapterRow | None
    topics: list[TopicRow]


class CurriculumPage:
    """The formsets of chapters and topics, and the validation across them."""

    def __init__(self, *, course: Course, data: QueryDict | None = None) -> None:
        self.course = course
        self.data = data
        self.assets = AssetChoices()
        self.video_extensions = allowed_extensions(AssetKind.VIDEO)
        self.problems: list[str] = []
        self.asks_to_lose_progress = False
        self.chapters: Any = ChapterFormSet(
            data, prefix="chapters", queryset=Chapter.objects.filter(course=course).in_order()
        )
        prefixes = {form.instance.pk: form.prefix for form in self.chapters.initial_forms}
        self.topics: Any = TopicFormSet(
            data,
            prefix="topics",
            queryset=_topics_with_question_count(course),
            form_kwargs={"assets": self.assets, "chapters": self._choices, "prefixes": prefixes},
        )

    @cached_property
    def _choices(self) -> list[tuple[str, str]]:
        chapters = [(form.prefix, form["title"].value() or "New chapter") for form in self.chapters.forms]
        return [("", "Choose a chapter"), *chapters]

    def is_valid(self) -> bool:
        are_valid = [self.chapters.is_valid(), self.topics.is_valid()]
        if all(are_valid):
            self._check_chapters()
            self._check_progress()
            self._check_texts()
        return all(are_valid) and not self.problems and not any(form.errors for form in self.topics.kept)

    def save(self) -> None:
        """Call it only after `is_valid`."""
        edited = {
            form.instance.pk: form.changed_columns() for form in (*self.chapters.kept, *self.topics.kept)
        }
        if self.toggled is not None:
            self.toggled.instance.is_published = not self._archives
            edited[self.toggled.instance.pk] = {*edited[self.toggled.instance.pk], "is_published"}
        plans = [
            ChapterPlan(chapter=form.instance, topics=[topic.instance for topic in _by_position(topics)])
            for form, topics in self._kept_sections()
        ]
        curriculum.save_curriculum(
            course_id=self.course.pk,
            plans=plans,
            edited=edited,
            removed_topics=[form.instance.pk for form in self.topics.deleted_forms],
            removed_chapters=[form.instance.pk for form in self.chapters.deleted_forms],
        )

    @property
    def has_changed(self) -> bool:
        return self.toggled is not None or self.chapters.has_changed() or self.topics.has_changed()

    @property
    def removes(self) -> bool:
        return bool(self.topics.deleted_forms or self.chapters.deleted_forms)

    @cached_property
    def toggled(self) -> ChapterRow | TopicRow | None:
        """The row whose button 'Archive' or 'Restore' was pressed."""
        assert self.data is not None
        pressed = self.data.get(ARCHIVE) or self.data.get(RESTORE)
        rows = (*self.chapters.kept, *self.topics.kept)
        return next(
            (form for form in rows if form.prefix == pressed and not form.instance._state.adding), None
        )

    @property
    def done_message(self) -> str:
        """The message about the archived or restored row; empty without one."""
        if self.toggled is None:
            return ""
        return f"{'Archived' if self._archives else 'Restored'} '{self.toggled.instance}'."

    @property
    def _archives(self) -> bool:
        return self.data is not None and ARCHIVE in self.data

    @property
    def sections(self) -> list[Section]:
        """All rows in the order of the page, which is that of the submitted positions."""
        chapters = _by_position(self.chapters.forms)
        sections = [Section(form, _by_position(self._rows_of(form.prefix))) for form in chapters]
        prefixes = {form.prefix for form in chapters}
        unassigned = [form for form in self.topics.forms if form["chapter_row"].value() not in prefixes]
        return [*sections, Section(None, unassigned)] if unassigned else sections

    @property
    def has_errors(self) -> bool:
        invalid = [form for rows in (self.chapters, self.topics) for form in rows.forms if form.errors]
        return self.data is not None and bool(invalid or self.problems)

    def _rows_of(self, chapter: str) -> list[TopicRow]:
        return [form for form in self.topics.forms if form["chapter_row"].value() == chapter]

    def _kept_sections(self) -> Iterator[tuple[ChapterRow, list[TopicRow]]]:
        for form in _by_position(self.chapters.kept):
            rows = [row for row in self.topics.kept if row["chapter_row"].value() == form.prefix]
            yield form, rows

    def _check_chapters(self) -> None:
        kept = {form.prefix for form in self.chapters.kept}
        removed = {form.prefix for form in self.chapters.deleted_forms}
        for form in self.topics.kept:
            prefix = form["chapter_row"].value()
            if prefix in removed:
                form.add_error(
                    "chapter_row",
                    "You are removing this chapter. Choose another one, or remove the topic too.",
                )
            elif prefix not in kept:
                form.add_error("chapter_row", "Enter a name for this chapter first.")

    def _check_texts(self) -> None:
        """New names, articles that become free previews, and what is restored, of a course that is public."""
        texts = [
            PublicText("a chapter", form.instance.title)
            for form in self.chapters.kept
            if "title" in form.changed_data
        ]
        for form in self.topics.kept:
            if "title" in form.changed_data:
                texts.append(PublicText("a topic", form.instance.title))
            if "is_free_preview" in form.changed_data:
                texts += publishing_facts.preview_text(form.instance)
        if self.toggled is not None and not self._archives:
            texts += publishing_facts.texts_of_part(self.toggled.instance)
        day = indian_time.today()
        self.problems += public_parts.refusals(self.course, texts, texts_of=publishing_facts.texts, day=day)

    def _check_progress(self) -> None:
        """Removing topics with progress or notes is confirmed; in a course with owners nothing is removed."""
        assert self.data is not None
        owned = owners.count_owners(course_id=self.course.pk)
        if owned and self.removes:
            self.problems.append(removal_refusal(owned))
            return
        removed = {form.instance.pk: form.instance.title for form in self.topics.deleted_forms}
        if not removed or self.data.get(LOSE_PROGRESS) == "on":
            return
        kept = {
            "progress": TopicProgress.objects.all(),
            "notes": TopicNote.objects.filter(is_deleted=False),
            "quiz attempts": QuizAttempt.objects.all(),
            "questions": TopicQuestion.objects.all(),
        }
        for what, rows in kept.items():
            by_topic = rows.filter(topic__in=removed).values_list("topic")
            for topic_id, count in by_topic.annotate(n=Count("person", distinct=True)).order_by("topic"):
                learners = "1 learner has" if count == 1 else f"{count} learners have"
                self.problems.append(f"{learners} {what} in '{removed[topic_id]}'.")
                self.asks_to_lose_progress = True


def removal_refusal(owner_count: int) -> str:
    """Why chapters and topics of a course with owners cannot be removed."""
    return (
        f"{people(owner_count, 'own')} Chapters and topics cannot be removed from it. Archive them instead."
    )


def _topics_with_question_count(course: Course) -> Any:
    return Topic.objects.filter(chapter__course=course).annotate(question_count=Count("questions")).in_order()


def _by_position(forms: list[Any]) -> list[Any]:
    """Sorted by the submitted position; rows without a valid one come last."""

    def sort_key(form: Any) -> tuple[bool, int]:
        text = str(form["position"].value() or "")
        is_number = text.isascii() and text.isdigit() and len(text) < 10 and int(text) > 0
        return not is_number, int(text) if is_number else 0

    return sorted(forms, key=sort_key)

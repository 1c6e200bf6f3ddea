"""
Signal handlers that update search documents when staff save a course, in whatever way they save it.

Changes are collected during the transaction. After the commit each affected course is updated once, although
a course is saved together with its many topics.
"""

import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db import models, transaction
from django.db.models.signals import post_save, pre_delete, pre_save

from apps.catalog.models import Course
from apps.catalog.services import search_documents
from apps.core import cache_invalidation


@dataclass(frozen=True, slots=True)
class _TrackedModel:
    """A model that search documents contain: the fields that they use, and how its rows lead to courses."""

    model: str
    fields: frozenset[str]
    key: str
    lookup: str


_TRACKED_MODELS = (
    _TrackedModel(
        "catalog.Course",
        frozenset(
            ("title", "weburlname", "lead", "what_you_will_learn", "category", "category_id", "is_published")
        ),
        key="pk",
        lookup="pk__in",
    ),
    _TrackedModel(
        "catalog.CourseInstructor",
        frozenset(("course", "course_id", "instructor", "instructor_id")),
        key="course_id",
        lookup="pk__in",
    ),
    _TrackedModel(
        "catalog.Chapter",
        frozenset(("course", "course_id", "title", "is_published")),
        key="course_id",
        lookup="pk__in",
    ),
    _TrackedModel(
        "catalog.Topic",
        frozenset(("chapter", "chapter_id", "title", "is_published")),
        key="chapter_id",
        lookup="chapters__in",
    ),
    _TrackedModel("catalog.Category", frozenset(("title",)), key="pk", lookup="category__in"),
    _TrackedModel("content.Instructor", frozenset(("name",)), key="pk", lookup="instructors__in"),
)


class _PendingChanges(threading.local):
    """The changes of the current transaction. After a rollback they stay, and cost one needless update."""

    def __init__(self) -> None:
        self.keys: defaultdict[str, set[UUID]] = defaultdict(set)


_pending = _PendingChanges()


def connect_signals() -> None:
    """Called when all models are loaded."""
    for tracked in _TRACKED_MODELS:
        _ChangeTracker(tracked).connect()


class _ChangeTracker:
    """Collects the changes to the rows of one model."""

    def __init__(self, tracked: _TrackedModel) -> None:
        self.tracked = tracked

    def connect(self) -> None:
        model = apps.get_model(self.tracked.model)
        name = f"search documents of {self.tracked.model}"
        # weak=False: nothing else references this object.
        for signal, receiver in (
            (pre_save, self.saving),
            (post_save, self.saved),
            (pre_delete, self.deleted),
            (cache_invalidation.pre_queryset_update, self.updating),
            (cache_invalidation.post_bulk_create, self.created),
        ):
            signal.connect(receiver, sender=model, weak=False, dispatch_uid=name)

    def saving(self, *, instance: Any, update_fields: Collection[str] | None, **_signal: Any) -> None:
        """Remember the old course of a row that may be moved to another course."""
        key = self.tracked.key
        if key == "pk" or instance._state.adding or not self._is_relevant(update_fields):
            return
        before = type(instance)._default_manager.filter(pk=instance.pk).values_list(key, flat=True)
        # No `on_commit` yet: `saved` registers it, and without a transaction it would run too early.
        _pending.keys[self.tracked.lookup].update(before)

    def saved(self, *, instance: Any, update_fields: Collection[str] | None, **_signal: Any) -> None:
        if self._is_relevant(update_fields):
            self._add([instance])

    def deleted(self, *, instance: Any, **_signal: Any) -> None:
        self._add([instance])

    def created(self, *, rows: Iterable[Any], **_signal: Any) -> None:
        self._add(rows)

    def updating(
        self, *, rows: models.QuerySet[Any], fields: frozenset[str], **_signal: Any
    ) -> Callable[[], None] | None:
        """Load the rows with their old values, and again after the update: they may change course."""
        if not self.tracked.fields & fields:
            return None
        before = list(rows)
        return lambda: self._add(
            [*before, *rows.model._default_manager.filter(pk__in=[row.pk for row in before])]
        )

    def _is_relevant(self, update_fields: Collection[str] | None) -> bool:
        return update_fields is None or bool(self.tracked.fields.intersection(update_fields))

    def _add(self, rows: Iterable[Any]) -> None:
        _pending.keys[self.tracked.lookup] |= {getattr(row, self.tracked.key) for row in rows}
        transaction.on_commit(_update_changed_documents, robust=True)


def _update_changed_documents() -> None:
    pending, _pending.keys = _pending.keys, defaultdict(set)
    course_ids: set[UUID] = set()
    for lookup, keys in pending.items():
        course_ids.update(Course.objects.filter(**{lookup: keys}).values_list("pk", flat=True))
    search_documents.update_documents(course_ids=course_ids)

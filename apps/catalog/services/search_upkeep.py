"""
Keeps the documents of search in step with what staff save, however they save it.

What changed is noted as it changes; after the commit the courses that it concerns are looked up and written
down, each once: a course is saved together with its many topics.
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
class _Followed:
    """A model whose rows are found by: its columns that search reads, and how a row leads to courses."""

    model: str
    fields: frozenset[str]
    key: str
    lookup: str


_FOLLOWED = (
    _Followed(
        "catalog.Course",
        frozenset(("title", "lead", "what_you_will_learn", "category", "category_id", "is_published")),
        key="pk",
        lookup="pk__in",
    ),
    _Followed(
        "catalog.CourseInstructor",
        frozenset(("course", "course_id", "instructor", "instructor_id")),
        key="course_id",
        lookup="pk__in",
    ),
    _Followed(
        "catalog.Chapter",
        frozenset(("course", "course_id", "title", "is_published")),
        key="course_id",
        lookup="pk__in",
    ),
    _Followed(
        "catalog.Topic",
        frozenset(("chapter", "chapter_id", "title", "is_published")),
        key="chapter_id",
        lookup="chapters__in",
    ),
    _Followed("catalog.Category", frozenset(("title",)), key="pk", lookup="category__in"),
    _Followed("content.Instructor", frozenset(("name",)), key="pk", lookup="instructors__in"),
)


class _Noted(threading.local):
    """What changed in the transaction under way; if that fails, its keys are looked at in vain later on."""

    def __init__(self) -> None:
        self.keys: defaultdict[str, set[UUID]] = defaultdict(set)


_noted = _Noted()


def follow() -> None:
    """Called once the models are there."""
    for followed in _FOLLOWED:
        _Follower(followed).connect()


class _Follower:
    """Notes what happens to the rows of one model."""

    def __init__(self, followed: _Followed) -> None:
        self.followed = followed

    def connect(self) -> None:
        model = apps.get_model(self.followed.model)
        name = f"search follows {self.followed.model}"
        # Signals hold on to methods weakly, and nothing else holds this object.
        for signal, receiver in (
            (pre_save, self.saving),
            (post_save, self.saved),
            (pre_delete, self.deleted),
            (cache_invalidation.updating, self.updating),
            (cache_invalidation.created_together, self.created),
        ):
            signal.connect(receiver, sender=model, weak=False, dispatch_uid=name)

    def saving(self, *, instance: Any, update_fields: Collection[str] | None, **_signal: Any) -> None:
        """Read where it leads while its old values still tell: it may be moved to another course."""
        key = self.followed.key
        if key == "pk" or instance._state.adding or not self._is_read(update_fields):
            return
        before = type(instance)._default_manager.filter(pk=instance.pk).values_list(key, flat=True)
        # Written down with what is noted once it is saved: a commit at this moment would be too early.
        _noted.keys[self.followed.lookup].update(before)

    def saved(self, *, instance: Any, update_fields: Collection[str] | None, **_signal: Any) -> None:
        if self._is_read(update_fields):
            self._note([instance])

    def deleted(self, *, instance: Any, **_signal: Any) -> None:
        self._note([instance])

    def created(self, *, rows: Iterable[Any], **_signal: Any) -> None:
        self._note(rows)

    def updating(
        self, *, rows: models.QuerySet[Any], fields: frozenset[str], **_signal: Any
    ) -> Callable[[], None] | None:
        """Read which rows they are while their old values still tell; they may come to another course."""
        if not self.followed.fields & fields:
            return None
        found = list(rows)
        return lambda: self._note(
            [*found, *rows.model._default_manager.filter(pk__in=[row.pk for row in found])]
        )

    def _is_read(self, update_fields: Collection[str] | None) -> bool:
        return update_fields is None or bool(self.followed.fields.intersection(update_fields))

    def _note(self, rows: Iterable[Any]) -> None:
        _note(self.followed.lookup, {getattr(row, self.followed.key) for row in rows})


def _note(lookup: str, keys: set[UUID]) -> None:
    _noted.keys[lookup] |= keys
    transaction.on_commit(_write_down, robust=True)


def _write_down() -> None:
    noted, _noted.keys = _noted.keys, defaultdict(set)
    course_ids: set[UUID] = set()
    for lookup, keys in noted.items():
        course_ids.update(Course.objects.filter(**{lookup: keys}).values_list("pk", flat=True))
    search_documents.renew(course_ids=course_ids)

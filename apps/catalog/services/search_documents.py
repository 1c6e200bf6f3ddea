"""Writes the search document of each published course, also of those that are public later."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import TypeVar
from uuid import UUID

from django.db import transaction

from apps.catalog.models import Chapter, Course, CourseInstructor, SearchDocument, SearchWord, Topic
from apps.catalog.search.engines import engine
from apps.catalog.search.terms import Field
from apps.core import tagged_cache
from apps.core.search_tokens import join_tokens

Key = TypeVar("Key")

_BATCH_SIZE = 500
_FIELDS = tuple(field.value for field in Field)


def update_documents(*, course_ids: Collection[UUID]) -> None:
    """Update the documents of these courses; an unpublished course has none."""
    for batch in _batches(sorted(course_ids)):
        _update_batch(batch)


def count_courses() -> int:
    return Course.objects.count()


def rebuild_documents() -> int:
    """Rebuild all documents and delete unused words. Returns the number of documents."""
    words: set[str] = set()
    course_ids = list(Course.objects.order_by("pk").values_list("pk", flat=True))
    for batch in _batches(course_ids):
        words |= _update_batch(batch)
    _delete_unused_words(words)
    engine().reindex()
    return SearchDocument.objects.count()


@transaction.atomic(durable=True)
def _update_batch(course_ids: Sequence[UUID]) -> set[str]:
    # The second of two concurrent saves reads what both saved; otherwise the older words might stay.
    list(Course.objects.locked().filter(pk__in=course_ids).order_by("pk").values_list("pk"))
    documents = _build_documents(course_ids)
    SearchDocument.objects.bulk_create(
        documents, update_conflicts=True, unique_fields=["course"], update_fields=_FIELDS
    )
    published = {document.course_id for document in documents}
    SearchDocument.objects.filter(course__in=set(course_ids) - published).delete()
    words = {word for document in documents for field in _FIELDS for word in getattr(document, field).split()}
    # Sorted, so that two transactions that add the same words do not deadlock.
    SearchWord.objects.bulk_create([SearchWord(word=word) for word in sorted(words)], ignore_conflicts=True)
    tagged_cache.invalidate("catalog")
    return words


def _build_documents(course_ids: Sequence[UUID]) -> list[SearchDocument]:
    people = _texts_by_course(
        CourseInstructor.objects.filter(course__in=course_ids).values_list("course", "instructor__name")
    )
    topics = _texts_by_course(
        [
            *Chapter.objects.published().filter(course__in=course_ids).values_list("course", "title"),
            *Topic.objects.published()
            .filter(chapter__course__in=course_ids)
            .values_list("chapter__course", "title"),
        ]
    )
    courses = Course.objects.filter(is_published=True, pk__in=course_ids).order_by("pk")
    return [
        SearchDocument(
            course_id=course_id,
            title=join_tokens([title] if title.isascii() else [title, slug]),
            people=join_tokens([category, *people[course_id]]),
            goals=join_tokens([lead, *goals]),
            topics=join_tokens(topics[course_id]),
        )
        for course_id, title, slug, category, lead, goals in courses.values_list(
            "pk", "title", "weburlname", "category__title", "lead", "what_you_will_learn"
        )
    ]


def _texts_by_course(rows: Collection[tuple[UUID, str]]) -> defaultdict[UUID, list[str]]:
    texts = defaultdict(list)
    for course_id, text in sorted(rows):
        texts[course_id].append(text)
    return texts


@transaction.atomic(durable=True)
def _delete_unused_words(words: set[str]) -> None:
    saved = dict(SearchWord.objects.values_list("word", "pk"))
    for batch in _batches([key for word, key in saved.items() if word not in words]):
        SearchWord.objects.filter(pk__in=batch).delete()


def _batches(keys: Sequence[Key]) -> Iterator[Sequence[Key]]:
    return (keys[start : start + _BATCH_SIZE] for start in range(0, len(keys), _BATCH_SIZE))

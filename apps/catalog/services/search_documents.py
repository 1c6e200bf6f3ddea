"""Writes down what each published course can be found by."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import TypeVar
from uuid import UUID

from django.db import transaction

from apps.catalog import search
from apps.catalog.models import Chapter, Course, CourseInstructor, SearchDocument, SearchWord, Topic
from apps.catalog.search.terms import Field
from apps.core import tagged_cache
from apps.core.search_tokens import joined

Key = TypeVar("Key")

_AT_ONCE = 500
_FIELDS = tuple(field.value for field in Field)


def renew(*, course_ids: Collection[UUID]) -> None:
    """Make the documents of these courses say what the courses say; who is not published has none."""
    for some in _batches(sorted(course_ids)):
        _renew(some)


def rebuild() -> int:
    """Make every document anew and drop the words that no course has any more. Returns their number."""
    words: set[str] = set()
    course_ids = list(Course.objects.order_by("pk").values_list("pk", flat=True))
    for some in _batches(course_ids):
        words |= _renew(some)
    _drop_all_words_but(words)
    search.engine().reindex()
    return SearchDocument.objects.count()


@transaction.atomic(durable=True)
def _renew(course_ids: Sequence[UUID]) -> set[str]:
    # What two people save at once is read by whoever comes second, or the older words might stay.
    list(Course.objects.locked().filter(pk__in=course_ids).order_by("pk").values_list("pk"))
    documents = _made(course_ids)
    SearchDocument.objects.bulk_create(
        documents, update_conflicts=True, unique_fields=["course"], update_fields=_FIELDS
    )
    published = {document.course_id for document in documents}
    SearchDocument.objects.filter(course__in=set(course_ids) - published).delete()
    words = {word for document in documents for field in _FIELDS for word in getattr(document, field).split()}
    # In one order, so that two who add the same words do not wait for each other.
    SearchWord.objects.bulk_create([SearchWord(word=word) for word in sorted(words)], ignore_conflicts=True)
    tagged_cache.invalidate("catalog")
    return words


def _made(course_ids: Sequence[UUID]) -> list[SearchDocument]:
    people = _texts(
        CourseInstructor.objects.filter(course__in=course_ids).values_list("course", "instructor__name")
    )
    topics = _texts(
        [
            *Chapter.objects.published().filter(course__in=course_ids).values_list("course", "title"),
            *Topic.objects.published()
            .filter(chapter__course__in=course_ids)
            .values_list("chapter__course", "title"),
        ]
    )
    courses = Course.objects.published().filter(pk__in=course_ids).order_by("pk")
    return [
        SearchDocument(
            course_id=course_id,
            title=joined([title]),
            people=joined([category, *people[course_id]]),
            goals=joined([lead, *goals]),
            topics=joined(topics[course_id]),
        )
        for course_id, title, category, lead, goals in courses.values_list(
            "pk", "title", "category__title", "lead", "what_you_will_learn"
        )
    ]


def _texts(rows: Collection[tuple[UUID, str]]) -> defaultdict[UUID, list[str]]:
    found = defaultdict(list)
    for course_id, text in sorted(rows):
        found[course_id].append(text)
    return found


@transaction.atomic(durable=True)
def _drop_all_words_but(words: set[str]) -> None:
    known = dict(SearchWord.objects.values_list("word", "pk"))
    for some in _batches([key for word, key in known.items() if word not in words]):
        SearchWord.objects.filter(pk__in=some).delete()


def _batches(keys: Sequence[Key]) -> Iterator[Sequence[Key]]:
    return (keys[start : start + _AT_ONCE] for start in range(0, len(keys), _AT_ONCE))

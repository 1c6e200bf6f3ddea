"""The site search: courses, mentors, live events, the academy, the FAQ and legal pages."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TypedDict

from apps.catalog import search as course_search
from apps.catalog.search import Query, QueryWord, synonyms
from apps.catalog.selectors import cards, courses, search_help
from apps.catalog.selectors import search_items as catalog
from apps.catalog.selectors.courses import CourseFilters
from apps.content.selectors import search_items as content
from apps.core import indian_time, search_items, search_tokens
from apps.core.search_items import ItemWord, SearchItem
from apps.live.selectors import search_items as live

MAX_HITS = 5
"""Per kind. The kind's own page has the rest."""

_KINDS: Mapping[str, tuple[str, Callable[[], Sequence[SearchItem]]]] = {
    "mentor": ("Mentors", catalog.mentors),
    "webinar": ("Webinars", live.webinars),
    "mentorship": ("Mentorships", live.mentorships),
    "liveTrading": ("Live trading", live.programs),
    "chapter": ("Academy", content.chapters),
    "faq": ("FAQ", content.faq_articles),
    "page": ("Policies and information", content.legal_pages),
}

KINDS = ("course", *_KINDS)


class Hit(TypedDict):
    _id: str
    title: str
    path: str
    about: str
    startsAt: str | None


class Group(TypedDict):
    kind: str
    title: str
    items: list[Hit]
    totalCount: int


class SearchResults(TypedDict):
    data: list[Group]
    totalCount: int
    filter: search_help.FilterOffer | None
    didYouMean: str | None
    suggestions: list[Hit]


def search_site(*, text: str, now: datetime) -> SearchResults:
    """The matches by kind, without kinds that have none; if nothing matches, what comes close."""
    items = {kind: get_items() for kind, (_, get_items) in _KINDS.items()}
    query, words = _interpret(text, items)
    groups = _groups(text, words, items, now=now)
    is_empty = bool(text.strip()) and not groups
    return {
        "data": groups,
        "totalCount": sum(group["totalCount"] for group in groups),
        "filter": search_help.filter_offer(query, needs_all_words=bool(groups)),
        "didYouMean": _probable(query, words, items, now=now) if is_empty else None,
        "suggestions": _suggestions(query, now=now) if is_empty else [],
    }


_Items = Mapping[str, Sequence[SearchItem]]


def _interpret(text: str, items: _Items) -> tuple[Query, list[ItemWord]]:
    query = course_search.interpret(text)
    known = {word.typed for word in query.words if word.is_as_typed}
    every = (item for kind in items.values() for item in kind)
    names = {token for mentor in items["mentor"] for token in search_tokens.tokenize(mentor.title)}
    return query, search_items.interpret(
        text, items=every, synonyms=synonyms.by_words(), known=known, names=names
    )


def _groups(text: str, words: Sequence[ItemWord], items: _Items, *, now: datetime) -> list[Group]:
    groups = [
        _courses(text, now=now),
        *(
            _group(kind, title, search_items.match(items[kind], words=words, now=now))
            for kind, (title, _) in _KINDS.items()
        ),
    ]
    return [group for group in groups if group["items"]]


def _probable(query: Query, words: Sequence[ItemWord], items: _Items, *, now: datetime) -> str | None:
    """The words spelt right, and without those that nothing has, if that finds something."""
    of_courses = {word.typed: word for word in query.words}
    probable = " ".join(filter(None, (_likely(word, of_courses.get(word.typed)) for word in words)))
    if not probable or probable == " ".join(word.typed for word in words):
        return None
    _, probable_words = _interpret(probable, items)
    return probable if _groups(probable, probable_words, items, now=now) else None


def _likely(word: ItemWord, of_courses: QueryWord | None) -> str | None:
    """How the word is probably spelt; None if nothing has it."""
    if word.alternatives:
        return word.guess or word.typed
    guess = (of_courses.guess if of_courses else None) or word.guess
    is_unknown = of_courses is not None and not of_courses.is_known
    return guess or (None if is_unknown else word.typed)


def _suggestions(query: Query, *, now: datetime) -> list[Hit]:
    closest = courses.closest_cards(query, count=search_help.SUGGESTED_COURSES, day=indian_time.day_of(now))
    return [_course_hit(card) for card in closest]


def _courses(text: str, *, now: datetime) -> Group:
    results = (
        courses.search_cards(
            filters=CourseFilters(search=text), skip=0, end=MAX_HITS, day=indian_time.day_of(now)
        )
        if text.strip()
        else None
    )
    return {
        "kind": "course",
        "title": "Courses",
        "items": [_course_hit(card) for card in results.courses] if results else [],
        "totalCount": results.total if results else 0,
    }


def _course_hit(card: cards.CourseCard) -> Hit:
    return {
        "_id": card["_id"],
        "title": card["title"],
        "path": f"/courses/{card['weburlname']}",
        "about": ", ".join(teacher["full_name"] for teacher in card["instructors"]),
        "startsAt": None,
    }


def _group(kind: str, title: str, fitting: Sequence[SearchItem]) -> Group:
    return {
        "kind": kind,
        "title": title,
        "items": [_hit(found) for found in fitting[:MAX_HITS]],
        "totalCount": len(fitting),
    }


def _hit(found: SearchItem) -> Hit:
    return {
        "_id": found.id,
        "title": found.title,
        "path": found.path,
        "about": found.about,
        "startsAt": indian_time.iso_utc(found.starts_at) if found.starts_at else None,
    }

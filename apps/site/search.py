"""The site search: pages and actions, courses, mentors, live events, the academy, the FAQ and legal pages."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TypedDict

from django.utils.translation import gettext, gettext_noop

from apps.catalog import search as course_search
from apps.catalog.search import Query, QueryWord, synonyms
from apps.catalog.selectors import cards, courses, search_help
from apps.catalog.selectors import search_items as catalog
from apps.catalog.selectors.courses import CourseFilters
from apps.content.selectors import search_items as content
from apps.core import indian_time, language, search_items, search_tokens
from apps.core.money import Money
from apps.core.search_items import ItemWord, Match, SearchItem
from apps.live.selectors import search_items as live
from apps.site import search_actions

MAX_HITS = 5
"""Per kind. The kind's own page has the rest."""

_KINDS: Mapping[str, tuple[str, Callable[[], Sequence[SearchItem]]]] = {
    "action": (gettext_noop("Quick links"), search_actions.actions),
    "mentor": (gettext_noop("Mentors"), catalog.mentors),
    "webinar": (gettext_noop("Webinars"), live.webinars),
    "mentorship": (gettext_noop("Mentorships"), live.mentorships),
    "liveTrading": (gettext_noop("Live trading"), live.programs),
    "chapter": (gettext_noop("Academy"), content.chapters),
    "faq": (gettext_noop("FAQ"), content.faq_articles),
    "page": (gettext_noop("Policies and information"), content.legal_pages),
}

KINDS = ("action", "course", *(kind for kind in _KINDS if kind != "action"))
"""In the order of the results."""

_YEARS = re.compile(r"([0-9]{1,3}\+?) years")
_YEAR = re.compile(r"([0-9]{1,3}\+?) year")


class Hit(TypedDict):
    _id: str
    title: str
    path: str
    about: str
    startsAt: str | None
    startTime: str | None
    price: float | int | None
    level: str | None
    language: str | None
    teacher: str | None


class Group(TypedDict):
    kind: str
    title: str
    items: list[Hit]
    totalCount: int


class SearchResults(TypedDict):
    data: list[Group]
    totalCount: int
    partial: bool
    filter: search_help.FilterOffer | None
    didYouMean: str | None
    suggestions: list[Hit]


def search_site(*, text: str, now: datetime) -> SearchResults:
    """
    The matches by kind, without kinds that have none.

    Where nothing has all words, what has most of them, and the spelling that was probably meant.
    """
    items = {kind: get_items() for kind, (_, get_items) in _KINDS.items()}
    query, words = _interpret(text, items)
    full = _full_groups(text, words, items, now=now)
    groups = full or _partial_groups(query, words, items, now=now)
    is_asked = bool(text.strip())
    return {
        "data": groups,
        "totalCount": sum(group["totalCount"] for group in groups),
        "partial": bool(groups) and not full,
        "filter": search_help.filter_offer(query, needs_all_words=bool(full)),
        "didYouMean": _probable(query, words, items, now=now) if is_asked and not full else None,
        "suggestions": _suggestions(query, now=now) if is_asked and not groups else [],
    }


_Items = Mapping[str, Sequence[SearchItem]]
_Matches = Mapping[str, Sequence[Match]]


def _interpret(text: str, items: _Items) -> tuple[Query, list[ItemWord]]:
    query = course_search.interpret(text)
    known = {word.typed for word in query.words if word.is_as_typed}
    every = (item for kind in items.values() for item in kind)
    names = {token for mentor in items["mentor"] for token in search_tokens.tokenize(mentor.title)}
    return query, search_items.interpret(
        text, items=every, synonyms=synonyms.by_words(), known=known, names=names
    )


def _full_groups(text: str, words: Sequence[ItemWord], items: _Items, *, now: datetime) -> list[Group]:
    if not words:
        return []
    found = courses.search_cards(
        filters=CourseFilters(search=text), skip=0, end=MAX_HITS, day=indian_time.day_of(now)
    )
    return _groups(_matches(words, items, now=now), found.courses, count=found.total, hits=len(words))


def _partial_groups(query: Query, words: Sequence[ItemWord], items: _Items, *, now: datetime) -> list[Group]:
    if len(words) < 2:
        return []
    matches = _matches(words, items, now=now)
    of_courses, hits = courses.partial_cards(query, count=MAX_HITS, day=indian_time.day_of(now))
    best = max([hits, *(match.hits for kind in matches.values() for match in kind)])
    shown = of_courses if hits == best else []
    return _groups(matches, shown, count=len(shown), hits=best) if best else []


def _matches(words: Sequence[ItemWord], items: _Items, *, now: datetime) -> _Matches:
    return {kind: search_items.match(items[kind], words=words, now=now) for kind in _KINDS}


def _groups(
    matches: _Matches, of_courses: Sequence[cards.CourseCard], *, count: int, hits: int
) -> list[Group]:
    """What has as many of the words, by kind."""
    found: dict[str, Group] = {
        "course": {
            "kind": "course",
            "title": gettext("Courses"),
            "items": [_course_hit(card) for card in of_courses],
            "totalCount": count,
        }
    }
    for kind, (title, _) in _KINDS.items():
        fitting = [match.item for match in matches[kind] if match.hits == hits]
        found[kind] = {
            "kind": kind,
            "title": gettext(title),
            "items": [_hit(item) for item in fitting[:MAX_HITS]],
            "totalCount": len(fitting),
        }
    return [found[kind] for kind in KINDS if found[kind]["items"]]


def _probable(query: Query, words: Sequence[ItemWord], items: _Items, *, now: datetime) -> str | None:
    """The words spelt right, and without those that nothing has, if that finds something."""
    of_courses = {word.typed: word for word in query.words}
    probable = " ".join(filter(None, (_likely(word, of_courses.get(word.typed)) for word in words)))
    if not probable or probable == " ".join(word.typed for word in words):
        return None
    _, probable_words = _interpret(probable, items)
    return probable if _full_groups(probable, probable_words, items, now=now) else None


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


def _course_hit(card: cards.CourseCard) -> Hit:
    teachers = ", ".join(teacher["full_name"] for teacher in card["instructors"])
    return {
        "_id": card["_id"],
        "title": card["title"],
        "path": f"/courses/{card['weburlname']}",
        "about": teachers,
        "startsAt": None,
        "startTime": None,
        "price": card["offer_price"],
        "level": card["level"],
        "language": card["language"],
        "teacher": teachers,
    }


def _hit(found: SearchItem) -> Hit:
    return {
        "_id": found.id,
        "title": found.title,
        "path": found.path,
        "about": gettext("With {name}").format(name=found.teacher) if found.teacher else _about(found.about),
        "startsAt": indian_time.iso_utc_or_none(found.starts_at),
        "startTime": language.time_of_day(found.starts_at) if found.starts_at else None,
        "price": None if found.price_paise is None else Money(found.price_paise).to_rupees(),
        "level": None,
        "language": found.language,
        "teacher": found.teacher or None,
    }


def _about(text: str) -> str:
    """A mentor's experience as experienceText of the browser words it; other texts as they are."""
    if years := _YEARS.fullmatch(text):
        return gettext("{years} years' experience").format(years=years[1])
    if year := _YEAR.fullmatch(text):
        return gettext("{years} year's experience").format(years=year[1])
    return text

"""Webinars, mentorships and programs for the site search."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from django.db.models import Max

from apps.core import tagged_cache
from apps.core.search_items import SearchItem, search_item
from apps.live.models import LiveTrading, Mentorship, ProgramSession, Webinar
from apps.live.models.base import ListedModel
from apps.live.selectors.public import CACHE_TAGS

_WEBINAR_WORDS = "live webinar class वेबिनार"
_MENTORSHIP_WORDS = "live mentor mentorship मेंटर मेंटरशिप"
_PROGRAM_WORDS = "live trading program session"
"""What people call each of a kind, whatever its title."""


def webinars() -> Sequence[SearchItem]:
    make = partial(_events, Webinar, "/live-webinars", _WEBINAR_WORDS)
    return tagged_cache.get_or_set(tags=CACHE_TAGS, key="findable webinars", make=make)


def mentorships() -> Sequence[SearchItem]:
    make = partial(_events, Mentorship, "/live-mentorships", _MENTORSHIP_WORDS)
    return tagged_cache.get_or_set(tags=CACHE_TAGS, key="findable mentorships", make=make)


@tagged_cache.cached(tags=CACHE_TAGS, key="findable programs")
def programs() -> Sequence[SearchItem]:
    """Each until the end of its last session. Programs without sessions are left out."""
    ends = dict(
        ProgramSession.objects.not_cancelled().order_by().values_list("program").annotate(Max("ends_at"))
    )
    rows = LiveTrading.objects.published().filter(pk__in=ends).select_related("host", "category")
    return [
        replace(_search_item(program, "/live-trading", _PROGRAM_WORDS), until=ends[program.pk])
        for program in rows.order_by("title", "pk")
    ]


def _events(model: type[Webinar | Mentorship], path: str, kind: str) -> Sequence[SearchItem]:
    events = model.objects.published().filter(cancelled_at__isnull=True).select_related("host", "category")
    return [
        replace(
            _search_item(event, path, kind, *(["free"] if event.price_paise == 0 else [])),
            starts_at=event.starts_at,
            until=event.ends_at,
            price_paise=event.price_paise,
        )
        for event in events.order_by("starts_at", "pk")
    ]


def _search_item(listed: ListedModel, path: str, *words: str) -> SearchItem:
    subject = [] if listed.category is None else [listed.category.title]
    found = search_item(
        id=listed.pk,
        title=listed.title,
        path=f"{path}/{listed.weburlname}",
        about="",
        texts=[listed.host.name, listed.long_description, *listed.agenda, listed.language, *subject, *words],
    )
    return replace(found, teacher=listed.host.name, language=listed.language)

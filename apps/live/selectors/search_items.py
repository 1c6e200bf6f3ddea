"""What of the live things the site's search looks through."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from django.db.models import Max

from apps.core import tagged_cache
from apps.core.search_items import Findable, row
from apps.live.models import LiveTrading, Mentorship, ProgramSession, Webinar
from apps.live.models.offers import Offer
from apps.live.selectors.public import CACHE_TAGS


def webinars() -> Sequence[Findable]:
    make = partial(_events, Webinar, "/live-webinars")
    return tagged_cache.get_or_set(tags=CACHE_TAGS, key="findable webinars", make=make)


def mentorships() -> Sequence[Findable]:
    make = partial(_events, Mentorship, "/live-mentorships")
    return tagged_cache.get_or_set(tags=CACHE_TAGS, key="findable mentorships", make=make)


def programs() -> Sequence[Findable]:
    return tagged_cache.get_or_set(tags=CACHE_TAGS, key="findable programs", make=_programs)


def _events(model: type[Webinar | Mentorship], path: str) -> Sequence[Findable]:
    events = model.objects.published().filter(called_off_at__isnull=True).select_related("host")
    return [
        replace(_offer(event, path), starts_at=event.starts_at, until=event.ends_at)
        for event in events.order_by("starts_at", "pk")
    ]


def _programs() -> Sequence[Findable]:
    """Until the end of the last session of each; one without sessions is not on offer."""
    ends = dict(
        ProgramSession.objects.taking_place().order_by().values_list("program").annotate(Max("ends_at"))
    )
    rows = LiveTrading.objects.published().filter(pk__in=ends).select_related("host").order_by("title", "pk")
    return [replace(_offer(program, "/live-trading"), until=ends[program.pk]) for program in rows]


def _offer(offer: Offer, path: str) -> Findable:
    return row(
        id=offer.pk,
        title=offer.title,
        path=f"{path}/{offer.weburlname}",
        about=f"With {offer.host.name}",
        texts=[offer.long_description, *offer.agenda],
    )

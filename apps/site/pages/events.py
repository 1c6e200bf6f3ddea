"""The pages of webinars, mentorships and trading programs."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from apps.content.selectors import public as content
from apps.core.api.pagination import Slice
from apps.core.social_pictures import SocialPicture
from apps.live.selectors import public as live
from apps.site import schema_org
from apps.site.pages.common import PageBuilder, PageContent, PageRequest, Part, slice_key
from apps.site.routes import Route

_LISTED = Slice(0, 50)

FILTERED_LISTS = ("live-webinars", "webinars", "live-mentorships", "live-trading")
"""Routes of lists whose filters are in the URL."""


def _events(kind: str, get_list: Callable[..., Any]) -> PageBuilder:
    def build_list(_route: Route, request: PageRequest) -> PageContent:
        get_events = partial(get_list, page=_LISTED, now=request.now, person=request.person)
        key = ["live", kind, slice_key(_LISTED)]
        canonical = "/live-webinars" if kind == "webinars" else None
        return PageContent(parts=[(key, get_events)], canonical=canonical)

    return build_list


def _event(
    kind: str,
    parameter: str,
    path: str,
    get_detail: Callable[..., Any],
    *,
    host: str = "mentor_details",
    banner: str = "mentorbannerurl",
) -> PageBuilder:
    """`host` and `banner` are the keys of the event under which they are."""

    def build_detail(_route: Route, request: PageRequest) -> PageContent:
        key = request.values[parameter]
        answer = get_detail(key=key, now=request.now, person=request.person)
        event = answer["data"]
        page_path = f"{path}/{event['weburlname']}"
        return PageContent(
            [(["live", kind, key], answer)],
            title=event["title"],
            description=event["long_description"],
            canonical=page_path,
            picture=SocialPicture(by=event[host]["name"], cover=event[banner]),
            structured=[_structured(event, path=page_path)],
        )

    return build_detail


def _structured(event: Mapping[str, Any], *, path: str) -> dict[str, Any]:
    return schema_org.event(event, path=path, organizer=content.site()["data"])


def _program(_route: Route, request: PageRequest) -> PageContent:
    key = request.values["liveTradingId"]
    answer = live.live_trading_detail(key=key, now=request.now, person=request.person)
    program = answer["data"]
    page_path = f"/live-trading/{program['weburlname']}"
    return PageContent(
        [(["live", "program", key], answer)],
        parts=[_plans(key)],
        title=program["title"],
        description=program["long_description"],
        canonical=page_path,
        picture=SocialPicture(by=program["mentor_details"]["name"], cover=program["mentorbannerurl"]),
        structured=[_structured(program, path=page_path)],
    )


def _picker(route: Route, request: PageRequest) -> PageContent:
    key = request.values["liveTradingId"]
    answer = live.live_trading_detail(key=key, now=request.now, person=request.person)
    program = answer["data"]
    parts = [_plans(key)]
    if request.person is not None:
        get_times = partial(live.booked_times, person=request.person, now=request.now)
        parts.append((["live", "bookedTimes"], get_times))
    return PageContent(
        [(["live", "program", key], answer)],
        parts=parts,
        title=f"{route.title}: {program['title']}",
        description=program["long_description"],
        canonical=f"/select-sessions/{program['weburlname']}",
    )


def _plans(key: str) -> Part:
    return (["live", "plans", key], partial(live.plan_list, program_key=key))


BUILDERS: dict[str, PageBuilder] = {
    "live-webinars": _events("webinars", live.webinar_list),
    "webinars": _events("webinars", live.webinar_list),
    "live-mentorships": _events("mentorships", live.mentorship_list),
    "live-trading": _events("programs", live.live_trading_list),
    "live-webinar": _event(
        "webinar", "webinarsId", "/live-webinars", live.webinar_detail, host="host", banner="bannerImageUrl"
    ),
    "live-mentorship": _event("mentorship", "mentorshipId", "/live-mentorships", live.mentorship_detail),
    "live-trading-program": _program,
    "select-sessions": _picker,
}

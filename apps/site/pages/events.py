"""The pages of webinars, mentorships and trading programs."""

from collections.abc import Callable
from typing import Any

from apps.accounts.selectors import access
from apps.content.selectors import public as content
from apps.core.api.pagination import Slice
from apps.live.selectors import public as live
from apps.site import event_page, picker_page, program_page, schema_org
from apps.site.pages.page_types import Answers, PageBuilder, PageContent, PageRequest
from apps.site.routes import Route

LISTED = 50


def _events(kind: str, get_list: Callable[..., Any]) -> PageBuilder:
    def build_list(_route: Route, request: PageRequest) -> PageContent:
        found = get_list(page=Slice(0, LISTED), now=request.now, person=request.person)
        key = ["live", kind, {"skip": 0, "limit": LISTED}]
        canonical = "/live-webinars" if kind == "webinars" else None
        return PageContent(
            "pages/events.html", {"kind": kind, "events": found["data"]}, [(key, found)], canonical=canonical
        )

    return build_list


def _event(kind: str, parameter: str, path: str, get_detail: Callable[..., Any]) -> PageBuilder:
    def build_detail(_route: Route, request: PageRequest) -> PageContent:
        key, person, now = request.values[parameter], request.person, request.now
        answer = get_detail(key=key, now=now, person=person)
        event = answer["data"]
        has_pro = person is not None and access.has_paid_pro(person_id=person.pk, at=now)
        return PageContent(
            "pages/event.html",
            {
                "event": event,
                "view": event_page.build_context(event, kind=kind, has_pro=has_pro, now=now),
                "is_member": person is not None,
            },
            [(["live", kind, key], answer)],
            title=event["title"],
            description=event["long_description"],
            canonical=f"{path}/{event['weburlname']}",
            structured=[schema_org.event(event, organizer=content.site()["data"])],
        )

    return build_detail


def _program(_route: Route, request: PageRequest) -> PageContent:
    key = request.values["liveTradingId"]
    answer = live.live_trading_detail(key=key, person=request.person)
    plans = live.plan_list(program_key=key)
    program = answer["data"]
    return PageContent(
        "pages/program.html",
        {
            "program": program,
            "plans": plans["data"],
            "view": program_page.build_context(program["programSessions"], plans["data"], now=request.now),
        },
        [(["live", "program", key], answer), (["live", "plans", key], plans)],
        title=program["title"],
        description=program["long_description"],
        canonical=f"/live-trading/{program['weburlname']}",
        structured=[schema_org.event(program, organizer=content.site()["data"])],
    )


def _picker(route: Route, request: PageRequest) -> PageContent:
    key = request.values["liveTradingId"]
    answer = live.live_trading_detail(key=key, person=request.person)
    plans = live.plan_list(program_key=key)
    program = answer["data"]
    heading = f"{route.title}: {program['title']}"
    answers: Answers = [(["live", "program", key], answer), (["live", "plans", key], plans)]
    if request.person is not None:
        answers.append((["live", "bookedTimes"], live.booked_times(person=request.person, now=request.now)))
    return PageContent(
        "pages/picker.html",
        {
            "program": program,
            "heading": heading,
            "plans": plans["data"],
            "view": picker_page.build_context(program["programSessions"], now=request.now),
        },
        answers,
        title=heading,
        description=program["long_description"],
        canonical=f"/select-sessions/{program['weburlname']}",
    )


BUILDERS: dict[str, PageBuilder] = {
    "live-webinars": _events("webinars", live.webinar_list),
    "webinars": _events("webinars", live.webinar_list),
    "live-mentorships": _events("mentorships", live.mentorship_list),
    "live-trading": _events("programs", live.live_trading_list),
    "live-webinar": _event("webinar", "webinarsId", "/live-webinars", live.webinar_detail),
    "live-mentorship": _event("mentorship", "mentorshipId", "/live-mentorships", live.mentorship_detail),
    "live-trading-program": _program,
    "select-sessions": _picker,
}

"""The pages of webinars, mentorships and trading programs."""

from collections.abc import Callable
from typing import Any

from apps.accounts.selectors import access
from apps.content.selectors import public as content
from apps.core.api.paging import Slice
from apps.live.selectors import public as live
from apps.site import event_page, picker_page, program_page, schema_org
from apps.site.pages.building import Answers, Asked, Content, Maker
from apps.site.routes import Route

LISTED = 50


def _events(kind: str, ask: Callable[..., Any]) -> Maker:
    def listed(_route: Route, asked: Asked) -> Content:
        found = ask(asked=Slice(0, LISTED), now=asked.now, person=asked.person)
        key = ["live", kind, {"skip": 0, "limit": LISTED}]
        canonical = "/live-webinars" if kind == "webinars" else None
        return Content(
            "pages/events.html", {"kind": kind, "events": found["data"]}, [(key, found)], canonical=canonical
        )

    return listed


def _event(kind: str, parameter: str, path: str, ask: Callable[..., Any]) -> Maker:
    def shown(_route: Route, asked: Asked) -> Content:
        key, person, now = asked.values[parameter], asked.person, asked.now
        answer = ask(key=key, now=now, person=person)
        event = answer["data"]
        has_pro = person is not None and access.has_paid_pro(person_id=person.pk, at=now)
        return Content(
            "pages/event.html",
            {
                "event": event,
                "shown": event_page.picture(event, kind=kind, has_pro=has_pro, now=now),
                "is_member": person is not None,
            },
            [(["live", kind, key], answer)],
            title=event["title"],
            description=event["long_description"],
            canonical=f"{path}/{event['weburlname']}",
            structured=[schema_org.event(event, organizer=content.site()["data"])],
        )

    return shown


def _program(_route: Route, asked: Asked) -> Content:
    key = asked.values["liveTradingId"]
    answer = live.live_trading_detail(key=key, person=asked.person)
    offered = live.plan_list(program_key=key)
    program = answer["data"]
    return Content(
        "pages/program.html",
        {
            "program": program,
            "plans": offered["data"],
            "shown": program_page.picture(program["programSessions"], offered["data"], now=asked.now),
        },
        [(["live", "program", key], answer), (["live", "plans", key], offered)],
        title=program["title"],
        description=program["long_description"],
        canonical=f"/live-trading/{program['weburlname']}",
        structured=[schema_org.event(program, organizer=content.site()["data"])],
    )


def _picker(route: Route, asked: Asked) -> Content:
    key = asked.values["liveTradingId"]
    answer = live.live_trading_detail(key=key, person=asked.person)
    offered = live.plan_list(program_key=key)
    program = answer["data"]
    heading = f"{route.title}: {program['title']}"
    answers: Answers = [(["live", "program", key], answer), (["live", "plans", key], offered)]
    if asked.person is not None:
        answers.append((["live", "bookedTimes"], live.booked_times(person=asked.person, now=asked.now)))
    return Content(
        "pages/picker.html",
        {
            "program": program,
            "heading": heading,
            "plans": offered["data"],
            "shown": picker_page.picture(program["programSessions"], now=asked.now),
        },
        answers,
        title=heading,
        description=program["long_description"],
        canonical=f"/select-sessions/{program['weburlname']}",
    )


MADE: dict[str, Maker] = {
    "live-webinars": _events("webinars", live.webinar_list),
    "webinars": _events("webinars", live.webinar_list),
    "live-mentorships": _events("mentorships", live.mentorship_list),
    "live-trading": _events("programs", live.live_trading_list),
    "live-webinar": _event("webinar", "webinarsId", "/live-webinars", live.webinar_detail),
    "live-mentorship": _event("mentorship", "mentorshipId", "/live-mentorships", live.mentorship_detail),
    "live-trading-program": _program,
    "select-sessions": _picker,
}

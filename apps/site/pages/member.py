"""What concerns one person: login and settings, what they own, what they bought; and Pro."""

from apps.accounts.selectors import devices, mobile_changes, subscriptions
from apps.core import indian_states
from apps.site import (
    confirmations,
    consents,
    dashboard,
    learnings,
    month_plan,
    own_courses,
    own_events,
    own_orders,
    pro_page,
    purchases,
    testimonials,
    week_chart,
)
from apps.site.pages.building import Asked, Content, Maker
from apps.site.routes import Route


def _login(_route: Route, asked: Asked) -> Content:
    return Content("pages/login.html", {"is_member": asked.person is not None}, [])


def _settings(_route: Route, asked: Asked) -> Content:
    if asked.person is None:
        return Content("pages/settings.html", {}, [])
    ledger = consents.consent_ledger(person=asked.person)
    own_devices = devices.of_person(person=asked.person, session_key=asked.session_key, at=asked.now)
    change = mobile_changes.waiting_for(person=asked.person)
    return Content(
        "pages/settings.html",
        {
            "person": asked.person,
            "states": sorted(indian_states.BY_CODE.values()),
            "entries": ledger["data"],
            "has_more": ledger["totalCount"] > len(ledger["data"]),
            "devices": own_devices,
            "mobile_change": change,
        },
        [
            (["consents", {"skip": 0, "limit": consents.CONSENTS_PAGE}], ledger),
            (["devices"], {"data": own_devices, "totalCount": len(own_devices)}),
            (["mobile-change"], {"data": change}),
        ],
    )


def _my_learnings(_route: Route, asked: Asked) -> Content:
    if asked.person is None:
        return Content("pages/my_learnings.html", {}, [])
    found = learnings.shown(query=asked.query, person=asked.person, now=asked.now)
    return Content("pages/my_learnings.html", {"person": asked.person, **found.context}, found.answers)


def _dashboard(_route: Route, asked: Asked) -> Content:
    if asked.person is None:
        return Content("pages/dashboard.html", {}, [])
    overview = dashboard.of_person(person=asked.person, now=asked.now)
    owned = subscriptions.of_person(person=asked.person, at=asked.now)
    first = next(iter(overview["next"]), None)
    is_live = first is not None and first["kind"] != "course"
    return Content(
        "pages/dashboard.html",
        {
            "person": asked.person,
            "rows": [own_courses.row(course) for course in overview["continueLearning"]],
            "next_event": own_events.next_row(first, now=asked.now) if first and is_live else None,
            "plan": month_plan.picture(overview["calendar"], now=asked.now) if overview["calendar"] else None,
            "chart": week_chart.chart(overview["minutesPerWeek"]),
            "subscription": next((pro for pro in owned if pro.active), None),
            "receipts": [own_orders.row(order) for order in overview["receipts"]],
        },
        [(["dashboard"], {"data": overview})],
    )


def _orders(_route: Route, asked: Asked) -> Content:
    if asked.person is None:
        return Content("pages/orders.html", {}, [])
    order_id = asked.query.get("order", "")
    shown = (
        purchases.one(order_id=order_id, person=asked.person)
        if order_id
        else purchases.listed(person=asked.person)
    )
    return Content("pages/orders.html", {"person": asked.person, **shown.context}, shown.answers)


def _confirmation(route: Route, asked: Asked) -> Content:
    if asked.person is None:
        return Content("pages/confirmation.html", {}, [])
    shown = purchases.confirmed(
        name=route.name,
        order_id=asked.query.get("order", ""),
        person=asked.person,
        usual=route.title,
        now=asked.now,
    )
    return Content("pages/confirmation.html", {"person": asked.person, **shown.context}, shown.answers)


def _pro(_route: Route, asked: Asked) -> Content:
    shown = pro_page.shown(person=asked.person, now=asked.now)
    words = testimonials.everything(topic=pro_page.TOPIC)
    return Content("pages/pro.html", {**shown.context, **words.context}, [*shown.answers, *words.answers])


MADE: dict[str, Maker] = {
    "pro": _pro,
    "login": _login,
    "signup": _login,
    "settings": _settings,
    "my-learnings": _my_learnings,
    "dashboard": _dashboard,
    "orders": _orders,
    **dict.fromkeys(confirmations.FOLLOWS, _confirmation),
}

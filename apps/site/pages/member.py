"""The pages of a member: login, settings, My Learnings, dashboard, orders; and Pro."""

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
from apps.site.pages.page_types import PageBuilder, PageContent, PageRequest
from apps.site.routes import Route


def _login(_route: Route, request: PageRequest) -> PageContent:
    return PageContent("pages/login.html", {"is_member": request.person is not None}, [])


def _settings(_route: Route, request: PageRequest) -> PageContent:
    if request.person is None:
        return PageContent("pages/settings.html", {}, [])
    ledger = consents.consent_ledger(person=request.person)
    own_devices = devices.list_for(person=request.person, session_key=request.session_key, at=request.now)
    change = mobile_changes.pending_for(person=request.person)
    return PageContent(
        "pages/settings.html",
        {
            "person": request.person,
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


def _my_learnings(_route: Route, request: PageRequest) -> PageContent:
    if request.person is None:
        return PageContent("pages/my_learnings.html", {}, [])
    found = learnings.page_part(params=request.query, person=request.person, now=request.now)
    return PageContent("pages/my_learnings.html", {"person": request.person, **found.context}, found.answers)


def _dashboard(_route: Route, request: PageRequest) -> PageContent:
    if request.person is None:
        return PageContent("pages/dashboard.html", {}, [])
    overview = dashboard.overview(person=request.person, now=request.now)
    owned = subscriptions.list_for(person=request.person, at=request.now)
    first = next(iter(overview["next"]), None)
    is_live = first is not None and first["kind"] != "course"
    return PageContent(
        "pages/dashboard.html",
        {
            "person": request.person,
            "rows": [own_courses.row(course) for course in overview["continueLearning"]],
            "next_event": own_events.next_row(first, now=request.now) if first and is_live else None,
            "plan": month_plan.build_plan(overview["calendar"], now=request.now)
            if overview["calendar"]
            else None,
            "chart": week_chart.chart(overview["minutesPerWeek"]),
            "subscription": next((pro for pro in owned if pro.active), None),
            "receipts": [own_orders.row(order) for order in overview["receipts"]],
        },
        [(["dashboard"], {"data": overview})],
    )


def _orders(_route: Route, request: PageRequest) -> PageContent:
    if request.person is None:
        return PageContent("pages/orders.html", {}, [])
    order_id = request.query.get("order", "")
    part = (
        purchases.order_page(order_id=order_id, person=request.person)
        if order_id
        else purchases.order_list(person=request.person)
    )
    return PageContent("pages/orders.html", {"person": request.person, **part.context}, part.answers)


def _confirmation(route: Route, request: PageRequest) -> PageContent:
    if request.person is None:
        return PageContent("pages/confirmation.html", {}, [])
    part = purchases.confirmation(
        name=route.name,
        order_id=request.query.get("order", ""),
        person=request.person,
        usual=route.title,
        now=request.now,
    )
    return PageContent("pages/confirmation.html", {"person": request.person, **part.context}, part.answers)


def _pro(_route: Route, request: PageRequest) -> PageContent:
    part = pro_page.page_part(person=request.person, now=request.now)
    quotes = testimonials.quotes_and_faq(topic=pro_page.FAQ_TOPIC)
    return PageContent("pages/pro.html", {**part.context, **quotes.context}, [*part.answers, *quotes.answers])


BUILDERS: dict[str, PageBuilder] = {
    "pro": _pro,
    "login": _login,
    "signup": _login,
    "settings": _settings,
    "my-learnings": _my_learnings,
    "dashboard": _dashboard,
    "orders": _orders,
    **dict.fromkeys(confirmations.FOLLOWS, _confirmation),
}

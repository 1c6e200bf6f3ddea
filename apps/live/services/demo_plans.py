"""Seeds the demo's session plans. The more sessions are bought together, the less each costs."""

from datetime import datetime

from apps.live.models import LiveTrading, SessionPlan
from apps.live.services import prices
from apps.live.services.demo_programs import PROGRAMS

_PLANS = ((20, "20 sessions", 40), (10, "10 sessions", 25), (5, "5 sessions", 15), (1, "1 session", 0))


def seed(_now: datetime) -> str:
    programs = {row.weburlname: row for row in LiveTrading.objects.all()}
    existing = set(SessionPlan.objects.values_list("program", "num_of_sessions"))
    missing = [
        SessionPlan(
            program=programs[demo.weburlname],
            num_of_sessions=count,
            price_name=name,
            actual_price_paise=demo.rupees * 100,
            discounted_price_paise=demo.rupees * (100 - percent) // 100 * 100,
        )
        for demo in PROGRAMS.read()
        for count, name, percent in _PLANS
        if (programs[demo.weburlname].pk, count) not in existing
    ]
    SessionPlan.objects.bulk_create(missing)
    for program in programs.values():
        if program.confirmed_prices is None:
            program.confirmed_prices = sorted(prices.known(program))
            program.save(update_fields=["confirmed_prices"])
    return f"{len(missing)} of {len(PROGRAMS.read()) * len(_PLANS)} plans added"

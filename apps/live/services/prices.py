"""How webinars, mentorships, sessions and plans keep their price. A program has only theirs."""

from uuid import UUID

from apps.content.services.bulk_changes import PriceKind, plan_kind
from apps.core.formatting import date_and_time, short_price
from apps.live.models import LiveTrading, Mentorship, ProgramSession, SessionPlan, Webinar
from apps.live.selectors import publishing_facts

_CONFIRM_FREE = "Tick 'Free for everybody?' of its program first."


def free_refusal(program: LiveTrading, *prices: int | None) -> str:
    """Why something of a public program may not cost nothing; empty if it may, or if it costs something."""
    return _CONFIRM_FREE if 0 in prices and program.is_published and not program.free_confirmed else ""


def known(program: LiveTrading) -> set[int]:
    """What sessions and plans of the program cost, and what else was confirmed for it. Two queries."""
    facts = publishing_facts.program_facts([program])[program.pk]
    return {*facts.prices, *(program.confirmed_prices or ())}


def new_price_refusal(program: LiveTrading, *prices: int | None) -> str:
    """Why something of a public program may not cost what nothing of it costs yet; empty if it may."""
    if not program.is_published or program.confirms_prices:
        return ""
    new = sorted(set(filter(None, prices)) - known(program))
    if not new:
        return ""
    shown = ", ".join(map(short_price, new))
    return f"Nothing of this public program costs {shown}. Tick 'Price confirmed' if it is right."


def confirm(*, program_id: UUID, paise: int) -> None:
    """Somebody read this price of a session or plan once more. Joins the caller's transaction."""
    program = LiveTrading.objects.select_for_update(no_key=True).get(pk=program_id)
    program.confirmed_prices = sorted({*(program.confirmed_prices or ()), paise})
    program.save(update_fields=["confirmed_prices"])


def _confirm(part: ProgramSession | SessionPlan, paise: int) -> None:
    confirm(program_id=part.program_id, paise=paise)


def _event_refusal(event: Webinar | Mentorship, _new_paise: int) -> str:
    return "It was cancelled." if event.is_cancelled else ""


def _session_refusal(session: ProgramSession, new_paise: int) -> str:
    if session.is_cancelled:
        return "It was cancelled."
    if new_paise == 0 and not session.program.free_confirmed:
        return _CONFIRM_FREE
    return ""


def _plan_refusal(plan: SessionPlan, new_paise: int) -> str:
    if new_paise == 0 and not plan.program.free_confirmed:
        return _CONFIRM_FREE
    return ""


def _program(part: ProgramSession | SessionPlan) -> tuple[LiveTrading]:
    return (part.program,)


EVENT = PriceKind("price_paise", "markup_price_paise", "markup_last_day", refuses=_event_refusal)
SESSION = PriceKind(
    "base_price_paise",
    is_whole_rupees=True,
    has_confirmations=False,
    confirm=_confirm,
    refuses=_session_refusal,
    name=lambda session: f"{session.program}: {session}, {date_and_time(session.starts_at)}",
    related=("program",),
    published_with=_program,
)
PLAN = plan_kind("program", refuses=_plan_refusal, published_with=_program, confirm=_confirm)

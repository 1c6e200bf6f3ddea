"""How webinars, mentorships, sessions and plans keep their price. A program has only theirs."""

from apps.content.services.publishing import PriceKind, plan_kind
from apps.core.formatting import date_and_time
from apps.live.models import LiveTrading, Mentorship, ProgramSession, SessionPlan, Webinar

_CONFIRM_FREE = "Tick 'Free for everybody?' of its program first."


def free_refusal(program: LiveTrading, *prices: int | None) -> str:
    """Why something of a public program may not cost nothing; empty if it may, or if it costs something."""
    return _CONFIRM_FREE if 0 in prices and program.is_published and not program.free_confirmed else ""


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
    refuses=_session_refusal,
    name=lambda session: f"{session.program}: {session}, {date_and_time(session.starts_at)}",
    related=("program",),
    published_with=_program,
)
PLAN = plan_kind("program", refuses=_plan_refusal, published_with=_program)

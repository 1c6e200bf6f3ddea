"""How webinars, mentorships and sessions keep their price. That of a program is its sessions' and plans'."""

from apps.content.services.publishing import PriceKind
from apps.live.models import Mentorship, ProgramSession, Webinar


def _event_refusal(event: Webinar | Mentorship, _new_paise: int) -> str:
    return "It was cancelled." if event.is_cancelled else ""


def _session_refusal(session: ProgramSession, new_paise: int) -> str:
    if session.is_cancelled:
        return "It was cancelled."
    if new_paise == 0 and not session.program.free_confirmed:
        return "Tick 'Free for everybody?' of its program first."
    return ""


EVENT = PriceKind("price_paise", "markup_price_paise", refuses=_event_refusal)
SESSION = PriceKind(
    "base_price_paise", is_whole_rupees=True, has_confirmations=False, refuses=_session_refusal
)

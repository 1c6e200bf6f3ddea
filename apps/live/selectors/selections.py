"""What somebody picked on the calendar."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.core import ids, indian_time
from apps.core.errors import Invalid, NotFound
from apps.live.models import LiveTrading, ProgramSession, SessionPlan
from apps.live.pricing import Plan


class UnknownSession(NotFound):
    code = "session_unknown"
    message = "We could not find one of these sessions."


@dataclass(frozen=True, slots=True)
class Chosen:
    program: LiveTrading
    sessions: list[ProgramSession]
    plans: list[Plan]


def chosen(*, session_ids: Sequence[str]) -> Chosen:
    """
    The sessions with these ids, each once, soonest first, with their program and its plans.

    :raises UnknownSession: if one is unknown, or its program is not published
    :raises Invalid: if they are of several programs
    """
    wanted = {ids.sought(text) for text in session_ids}
    rows = ProgramSession.objects.filter(pk__in=wanted, program__is_published=True)
    sessions = list(rows.select_related("program__host").in_order())
    if len(sessions) < len(wanted):
        raise UnknownSession()
    if len({session.program_id for session in sessions}) > 1:
        raise Invalid({"sessionIds": ["Please choose sessions of one program."]})
    program = sessions[0].program
    return Chosen(program, sessions, _plans(program))


def named(session: ProgramSession) -> str:
    """A session on a bill: its name and its day in India."""
    day = indian_time.day_of(session.starts_at)
    return f"{session.name}, {day.day} {day:%b %Y}"


def _plans(program: LiveTrading) -> list[Plan]:
    rows = SessionPlan.objects.filter(program=program).in_order()
    return [Plan(row.price_name, row.num_of_sessions, row.discounted_price_paise) for row in rows]

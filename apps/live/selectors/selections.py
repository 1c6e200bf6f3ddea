"""The sessions selected in the session picker."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.core import ids
from apps.core.errors import Invalid, NotFound
from apps.live.models import LiveTrading, ProgramSession, SessionPlan
from apps.live.pricing import Plan


class UnknownSession(NotFound):
    code = "session_unknown"
    message = "We could not find one of these sessions."


@dataclass(frozen=True, slots=True)
class Selection:
    program: LiveTrading
    sessions: list[ProgramSession]
    plans: list[Plan]


def selection(*, session_ids: Sequence[str]) -> Selection:
    """
    The sessions with these ids, without duplicates, soonest first, with their program and its plans.

    :raises UnknownSession: if one is unknown, or its program is not published
    :raises Invalid: if they are of several programs
    """
    requested = {ids.lookup_id(text) for text in session_ids}
    rows = ProgramSession.objects.filter(pk__in=requested, program__is_published=True)
    sessions = list(rows.select_related("program__host").in_order())
    if len(sessions) < len(requested):
        raise UnknownSession()
    if len({session.program_id for session in sessions}) > 1:
        raise Invalid({"sessionIds": ["Please choose sessions of one program."]})
    program = sessions[0].program
    return Selection(program, sessions, _plans(program))


def _plans(program: LiveTrading) -> list[Plan]:
    rows = SessionPlan.objects.filter(program=program).in_order()
    return [
        Plan(row.price_name, row.num_of_sessions, row.discounted_price_paise, row.validity_days)
        for row in rows
    ]

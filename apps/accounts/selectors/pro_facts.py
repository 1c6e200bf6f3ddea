"""Whether a person has Pro or a trial, and what a plan or a trial would do: one rule for all pages."""

from dataclasses import dataclass
from datetime import datetime

from apps.accounts.models import Entitlement, User
from apps.accounts.selectors import cached_entitlements, subscriptions
from apps.accounts.selectors.subscriptions import Subscription
from apps.accounts.states import ProAction, ProStatus, Scope, Source, TrialStatus


@dataclass(frozen=True, slots=True)
class Pro:
    status: ProStatus
    plan_name: str | None
    ends_at: datetime | None
    action: ProAction | None


@dataclass(frozen=True, slots=True)
class Trial:
    status: TrialStatus
    ends_at: datetime | None


@dataclass(frozen=True, slots=True)
class ProFacts:
    subscriptions: list[Subscription]
    pro: Pro
    trial: Trial


def pro_facts(*, person: User, at: datetime) -> ProFacts:
    rows = [row for row in cached_entitlements.by_person(person) if row.scope == Scope.PRO]
    pro = _pro(rows, at=at)
    return ProFacts(
        subscriptions=subscriptions.list_periods(rows=rows, at=at), pro=pro, trial=_trial(rows, pro.status)
    )


def _pro(rows: list[Entitlement], *, at: datetime) -> Pro:
    paid = [row for row in rows if row.source != Source.TRIAL and row.revoked_at is None]
    unended = [row for row in paid if row.ends_at is None or row.ends_at > at]
    trial = next((row for row in rows if row.source == Source.TRIAL and row.is_valid_at(at)), None)
    active = next((row for row in unended if row.is_valid_at(at)), trial)
    ends = [row.ends_at for row in unended] or [trial.ends_at if trial else None]
    return Pro(
        status=_status(active),
        plan_name=active.label if active else None,
        ends_at=None if None in ends else max(end for end in ends if end is not None),
        action=_action(unended, trial),
    )


def _trial(rows: list[Entitlement], status_of_pro: ProStatus) -> Trial:
    own = next((row for row in rows if row.source == Source.TRIAL), None)
    match status_of_pro:
        case ProStatus.TRIAL:
            status = TrialStatus.ACTIVE
        case ProStatus.ACTIVE:
            status = TrialStatus.INCLUDED
        case _:
            status = TrialStatus.AVAILABLE if own is None else TrialStatus.USED
    return Trial(status=status, ends_at=own.ends_at if own else None)


def _status(active: Entitlement | None) -> ProStatus:
    if active is None:
        return ProStatus.NONE
    return ProStatus.TRIAL if active.source == Source.TRIAL else ProStatus.ACTIVE


def _action(unended: list[Entitlement], trial: Entitlement | None) -> ProAction | None:
    """None: Pro never ends, so that nothing can be added."""
    if any(row.ends_at is None for row in unended):
        return None
    if unended:
        return ProAction.EXTEND
    return ProAction.START if trial is None else ProAction.REPLACE_TRIAL

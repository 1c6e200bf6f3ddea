"""Changes with a second person: one proposes, another approves, and they apply then or at a time (0082)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, models, transaction
from django.utils import timezone

from apps.accounts.models import User
from apps.audit import values
from apps.audit.services import trail
from apps.content.listed_price import ListedPrice
from apps.content.models import Page, ProposedChange
from apps.content.services import bulk_changes, pages
from apps.content.services.bulk_changes import NewPrice, NewStruck, PriceKind, PriceLine
from apps.content.states import CHANGE_OPEN, ChangeKind, ChangeStatus
from apps.core import indian_time
from apps.core.errors import Conflict, Forbidden, NotFound
from apps.outbox.services import messages

KIND = "apply_change"
"""The outbox message that applies a change at its time."""


class UnknownChange(NotFound):
    message = "This change does not exist."


class OwnChange(Forbidden):
    code = "own_change"
    message = "You proposed this yourself: another person must approve it."


class AlreadyDecided(Conflict):
    code = "change_decided"
    message = "Somebody has already decided this. Nothing was changed."


class ChangeWaits(Conflict):
    code = "change_waits"
    message = "Another change of this waits already. It must be decided first."


class Outdated(Conflict):
    code = "change_outdated"
    message = "This was changed since the proposal, so nothing was applied. Decline it and propose it again."


class StruckPriceOver(Conflict):
    code = "change_outdated"
    message = "The last day of the struck price is over. Decline it and propose it again."


# --- propose --------------------------------------------------------------------------------------


def propose_page(
    *,
    page_id: UUID,
    based_on: int,
    new: Mapping[str, str],
    applies_at: datetime | None,
    by: User,
    at: datetime,
) -> ProposedChange:
    """
    Propose a title, a lead and a text. Joins the transaction of the admin.

    :raises ChangedMeanwhile: if `based_on` is no longer the current version
    :raises ChangeWaits: if another change of the page is open
    """
    page = Page.objects.get(pk=page_id)
    if page.version != based_on:
        raise pages.ChangedMeanwhile()
    old = {"version": page.version, "title": page.title, "lead": page.lead, "text": page.text}
    return _propose(
        ChangeKind.PAGE, page, old, dict(new), name=str(page), applies_at=applies_at, by=by, at=at
    )


@transaction.atomic(durable=True)
def propose_prices(
    *,
    of: type[models.Model],
    shown: Mapping[UUID, ListedPrice],
    kind: PriceKind,
    new: NewPrice,
    applies_at: datetime | None,
    by: User,
    at: datetime,
) -> list[PriceLine]:
    """Propose the prices of a preview. What is refused comes back with the reason."""
    lines = [
        bulk_changes.require_shown(line, shown[line.row.pk])
        for line in bulk_changes.price_plan(list(kind.rows(of, shown)), kind=kind, new=new)
    ]
    return [_propose_price(line, applies_at=applies_at, by=by, at=at) for line in lines]


def _propose_price(line: PriceLine, *, applies_at: datetime | None, by: User, at: datetime) -> PriceLine:
    if line.refused:
        return line
    old, new = line.old.to_json(), line.new.to_json()
    try:
        _propose(ChangeKind.PRICE, line.row, old, new, name=line.name, applies_at=applies_at, by=by, at=at)
    except ChangeWaits as error:
        return replace(line, refused=str(error.message))
    return line


def _propose(
    kind: ChangeKind,
    row: models.Model,
    old: dict[str, Any],
    new: dict[str, Any],
    *,
    name: str,
    applies_at: datetime | None,
    by: User,
    at: datetime,
) -> ProposedChange:
    try:
        with transaction.atomic():
            return ProposedChange.objects.create(
                kind=kind,
                object_type=row._meta.label_lower,
                object_id=row.pk,
                object_text=name[:120],
                old=old,
                new=new,
                applies_at=applies_at,
                proposed_by=by,
                proposed_at=at,
            )
    except IntegrityError:
        raise ChangeWaits from None


# --- decide ---------------------------------------------------------------------------------------


@transaction.atomic(durable=True)
def approve(*, change_id: UUID, by: User, at: datetime) -> ProposedChange:
    """
    Approve a change. It is applied now, or by the outbox when its time has come.

    :raises UnknownChange, OwnChange, AlreadyDecided: if it is not theirs to approve
    :raises Outdated: if what it replaces has changed since
    """
    change = _locked(change_id)
    if change.proposed_by_id == by.pk:
        raise OwnChange()
    _decide(change, ChangeStatus.APPROVED, (ChangeStatus.WAITING,), by=by, at=at)
    if change.applies_at is not None and change.applies_at > at:
        payload = {"change": str(change.pk)}
        messages.enqueue(kind=KIND, payload=payload, due_at=change.applies_at, dispatch_on_commit=False)
        return change
    _apply(change, at=at)
    return change


@transaction.atomic(durable=True)
def decline(*, change_id: UUID, by: User, note: str, at: datetime) -> ProposedChange:
    """
    Decline a change, also one that was approved for later; whoever proposed it withdraws it so.

    :raises UnknownChange, AlreadyDecided: if it is not open
    """
    change = _locked(change_id)
    is_own = change.proposed_by_id == by.pk
    status = ChangeStatus.WITHDRAWN if is_own else ChangeStatus.DECLINED
    _decide(change, status, CHANGE_OPEN, by=by, at=at, note=note)
    return change


def _locked(change_id: UUID) -> ProposedChange:
    change = ProposedChange.objects.select_for_update(no_key=True).filter(pk=change_id).first()
    if change is None:
        raise UnknownChange()
    return change


def _decide(
    change: ProposedChange,
    status: ChangeStatus,
    before: Sequence[ChangeStatus],
    *,
    by: User,
    at: datetime,
    note: str = "",
) -> None:
    """:raises AlreadyDecided: if somebody else was faster"""
    decided = {"status": status, "decided_by": by, "decided_at": at, "note": note[:200]}
    if not ProposedChange.objects.filter(pk=change.pk, status__in=before).update(**decided):
        raise AlreadyDecided()
    for name, value in decided.items():
        setattr(change, name, value)


# --- apply ----------------------------------------------------------------------------------------


def handle(payload: Mapping[str, Any], /) -> None:
    """Handler of the outbox. A repeat changes nothing."""
    apply_due(change_id=UUID(payload["change"]), at=timezone.now())


@transaction.atomic(durable=True)
def apply_due(*, change_id: UUID, at: datetime) -> None:
    """Apply an approved change; if what it replaces has changed, it is closed and staff are told."""
    change = _locked(change_id)
    if change.status != ChangeStatus.APPROVED or change.applies_at is None or change.applies_at > at:
        return
    try:
        with transaction.atomic():
            _apply(change, at=at)
    except Conflict as error:
        approved = ProposedChange.objects.filter(pk=change.pk, status=ChangeStatus.APPROVED)
        approved.update(status=ChangeStatus.FAILED, note=str(error.message)[:200])


def _apply(change: ProposedChange, *, at: datetime) -> None:
    approved = ProposedChange.objects.filter(pk=change.pk, status=ChangeStatus.APPROVED)
    if not approved.update(status=ChangeStatus.APPLIED, applied_at=at):
        raise AlreadyDecided()
    change.status, change.applied_at = ChangeStatus.APPLIED, at
    of = Page if change.kind == ChangeKind.PAGE else bulk_changes.priced_model(change.object_type)
    row = of._default_manager.filter(pk=change.object_id).first()
    if row is None:
        raise Outdated()
    before = values.snapshot(row)
    if change.kind == ChangeKind.PAGE:
        _apply_page(change, at=at)
    else:
        _apply_price(change, of=of, at=at)
    row.refresh_from_db()
    trail.record_applied(
        person_id=change.decided_by_id,
        row=row,
        changes=values.changes(type(row), before, values.snapshot(row)),
        note=f"Proposed by {change.proposed_by}",
        at=at,
    )


def _apply_page(change: ProposedChange, *, at: datetime) -> None:
    new = {name: change.new[name] for name in ("title", "lead", "text")}
    try:
        pages.publish(
            page_id=change.object_id,
            based_on=change.old["version"],
            by=change.proposed_by,
            at=at,
            **new,
        )
    except pages.ChangedMeanwhile:
        raise Outdated from None


def _apply_price(change: ProposedChange, *, of: type[models.Model], at: datetime) -> None:
    old, new = ListedPrice.from_json(change.old), ListedPrice.from_json(change.new)
    # One that ended before and stays as it is does not stop a new price.
    is_over = new.last_day is not None and new.last_day < indian_time.day_of(at)
    if is_over and new.struck != old.struck:
        raise StruckPriceOver()
    [line] = bulk_changes.change_prices_in_transaction(
        of=of,
        shown={change.object_id: old},
        kind=bulk_changes.price_kind(of),
        # That a price is 0 on purpose was asked when it was proposed.
        new=NewPrice(
            paise=new.paise, is_free_confirmed=True, struck=NewStruck(new.struck_paise, new.last_day)
        ),
    )
    if line.refused:
        raise Outdated

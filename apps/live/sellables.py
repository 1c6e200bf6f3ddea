"""The adapters through which commerce sells seats in webinars, mentorships and sessions."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from rest_framework import serializers

from apps.accounts.selectors import access
from apps.core import indian_time
from apps.core.api.carts import CartIn
from apps.core.api.fields import IdField
from apps.core.sellables import (
    AlreadyOwned,
    Delivered,
    Found,
    Line,
    NotSellable,
    Quote,
    QuotedLine,
    Routes,
)
from apps.core.struck_prices import struck_price_paise
from apps.live import line_titles, pricing
from apps.live.models import LiveTrading, Mentorship, ProgramSession, Webinar
from apps.live.selectors import bookings, books, cards, events, selections, waiting
from apps.live.services import paid_seats, seats
from apps.live.services.bookings import Ended, bookable_until
from apps.live.services.seats import BookableItem, ItemCancelled
from apps.live.states import BookingStatus


class WebinarCartIn(CartIn):
    id = IdField()


class MentorshipCartIn(CartIn):
    id = IdField()


class LiveTradingCartIn(CartIn):
    sessionIds = serializers.ListField(child=IdField(), min_length=1, max_length=500)


class _SeatSellable:
    """Each line of an order is one seat."""

    path: ClassVar[str]
    listed_model: ClassVar[type[Webinar | Mentorship | LiveTrading]]
    """What has a page."""
    item_model: ClassVar[type[BookableItem]]
    """What has the seats."""

    def reserve(self, *, line: Line, until: datetime, at: datetime) -> None:
        self.reserve_all(lines=[line], until=until, at=at)

    def reserve_all(self, *, lines: Sequence[Line], until: datetime, at: datetime) -> None:
        paid_seats.hold(lines=lines, of=self.item_model, at=at)

    def release(self, *, line: Line, at: datetime) -> None:
        self.release_all(lines=[line], at=at)

    def release_all(self, *, lines: Sequence[Line], at: datetime) -> None:
        paid_seats.release(lines=lines, of=self.item_model, at=at)

    def deliver(self, *, line: Line, at: datetime) -> None:
        self.deliver_all(lines=[line], at=at)

    def deliver_all(self, *, lines: Sequence[Line], at: datetime) -> None:
        paid_seats.deliver(lines=lines, of=self.item_model)

    def revoke(self, *, line: Line, at: datetime) -> None:
        paid_seats.revoke(line=line, at=at)

    def cancelled(self, *, lines: Sequence[Line]) -> Collection[UUID]:
        return paid_seats.cancelled(lines=lines)

    def refund_reason(self, *, line: Line) -> str | None:
        return paid_seats.refund_reason(line=line)

    def unused(self, *, lines: Sequence[Line], at: datetime) -> Collection[UUID]:
        return paid_seats.unused(lines=lines, at=at)

    def delivered(self) -> Iterator[Delivered]:
        return books.bookings(self.item_model)

    def differences(self) -> Iterator[str]:
        return books.differences(self.item_model)

    def receipt(self, *, lines: Sequence[Line]) -> Mapping[str, Any]:
        return {}

    def find(self, *, key: str) -> Found | None:
        row = self.listed_model.objects.published().by_id_or_slug(key).first()
        return None if row is None else Found(row.pk, getattr(row, "price_paise", None), row.title)

    def paths(self, *, item_ids: Collection[UUID]) -> Mapping[UUID, str]:
        slugs = self.listed_model.objects.filter(pk__in=item_ids).values_list("pk", "weburlname")
        return {pk: f"{self.path}/{slug}" for pk, slug in slugs}

    def _require_seats(self, items: Sequence[BookableItem], *, buyer_id: UUID, at: datetime) -> None:
        if any(item.is_cancelled for item in items):
            raise ItemCancelled()
        if any(bookable_until(item) <= at for item in items):
            raise Ended()
        ids = [item.pk for item in items]
        own_seats = bookings.seat_status_by_item(
            column=self.item_model.booking_field, among=ids, person_id=buyer_id
        )
        if BookingStatus.BOOKED in own_seats.values():
            raise AlreadyOwned()
        full = [item.pk for item in items if item.pk not in own_seats and cards.seats_left(item) == 0]
        if full and waiting.offered_items(
            column=self.item_model.booking_field, among=full, person_id=buyer_id, now=at
        ) != set(full):
            raise seats.sold_out(of=self.item_model, ids=full, person_id=buyer_id)


class WebinarSellable(_SeatSellable):
    kind, path = "webinar", "/live-webinars"
    listed_model, item_model = Webinar, Webinar
    routes = Routes(
        cart="learning/cartwebinarV1",
        enroll="learning/enrollwebinarV1",
        confirm="learning/confirm/webinarV1",
        body=WebinarCartIn,
    )

    def quote(self, *, request: Mapping[str, Any], buyer_id: UUID, at: datetime) -> Quote:
        webinar = events.webinar(key=request["id"])
        self._require_seats([webinar], buyer_id=buyer_id, at=at)
        if access.has_paid_pro(person_id=buyer_id, at=at):
            raise NotSellable("This webinar is free with your Pro. Book it without paying.")
        return _quote(webinar, image=cards.wide_banner(webinar), at=at)


class MentorshipSellable(_SeatSellable):
    kind, path = "mentorship", "/live-mentorships"
    listed_model, item_model = Mentorship, Mentorship
    routes = Routes(
        cart="mentorship/cartMentorshipV1",
        enroll="mentorship/enroll",
        confirm="mentorship/confirm/mentorshipV1",
        body=MentorshipCartIn,
    )

    def quote(self, *, request: Mapping[str, Any], buyer_id: UUID, at: datetime) -> Quote:
        mentorship = events.mentorship(key=request["id"])
        self._require_seats([mentorship], buyer_id=buyer_id, at=at)
        return _quote(mentorship, image=cards.wide_banner(mentorship), at=at)


class LiveTradingSellable(_SeatSellable):
    kind, path = "liveTrading", "/live-trading"
    listed_model, item_model = LiveTrading, ProgramSession
    routes = Routes(
        cart="learning/sessions/cart",
        enroll="learning/sessions/enroll",
        confirm="payments/confirm/learn",
        body=LiveTradingCartIn,
    )

    def quote(self, *, request: Mapping[str, Any], buyer_id: UUID, at: datetime) -> Quote:
        """:raises Invalid: if the sessions are of several programs"""
        selection = selections.selection(session_ids=request["sessionIds"])
        self._require_seats(selection.sessions, buyer_id=buyer_id, at=at)
        base = [session.base_price_paise for session in selection.sessions]
        plan = pricing.pick_plan(selection.plans, count=len(base))
        prices = pricing.session_prices(plan, base_paise=base)
        program = selection.program
        return Quote(
            item_id=program.pk,
            title=program.title,
            price_paise=sum(prices),
            list_paise=sum(base) if sum(base) > sum(prices) else None,
            price_name=plan.name if plan else None,
            access_days=plan.access_days if plan else None,
            lines=tuple(
                QuotedLine(
                    session.pk,
                    line_titles.of_session(session, program=program),
                    price,
                    indian_time.iso_utc(session.starts_at),
                )
                for session, price in zip(selection.sessions, prices, strict=True)
            ),
            image=cards.wide_banner(program),
            creator=program.host.name,
            savings_paise=max(0, sum(base) - sum(prices)),
            details={"sessions": [_cart_session(session) for session in selection.sessions]},
        )


def _cart_session(session: ProgramSession) -> dict[str, Any]:
    """Without the buyer's place on a waiting list, which a stored quote would get wrong."""
    row: Mapping[str, Any] = cards.session(session)
    names = ("_id", "sessionName", "date", "endDate", "booked", "full", "seatsLeft", "basePricePerSession")
    return {name: row[name] for name in names}


def _quote(event: Webinar | Mentorship, *, image: str, at: datetime) -> Quote:
    struck_paise = struck_price_paise(event, day=indian_time.day_of(at))
    return Quote(
        item_id=event.pk,
        title=event.title,
        price_paise=event.price_paise,
        list_paise=struck_paise,
        lines=(QuotedLine(event.pk, line_titles.of_event(event), event.price_paise, _begins(event)),),
        image=image,
        creator=event.host.name,
        savings_paise=max(0, (struck_paise or 0) - event.price_paise),
        details={
            "date": indian_time.iso_utc(event.starts_at),
            "endDate": indian_time.iso_utc(event.ends_at),
        },
    )


def _begins(event: Webinar | Mentorship) -> str:
    """The start, or those of all meetings of a mentorship: the buyer agrees to each of them."""
    if isinstance(event, Webinar):
        return indian_time.iso_utc(event.starts_at)
    # Not by a query of its own: `events.mentorship` has prefetched them.
    starts = [meeting.starts_at for meeting in event.meetings.all() if not meeting.is_cancelled]
    return " ".join(indian_time.iso_utc(at) for at in starts or [event.starts_at])

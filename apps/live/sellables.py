"""How seats are sold: in a webinar, in a mentorship, in sessions of a trading program."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from rest_framework import serializers

from apps.accounts.selectors import access
from apps.core import indian_time
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
    SoldOut,
)
from apps.live import pricing
from apps.live.models import LiveTrading, Mentorship, ProgramSession, Webinar
from apps.live.selectors import bookings, books, cards, events, selections
from apps.live.services import paid_seats
from apps.live.services.bookings import Ended, last_moment
from apps.live.services.seats import CalledOff, Thing
from apps.live.states import BookingStatus


class EventCartIn(serializers.Serializer[Any]):
    id = IdField()


class SessionsCartIn(serializers.Serializer[Any]):
    sessionIds = serializers.ListField(child=IdField(), min_length=1, max_length=500)


class _Seats:
    """What all three have in common: a line is a seat."""

    path: ClassVar[str]
    offers: ClassVar[type[Webinar | Mentorship | LiveTrading]]
    """What is on offer, each with a page of its own."""
    seats: ClassVar[type[Thing]]
    """What has the seats."""

    def reserve(self, *, line: Line, until: datetime, at: datetime) -> None:
        self.reserve_all(lines=[line], until=until, at=at)

    def reserve_all(self, *, lines: Sequence[Line], until: datetime, at: datetime) -> None:
        paid_seats.hold(lines=lines, of=self.seats, at=at)

    def release(self, *, line: Line) -> None:
        self.release_all(lines=[line])

    def release_all(self, *, lines: Sequence[Line]) -> None:
        paid_seats.release(lines=lines, of=self.seats)

    def deliver(self, *, line: Line, at: datetime) -> None:
        self.deliver_all(lines=[line], at=at)

    def deliver_all(self, *, lines: Sequence[Line], at: datetime) -> None:
        paid_seats.deliver(lines=lines, of=self.seats)

    def revoke(self, *, line: Line, at: datetime) -> None:
        paid_seats.revoke(line=line)

    def owed_for(self, *, line: Line) -> str | None:
        return paid_seats.owed_for(line=line)

    def delivered(self) -> Iterator[Delivered]:
        return books.bookings(self.seats)

    def differences(self) -> Iterator[str]:
        return books.differences(self.seats)

    def receipt(self, *, lines: Sequence[Line]) -> Mapping[str, Any]:
        return {}

    def find(self, *, key: str) -> Found | None:
        row = self.offers.objects.published().known_as(key).first()
        return None if row is None else Found(row.pk, getattr(row, "price_paise", None))

    def addresses(self, *, item_ids: Collection[UUID]) -> Mapping[UUID, str]:
        names = self.offers.objects.filter(pk__in=item_ids).values_list("pk", "weburlname")
        return {pk: f"{self.path}/{name}" for pk, name in names}

    def _require_seats(self, things: Sequence[Thing], *, buyer_id: UUID, at: datetime) -> None:
        if any(thing.is_called_off for thing in things):
            raise CalledOff()
        if any(last_moment(thing) <= at for thing in things):
            raise Ended()
        ids = [thing.pk for thing in things]
        own = bookings.own_seats(column=self.seats.booked_as, among=ids, person_id=buyer_id)
        if BookingStatus.BOOKED in own.values():
            raise AlreadyOwned()
        if any(thing.pk not in own and cards.seats_left(thing) == 0 for thing in things):
            raise SoldOut()


class WebinarSellable(_Seats):
    kind, path = "webinar", "/live-webinars"
    offers, seats = Webinar, Webinar
    routes = Routes(
        cart="learning/cartwebinarV1",
        enroll="learning/enrollwebinarV1",
        confirm="learning/confirm/webinarV1",
        body=EventCartIn,
    )

    def quote(self, *, request: Mapping[str, Any], buyer_id: UUID, at: datetime) -> Quote:
        webinar = events.webinar(key=request["id"])
        self._require_seats([webinar], buyer_id=buyer_id, at=at)
        if access.has_paid_pro(person_id=buyer_id, at=at):
            raise NotSellable("With your Pro this webinar is free: book it without paying.")
        return _quote(webinar, image=cards.wide(webinar))


class MentorshipSellable(_Seats):
    kind, path = "mentorship", "/live-mentorships"
    offers, seats = Mentorship, Mentorship
    routes = Routes(
        cart="mentorship/cartMentorshipV1",
        enroll="mentorship/enroll",
        confirm="mentorship/confirm/mentorshipV1",
        body=EventCartIn,
    )

    def quote(self, *, request: Mapping[str, Any], buyer_id: UUID, at: datetime) -> Quote:
        mentorship = events.mentorship(key=request["id"])
        self._require_seats([mentorship], buyer_id=buyer_id, at=at)
        return _quote(mentorship, image=cards.wide(mentorship))


class LiveTradingSellable(_Seats):
    kind, path = "liveTrading", "/live-trading"
    offers, seats = LiveTrading, ProgramSession
    routes = Routes(
        cart="learning/sessions/cart",
        enroll="learning/sessions/enroll",
        confirm="payments/confirm/learn",
        body=SessionsCartIn,
    )

    def quote(self, *, request: Mapping[str, Any], buyer_id: UUID, at: datetime) -> Quote:
        """:raises Invalid: if the sessions are not all of one program"""
        chosen = selections.chosen(session_ids=request["sessionIds"])
        self._require_seats(chosen.sessions, buyer_id=buyer_id, at=at)
        base = [session.base_price_paise for session in chosen.sessions]
        plan = pricing.picked(chosen.plans, count=len(base))
        costs = pricing.prices(plan, base_paise=base)
        program = chosen.program
        return Quote(
            item_id=program.pk,
            title=program.title,
            price_paise=sum(costs),
            list_paise=sum(base) if sum(base) > sum(costs) else None,
            price_name=plan.name if plan else None,
            lines=tuple(
                QuotedLine(
                    session.pk, selections.named(session), cost, indian_time.on_wire(session.starts_at)
                )
                for session, cost in zip(chosen.sessions, costs, strict=True)
            ),
            image=cards.wide(program),
            creator=program.host.name,
            savings_paise=max(0, sum(base) - sum(costs)),
            details={"sessions": [cards.session(session) for session in chosen.sessions]},
        )


def _quote(event: Webinar | Mentorship, *, image: str) -> Quote:
    return Quote(
        item_id=event.pk,
        title=event.title,
        price_paise=event.price_paise,
        list_paise=event.markup_price_paise,
        lines=(QuotedLine(event.pk, event.title, event.price_paise, indian_time.on_wire(event.starts_at)),),
        image=image,
        creator=event.host.name,
        savings_paise=max(0, (event.markup_price_paise or 0) - event.price_paise),
    )

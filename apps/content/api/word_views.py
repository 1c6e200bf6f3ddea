from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.models import User
from apps.content.api.word_serializers import (
    AuditRowOut,
    ComplaintsOut,
    ContactedOut,
    ContactIn,
    GrievanceIn,
    PageOut,
    TicketOut,
)
from apps.content.selectors import public
from apps.content.services import contacts, tickets
from apps.content.services.submissions import Written
from apps.core.api.address import client_address
from apps.core.api.schema import answer_of, refusals
from apps.core.api.views import PublicView

_TOO_MANY = {429: "Past what one sender or one address may write."}


class Page(PublicView):
    """A legal or information page, by the last part of its route."""

    @extend_schema(operation_id="getPage", responses=answer_of("PageAnswer", data=PageOut()))
    def get(self, request: Request, slug: str) -> Response:
        return Response(public.page(slug=slug))


class Complaints(PublicView):
    """The regulator's tables of complaints, counted from the register."""

    @extend_schema(
        operation_id="getComplaints", responses=answer_of("ComplaintsAnswer", data=ComplaintsOut())
    )
    def get(self, request: Request) -> Response:
        return Response(public.complaints(now=timezone.now()))


class Audit(PublicView):
    """The yearly compliance audits, newest first."""

    @extend_schema(operation_id="getAudit", responses=answer_of("AuditAnswer", data=AuditRowOut(many=True)))
    def get(self, request: Request) -> Response:
        return Response(public.audit())


class Grievance(PublicView):
    """Takes a grievance in and gives its number."""

    @extend_schema(
        operation_id="raiseGrievance",
        request=GrievanceIn,
        responses=answer_of("GrievanceAnswer", data=TicketOut(), message=serializers.CharField())
        | refusals(_TOO_MANY),
    )
    def post(self, request: Request) -> Response:
        ticket = tickets.raise_ticket(
            written=_written(self.read(GrievanceIn)),
            person=_person(request),
            address=client_address(request._request),
            now=timezone.now(),
        )
        told = {
            "number": ticket.number,
            "receivedAt": ticket.received_at,
            "dueDate": ticket.due_date,
            "acknowledgedBy": "mail" if ticket.email else "sms",
        }
        return Response({"data": TicketOut(told).data, "message": "We have your grievance."})


class Contact(PublicView):
    """Takes a message to the office in."""

    @extend_schema(
        operation_id="sendContactMessage",
        request=ContactIn,
        responses=answer_of("ContactAnswer", data=ContactedOut(), message=serializers.CharField())
        | refusals(_TOO_MANY),
    )
    def post(self, request: Request) -> Response:
        message = contacts.receive(
            written=_written(self.read(ContactIn)),
            person=_person(request),
            address=client_address(request._request),
            now=timezone.now(),
        )
        told = {"number": message.number, "receivedAt": message.received_at}
        return Response({"data": ContactedOut(told).data, "message": "We have your message."})


def _written(told: dict[str, Any]) -> Written:
    return Written(
        name=told["name"],
        mobile=told.get("mobile", ""),
        email=told["email"],
        subject=told["subject"],
        message=told["message"],
        trap=told["website"],
    )


def _person(request: Request) -> User | None:
    return request.user if isinstance(request.user, User) else None

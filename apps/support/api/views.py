from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.api.requests import person_of
from apps.core.api.client_ip import client_ip
from apps.core.api.schema import created, failures, success
from apps.core.api.views import PublicView
from apps.support.api.serializers import ContactIn, ContactReceiptOut, GrievanceIn, TicketOut
from apps.support.complaint_figures import Figures
from apps.support.selectors import public
from apps.support.services import contacts, grievances
from apps.support.services.submissions import SubmittedForm

_TOO_MANY = {429: "The sender or the IP address has sent too many."}


class Complaints(PublicView):
    """The regulator's tables of complaints, computed from the complaints register."""

    @extend_schema(operation_id="getComplaints", responses=success("ComplaintsAnswer", data=Figures))
    def get(self, request: Request) -> Response:
        return Response(public.complaints(now=timezone.now()))


class Grievance(PublicView):
    """Submits a grievance and returns its number."""

    @extend_schema(
        operation_id="raiseGrievance",
        request=GrievanceIn,
        responses=created("GrievanceAnswer", data=TicketOut(), message=str) | failures(_TOO_MANY),
    )
    def post(self, request: Request) -> Response:
        ticket = grievances.raise_ticket(
            submitted=_submitted(self.read(GrievanceIn)),
            person=person_of(request),
            address=client_ip(request._request),
            now=timezone.now(),
        )
        data = {
            "number": ticket.number,
            "receivedAt": ticket.received_at,
            "dueDate": ticket.due_date,
            "acknowledgedBy": "mail" if ticket.email else "sms",
        }
        content = {"data": TicketOut(data).data, "message": "We have received your grievance."}
        return Response(content, status=status.HTTP_201_CREATED)


class Contact(PublicView):
    """Sends a message to the office."""

    @extend_schema(
        operation_id="sendContactMessage",
        request=ContactIn,
        responses=created("ContactAnswer", data=ContactReceiptOut(), message=str) | failures(_TOO_MANY),
    )
    def post(self, request: Request) -> Response:
        message = contacts.receive(
            submitted=_submitted(self.read(ContactIn)),
            person=person_of(request),
            address=client_ip(request._request),
            now=timezone.now(),
        )
        data = {"number": message.number, "receivedAt": message.received_at}
        content = {"data": ContactReceiptOut(data).data, "message": "We have received your message."}
        return Response(content, status=status.HTTP_201_CREATED)


def _submitted(data: dict[str, Any]) -> SubmittedForm:
    return SubmittedForm(
        name=data["name"],
        mobile=data.get("mobile", ""),
        email=data["email"],
        subject=data["subject"],
        message=data["message"],
        honeypot=data["website"],
    )

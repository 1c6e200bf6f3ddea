"""What somebody wrote to us, with our replies: in their account, and by the link from an email."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.models import User
from apps.core import error_responses
from apps.core.api.client_ip import client_ip
from apps.core.api.fields import IdField
from apps.core.api.schema import created, failures, success
from apps.core.api.views import ApiView, PublicView
from apps.core.errors import DomainError, NotFound
from apps.media import grants, stored_files
from apps.media.grants import Grant, InvalidSignedUrl
from apps.support.api.serializers import FreeTextField
from apps.support.models import Attachment
from apps.support.reply_texts import LONGEST_REPLY
from apps.support.selectors import attachments, requests
from apps.support.selectors.requests import Reader, SupportRequest, SupportRequestCard
from apps.support.services import replies
from apps.support.states import ReplyOrigin

_UNKNOWN = {404: "The person sent nothing with this number."}
_NO_LINK = {404: "The link is not valid, has expired or was ended."}
_CLOSED = {409: "`replies_closed`.", 429: "Too many replies to this request, or from the IP address."}
_RECEIVED = "We have received your reply."


class ReplyIn(serializers.Serializer[Any]):
    text = FreeTextField(max_length=LONGEST_REPLY, is_one_line=False)


class LinkIn(serializers.Serializer[Any]):
    key = IdField(max_length=200)


class LinkedReplyIn(ReplyIn):
    key = IdField(max_length=200)


class SupportRequests(ApiView):
    """The person's grievances and contact messages, the newest first; at most 100."""

    @extend_schema(
        operation_id="listSupportRequests",
        responses=success("SupportRequestsAnswer", data=list[SupportRequestCard]),
    )
    def get(self, request: Request) -> Response:
        return Response({"data": requests.list_for(person=self.person)})


class OwnSupportRequest(ApiView):
    """One of the person's grievances or contact messages, with all replies."""

    @extend_schema(
        operation_id="getSupportRequest",
        responses=success("SupportRequestAnswer", data=SupportRequest) | failures(_UNKNOWN),
    )
    def get(self, request: Request, number: str) -> Response:
        person = self.person
        row = requests.get_own(person=person, number=number)
        reader = Reader(audience="support", person_id=person.pk, now=timezone.now())
        return Response({"data": requests.serialize(row, reader=reader)})


class OwnReplies(ApiView):
    """Replies to us. The same text sent again within a day is the same reply."""

    @extend_schema(
        operation_id="replyToSupport",
        request=ReplyIn,
        responses=created("SupportReplyAnswer", data=SupportRequest, message=str)
        | failures(_UNKNOWN | _CLOSED),
    )
    def post(self, request: Request, number: str) -> Response:
        text, person, now = self.read(ReplyIn)["text"], self.person, timezone.now()
        row = requests.get_own(person=person, number=number)
        received = replies.receive(
            kind=type(row),
            pk=row.pk,
            text=text,
            origin=ReplyOrigin.ACCOUNT,
            by=person,
            address=client_ip(request._request),
            now=now,
        )
        reader = Reader(audience="support", person_id=person.pk, now=now)
        content = {"data": requests.serialize(received, reader=reader), "message": _RECEIVED}
        return Response(content, status=status.HTTP_201_CREATED)


class _LinkView(PublicView):
    def _cache_control(self, response: Response) -> str:
        """Whoever has the link is a visitor, but what they read is private."""
        return "private, no-store"


class LinkedRequest(_LinkView):
    """What the link from an email leads to, without a login."""

    @extend_schema(
        operation_id="getLinkedSupportRequest",
        parameters=[LinkIn],
        responses=success("LinkedSupportRequestAnswer", data=SupportRequest) | failures(_NO_LINK),
    )
    def get(self, request: Request) -> Response:
        now = timezone.now()
        key = self.read_query(LinkIn)["key"]
        row = requests.get_linked(key=key, now=now)
        reader = Reader(audience="support link", person_id=None, now=now)
        return Response({"data": requests.serialize(row, reader=reader)})


class LinkedReplies(_LinkView):
    """Replies to us with the link from an email."""

    @extend_schema(
        operation_id="replyToSupportByLink",
        request=LinkedReplyIn,
        responses=created("LinkedSupportReplyAnswer", data=SupportRequest, message=str)
        | failures(_NO_LINK | _CLOSED),
    )
    def post(self, request: Request) -> Response:
        fields, now = self.read(LinkedReplyIn), timezone.now()
        row = requests.get_linked(key=fields["key"], now=now)
        received = replies.receive(
            kind=type(row),
            pk=row.pk,
            text=fields["text"],
            origin=ReplyOrigin.LINK,
            by=None,
            address=client_ip(request._request),
            now=now,
        )
        reader = Reader(audience="support link", person_id=None, now=now)
        content = {"data": requests.serialize(received, reader=reader), "message": _RECEIVED}
        return Response(content, status=status.HTTP_201_CREATED)


@require_safe
def serve_attachment(request: HttpRequest, token: str, filename: str) -> HttpResponseBase:
    """An attachment, for whom its URL was signed. Browsers save it by the name that staff gave it."""
    try:
        attachment = _authorised(request, token=token, filename=filename)
        response = stored_files.stored_response(
            request, name=str(attachment.file.name), save_as=attachment.name
        )
    except DomainError as refusal:
        return error_responses.respond(request, refusal)
    response["Cache-Control"] = "private, no-store"
    return response


def _authorised(request: HttpRequest, *, token: str, filename: str) -> Attachment:
    grant = grants.verify(token, now=timezone.now())
    if not _is_for(request, grant):
        raise InvalidSignedUrl()
    attachment = attachments.get(grant)
    if attachment is None or attachment.name != filename:
        raise NotFound()
    return attachment


def _is_for(request: HttpRequest, grant: Grant) -> bool:
    if grant.audience == "support link":
        return True
    user = request.user
    is_theirs = isinstance(user, User) and user.is_active and user.pk == grant.person_id
    if grant.audience == "support staff":
        return is_theirs and admin.site.has_permission(request)
    return is_theirs and grant.audience == "support"

"""Serves the files of topics to the person that their URLs were signed for."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_safe

from apps.accounts.models import User
from apps.catalog.selectors import topic_access, topics
from apps.core import error_responses
from apps.core.errors import DomainError, NotFound, NotLoggedIn
from apps.media import grants, stored_files
from apps.media.grants import Grant, InvalidSignedUrl
from apps.media.local import stored_name


@require_safe
def serve_topic_file(request: HttpRequest, token: str, filename: str) -> HttpResponseBase:
    """
    Serve the token's file, if the person that the token was signed for still has access.

    The URL ends with the file's name for people who save the file; it must match.
    """
    try:
        name = _authorised_name(request, token=token, filename=filename)
        response = stored_files.stored_response(request, name=name)
    except NotLoggedIn:
        return error_responses.respond(request, InvalidSignedUrl())
    except DomainError as refusal:
        return error_responses.respond(request, refusal)
    response["Cache-Control"] = "private, no-store"
    return response


def _authorised_name(request: HttpRequest, *, token: str, filename: str) -> str:
    now = timezone.now()
    grant = grants.verify(token, now=now)
    person = _token_owner(request, grant)
    topic, asset = topics.get_topic_and_asset(topic_id=grant.item_id, asset_id=grant.asset_id)
    if grant.audience == topics.STAFF_AUDIENCE:
        if not admin.site.has_permission(request) or not request.user.has_perm("catalog.view_topic"):
            raise InvalidSignedUrl()
    else:
        # Checked with every range request of the video, so that a refund or expiry takes effect immediately.
        topic_access.check_access(topic=topic, person=person, now=now)
    name = stored_name(asset, filename)
    if name is None:
        raise NotFound()
    return name


def _token_owner(request: HttpRequest, grant: Grant) -> User | None:
    """:raises InvalidSignedUrl: if the URL was signed for another person"""
    if grant.person_id is None:
        return None
    person = request.user
    if not isinstance(person, User) or not person.is_active or person.pk != grant.person_id:
        raise InvalidSignedUrl()
    return person

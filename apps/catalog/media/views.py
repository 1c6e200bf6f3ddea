"""The files of topics, for whoever their addresses were signed for."""

from pathlib import Path

from django.contrib import admin
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.views.decorators.http import require_safe

from apps.accounts.models import User
from apps.catalog.selectors import topic_access, topics
from apps.content.media import files, grants
from apps.content.media.grants import AddressRefused, Grant
from apps.core import failures
from apps.core.errors import DomainError, NotFound, NotLoggedIn


@require_safe
def learn(request: HttpRequest, token: str, filename: str) -> HttpResponseBase:
    """
    Serve the file that the token names, while it still opens for whoever the token was signed for.

    The name is there for people who save the file; it must be the file's own.
    """
    try:
        response = files.answer(request, path=_path(request, token=token, filename=filename))
    except NotLoggedIn:
        return failures.answer(request, AddressRefused())
    except DomainError as refusal:
        return failures.answer(request, refusal)
    response["Cache-Control"] = "private, no-store"
    return response


def _path(request: HttpRequest, *, token: str, filename: str) -> Path:
    now = timezone.now()
    grant = grants.read(token, now=now)
    person = _person(request, grant)
    topic, asset = topics.holding(topic_id=grant.item_id, asset_id=grant.asset_id)
    if grant.door == topics.STAFF_DOOR:
        _check_staff(request)
    else:
        # Asked anew with every part of the film: a refund, an end or a new rule counts at once.
        topic_access.check(topic=topic, person=person, now=now)
    if not asset.file or asset.filename != filename:
        raise NotFound()
    return Path(asset.file.path)


def _person(request: HttpRequest, grant: Grant) -> User | None:
    """:raises AddressRefused: if it was signed for a person, and somebody else has come with it"""
    if grant.person_id is None:
        return None
    person = request.user
    if not isinstance(person, User) or not person.is_active or person.pk != grant.person_id:
        raise AddressRefused()
    return person


def _check_staff(request: HttpRequest) -> None:
    if not admin.site.has_permission(request) or not request.user.has_perm("catalog.view_topic"):
        raise AddressRefused()

"""One learner on one page, and what staff can do for them."""

from typing import Any, cast
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from apps.accounts.models import User
from apps.audit.services import trail
from apps.core.errors import DomainError
from apps.office import learner_actions, pages
from apps.office.learner_actions import Action, Call
from apps.office.selectors import learner, learner_timeline

_VIEW = ("accounts.view_user", "accounts.change_user")
_ERASED = "This account was erased. Nothing can be done for it."
_PREFILLED = ("device", "order")


@pages.requires(*_VIEW)
@require_safe
def page(request: HttpRequest, person_id: UUID) -> HttpResponse:
    person = _person_or_404(person_id)
    trail.record_view(request, person, note="Overview")
    number = _page_number(request.GET.get("page", ""))
    return pages.render(
        request,
        "learner.html",
        title=str(person),
        person=person,
        learner=learner.read(person=person, request=request, at=timezone.now()),
        timeline=learner_timeline.read(person=person, request=request, page=number),
        actions=learner_actions.open_to(request.user, person=person),
        can_end_sessions=_may_act(request, learner_actions.ACTIONS["end-sessions"], person),
        can_resend=_may_act(request, learner_actions.ACTIONS["resend-receipt"], person),
        can_change_number=request.user.has_perm("accounts.change_mobile")
        and person.erased_at is None
        and person.pending_change is None,  # type: ignore[attr-defined]
        can_edit=request.user.has_perm("accounts.change_user"),
        now=timezone.now(),
        is_nav_sidebar_enabled=False,
    )


@pages.requires(*_VIEW)
@require_http_methods(["GET", "HEAD", "POST"])
def action(request: HttpRequest, person_id: UUID, slug: str) -> HttpResponse:
    """Fill in the form, confirm what it says, then it is done."""
    chosen = learner_actions.ACTIONS.get(slug)
    if chosen is None:
        raise Http404
    if not request.user.has_perm(chosen.permission):
        raise PermissionDenied
    person = _person_or_404(person_id)
    if person.erased_at is not None:
        messages.error(request, _ERASED)
        return HttpResponseRedirect(_url(person))
    if not _may_act(request, chosen, person):
        raise PermissionDenied
    initial = {name: request.GET[name] for name in _PREFILLED if name in request.GET}
    form = chosen.form(request.POST if request.method == "POST" else None, person=person, initial=initial)
    is_valid = form.is_valid()
    if is_valid and "confirmed" in request.POST:
        return _run(request, chosen, person, form.cleaned_data)
    is_confirmation = is_valid and "change" not in request.POST
    return pages.render(
        request,
        "learner_action.html",
        title=f"{chosen.title}: {person}",
        person=person,
        action=chosen,
        form=form,
        summary=chosen.summary(form.cleaned_data) if is_confirmation else "",
        back=_url(person),
        is_nav_sidebar_enabled=False,
    )


def _run(request: HttpRequest, chosen: Action, person: User, data: dict[str, Any]) -> HttpResponse:
    call = Call(person=person, data=data, by=cast(User, request.user), at=timezone.now())
    person_admin: Any = admin.site.get_model_admin(User)
    person_admin.keep_before(request, person)
    try:
        if chosen.commits_by_itself:
            done = chosen.run(call)
            _log(request, call, done)
        else:
            with transaction.atomic(durable=True):
                done = chosen.run(call)
                _log(request, call, done)
    except DomainError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, done)
    return HttpResponseRedirect(_url(person))


def _log(request: HttpRequest, call: Call, done: str) -> None:
    """In the admin's history of the person and in the audit trail, as an action of the admin is."""
    person_admin = admin.site.get_model_admin(User)
    person_admin.log_change(request, call.person, f"{done} Reason: {call.data['reason']}")


def _may_act(request: HttpRequest, chosen: Action, person: User) -> bool:
    is_protected = person.is_staff and not request.user.is_superuser
    return request.user.has_perm(chosen.permission) and person.erased_at is None and not is_protected


def _person_or_404(person_id: UUID) -> User:
    person = learner.get_person(person_id=person_id)
    if person is None:
        raise Http404
    return person


def _page_number(text: str) -> int:
    is_number = text.isascii() and text.isdecimal() and len(text) <= 4
    return min(max(int(text), 1), learner_timeline.LAST_PAGE) if is_number else 1


def _url(person: User) -> str:
    return reverse("office:learner", args=[person.pk])

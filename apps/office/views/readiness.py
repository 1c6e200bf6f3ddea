"""What is missing before the site opens, and the wordings that Compliance approves."""

from typing import cast

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.models import User
from apps.audit.services import trail
from apps.audit.states import EntryKind
from apps.core.errors import DomainError
from apps.office import pages
from apps.office.selectors import readiness
from apps.office.services import wordings
from apps.office.states import WordingKey

VIEW, APPROVE = "office.view_readiness", "office.approve_wording"


@pages.requires(VIEW)
@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """Not cached: whoever has just fixed something wants to see that it is done."""
    found = readiness.refreshed()
    return pages.render(
        request,
        "readiness.html",
        title="Before you open",
        readiness=found,
        rows=readiness.with_links(found.items, person=request.user),
        can_approve=request.user.has_perm(APPROVE),
    )


@pages.requires(APPROVE)
@require_POST
def approve(request: HttpRequest, wording: str) -> HttpResponse:
    if wording not in WordingKey.values:
        raise Http404
    try:
        with transaction.atomic():
            approval = wordings.approve(
                key=WordingKey(wording),
                text=request.POST.get("text", ""),
                person=cast(User, request.user),
                at=timezone.now(),
            )
            trail.record(request, EntryKind.ACTION, row=approval, note="Approved the wording.")
    except DomainError as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, f"Approved: '{approval.text}'.")
    return HttpResponseRedirect(reverse("office:readiness"))

"""Find anything: the results as a page, and as JSON for the search box in the header."""

from dataclasses import asdict

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from apps.audit.services import trail
from apps.audit.states import EntryKind
from apps.office import pages
from apps.office.selectors import admin_search


@require_safe
def find_page(request: HttpRequest) -> HttpResponse:
    text = admin_search.normalise(request.GET.get("q", ""))
    groups = admin_search.find(text=text, request=request)
    shown = admin_search.personal_names(groups)
    if shown:
        # Without the text, which is often a name or a number.
        trail.record(request, EntryKind.VIEWED, note=f"Find anything: {', '.join(shown)}")
    return pages.render(request, "find.html", title="Find anything", text=text, groups=groups)


@require_safe
def find_json(request: HttpRequest) -> HttpResponse:
    text = admin_search.normalise(request.GET.get("q", ""))
    groups = [asdict(group) for group in admin_search.find(text=text, request=request)]
    return JsonResponse({"groups": groups})


# Open to all staff: each kind of result has its own permission.
page = admin.site.admin_view(find_page)
suggestions = admin.site.admin_view(find_json)

"""The shell page: every page of the site, rendered on the server and hydrated by React."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt, ensure_csrf_cookie
from django.views.decorators.http import require_safe

from apps.accounts.models import User
from apps.content.selectors import public as content
from apps.core import language
from apps.site import assets, pages, routes
from apps.site.pages.common import PageRequest


@require_safe
@ensure_csrf_cookie
def page(request: HttpRequest) -> HttpResponse:
    return _respond(request, pages.build(_page_request(request, routes.match(request.path_info))))


# Without a CSRF check: a path that no page can have is a 404 for every method.
@csrf_exempt
@ensure_csrf_cookie
def not_found(request: HttpRequest) -> HttpResponse:
    return _respond(request, pages.build_not_found(_page_request(request, routes.not_found())))


def _page_request(request: HttpRequest, found: routes.Match) -> PageRequest:
    person = request.user if isinstance(request.user, User) and request.user.is_active else None
    return PageRequest(
        found=found,
        query=request.GET,
        person=person,
        now=timezone.now(),
        locale=language.locale_of(request),
        session_key=None if person is None else request.session.session_key,
    )


def _respond(request: HttpRequest, built: pages.Page) -> HttpResponse:
    locale = language.locale_of(request)
    # The route's name in the metrics.
    request.page_name = built.route.name  # type: ignore[attr-defined]
    site = content.site()["data"]
    context = {
        "page": built,
        "locale": locale,
        "og_locale": locale.replace("-", "_"),
        "site": site,
        "title": f"{built.title} · {site['brandName']}"
        if built.title
        else f"{site['brandName']} · {site['tagline']}",
        "site_url": settings.SITE_URL,
        "csrf_cookie": settings.CSRF_COOKIE_NAME,
        "assets": assets.route_assets(built.route.module, locale=locale),
        "font": assets.font(),
    }
    response = render(request, "shell.html", context, status=built.status)
    response["Content-Language"] = locale
    patch_vary_headers(response, ["Cookie"])
    response["Cache-Control"] = "private, no-store"
    return response

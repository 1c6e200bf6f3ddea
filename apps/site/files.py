"""The files that browsers and search engines expect at the root, and covers for items without an image."""

import re
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotFound, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from apps.catalog.selectors import public as catalog
from apps.content.selectors import instructors
from apps.content.selectors import public as content
from apps.core import covers, social_pictures
from apps.live.selectors import public as live
from apps.site import routes
from apps.site.pages import content_pages

_IMMUTABLE = "public, max-age=31536000, immutable"
_SEED = re.compile(r"[A-Za-z0-9-]{1,64}")
_RATIOS: dict[str, covers.Ratio] = {"wide": "wide", "square": "square"}


@require_safe
@cache_control(public=True, max_age=3600)
def robots(_request: HttpRequest) -> HttpResponse:
    closed = [route.path for route in routes.table() if route.is_guarded and ":" not in route.path]
    lines = ["User-agent: *", "Disallow: /api/", "Disallow: /admin/", "Disallow: /course/"]
    lines += [f"Disallow: {path}" for path in closed]
    lines += ["", f"Sitemap: {settings.SITE_URL}/sitemap.xml", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=3600)
def security(_request: HttpRequest) -> HttpResponse:
    """Where to report security problems (RFC 9116, which allows less than a year until it expires)."""
    expires = timezone.now().date() + timedelta(days=180)
    lines = [
        f"Contact: mailto:{content.site()['data']['contact']['email']}",
        f"Expires: {expires}T00:00:00Z",
        "Preferred-Languages: en, hi",
        f"Canonical: {settings.SITE_URL}/.well-known/security.txt",
        "",
    ]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=60)
def sitemap(request: HttpRequest) -> HttpResponse:
    changed = content_pages.changed_at()
    plain = [
        (route.path, changed.get(content_pages.slug_of(route.path)))
        for route in routes.table()
        if not (
            route.is_guarded
            or route.is_bare
            or route.is_item
            or route.is_local
            or route.is_unlisted
            or route.name == "webinars"
        )
    ]
    things = [
        *catalog.addresses(),
        *live.addresses(now=timezone.now()),
        *content.addresses(),
        *instructors.addresses(),
    ]
    context = {"site_url": settings.SITE_URL, "addresses": [*plain, *things]}
    return render(request, "sitemap.xml", context, content_type="application/xml")


@require_safe
@cache_control(public=True, max_age=86400)
def manifest(_request: HttpRequest) -> HttpResponse:
    site = content.site()["data"]
    icons = [
        {"src": static("brand/icon-192.png"), "sizes": "192x192", "type": "image/png"},
        {"src": static("brand/icon-512.png"), "sizes": "512x512", "type": "image/png"},
        {"src": static("brand/icon-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]
    return JsonResponse(
        {
            "name": site["brandName"],
            "short_name": site["brandName"],
            "description": site["tagline"],
            "start_url": "/",
            "display": "standalone",
            "background_color": "#fbfaf7",
            "theme_color": "#0e1726",
            "icons": icons,
        },
        content_type="application/manifest+json",
    )


@require_safe
def service_worker(_request: HttpRequest) -> HttpResponse:
    """The service worker of the engagement SDK, if that is configured."""
    if not settings.MOENGAGE_APP_ID:
        raise Http404
    source = 'importScripts("https://cdn.moengage.com/webpush/releases/serviceworker_cdn.min.latest.js");\n'
    return HttpResponse(source, content_type="text/javascript")


@require_safe
def no_such_file(_request: HttpRequest) -> HttpResponse:
    """A missing static or media file is a 404, never a page, and not stored: a deploy may bring it."""
    response = HttpResponseNotFound("Not found", content_type="text/plain")
    response["Cache-Control"] = "no-store"
    return response


@require_safe
def cover(_request: HttpRequest, ratio: str, hue: int, seed: str) -> HttpResponse:
    """The same URL always gives the same drawing, so the response is immutable."""
    if ratio not in _RATIOS or not 0 <= hue < 360 or not _SEED.fullmatch(seed):
        raise Http404
    response = HttpResponse(
        covers.svg(seed=seed, hue=hue, ratio=_RATIOS[ratio]), content_type="image/svg+xml"
    )
    response["Cache-Control"] = _IMMUTABLE
    return response


@require_safe
def social_picture(_request: HttpRequest, signed: str) -> HttpResponse:
    try:
        picture = social_pictures.png(signed, brand=content.site()["data"]["brandName"])
    except signing.BadSignature:
        raise Http404 from None
    response = HttpResponse(picture, content_type="image/png")
    response["Cache-Control"] = _IMMUTABLE
    return response

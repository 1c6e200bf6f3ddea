"""The shell page: every page of the site, rendered on the server and taken over by React."""

import json
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from apps.accounts.api.serializers import UserOut
from apps.accounts.models import User
from apps.accounts.selectors import profile
from apps.commerce import pricing
from apps.content.selectors import public as content
from apps.site import assets, pages, routes

_SCRIPT_ESCAPES = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)


@require_safe
@ensure_csrf_cookie
def page(request: HttpRequest) -> HttpResponse:
    person = request.user if isinstance(request.user, User) and request.user.is_active else None
    now = timezone.now()
    built = pages.build(
        routes.match(request.path_info),
        query=request.GET,
        person=person,
        now=now,
        session_key=None if person is None else request.session.session_key,
    )
    site = content.site()["data"]
    user = None if person is None else UserOut(profile.user_data(person=person, at=now)).data
    context = {
        "page": built,
        "body": mark_safe(built.body),  # noqa: S308 - rendered from our own templates, which escape
        "site": site,
        "user": user,
        "title": f"{built.title} · {site['brandName']}"
        if built.title
        else f"{site['brandName']} · {site['tagline']}",
        "site_url": settings.SITE_URL,
        "csrf_cookie": settings.CSRF_COOKIE_NAME,
        "assets": assets.route_assets(built.route.module),
        "font": assets.font(),
        "data": as_script(_data(built, site=site, user=user)),
        "structured": [as_script(item) for item in built.structured],
    }
    response = render(request, "shell.html", context, status=200 if built.is_found else 404)
    response["Cache-Control"] = "private, no-store"
    return response


def _data(built: pages.Page, *, site: Any, user: Any) -> dict[str, Any]:
    engagement = (
        {"appId": settings.MOENGAGE_APP_ID, "cluster": settings.MOENGAGE_CLUSTER}
        if settings.MOENGAGE_APP_ID
        else None
    )
    return {
        "site": {name: site[name] for name in ("brandName", "tagline", "registration", "copyright")},
        "user": user,
        "answers": built.answers,
        "found": built.is_found,
        "styleguide": settings.STYLEGUIDE,
        "checkoutScript": settings.CHECKOUT_SCRIPT,
        "engagement": engagement,
        "taxLinePercent": pricing.TAX_LINE_RATE,
    }


def as_script(value: Any) -> SafeString:
    """JSON for a script element, escaped so that no text can close the element or become markup."""
    text = json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))
    return mark_safe(text.translate(_SCRIPT_ESCAPES))  # noqa: S308

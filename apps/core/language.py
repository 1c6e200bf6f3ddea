"""
Which language a page is in: the one in the cookie, which the switch in the footer sets; else English.

The browser's Accept-Language decides nothing: until all pages are translated, nobody should get a page that
is half in Hindi without choosing it (decision 0049).
"""

from collections.abc import Callable
from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from apps.core import error_responses, errors, formatting
from apps.core.indian_time import INDIA

LOCALES = {"en": "en-IN", "hi": "hi-IN"}
"""By the cookie's value: the locale, which is also the page's `lang`."""
ENGLISH = LOCALES["en"]

NOTE = "अभी सिर्फ़ मेन्यू और लॉग-इन हिंदी में"
"""Beside the switch while most pages are in English only: nobody should press it and feel deceived."""

_PARTS_OF_THE_DAY = ((4, "रात"), (12, "सुबह"), (16, "दोपहर"), (20, "शाम"), (24, "रात"))
"""In Hindi, each until an hour."""

_TRANSLATED_ENDPOINTS = ("/api/login/", "/api/certificate/", "/api/course/certificate/", "/api/search")
"""The messages of all other endpoints are shown on pages that are in English."""


def locale_of(request: HttpRequest) -> str:
    return LOCALES.get(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""), ENGLISH)


def time_of_day(at: datetime) -> str:
    """In India, in the current language: '6:30 PM', or 'शाम 6:30 बजे'."""
    written = formatting.clock_time(at.isoformat())
    if translation.get_language() != LOCALES["hi"].lower():
        return written
    hour = at.astimezone(INDIA).hour
    part = next(part for until, part in _PARTS_OF_THE_DAY if hour < until)
    return f"{part} {written.split()[0]} बजे"


class Language:
    """Responds in the language of the cookie: pages, and the endpoints whose messages are translated."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        path = request.path_info
        is_english = path.startswith("/admin") or (
            path.startswith("/api") and not path.startswith(_TRANSLATED_ENDPOINTS)
        )
        locale = ENGLISH if is_english else locale_of(request)
        with translation.override(locale.lower()):
            return self.get_response(request)


@csrf_exempt
@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """
    Set the cookie and return to the page that the form is on.

    Visitors share cached pages, which contain no CSRF token: the form must come from a page of this host.
    """
    page = request.headers.get("Referer", "")
    host = request.get_host()
    if urlsplit(request.headers.get("Origin", page)).netloc != host:
        return error_responses.respond(request, errors.Forbidden())
    language = request.POST.get("language", "")
    if language not in LOCALES:
        return error_responses.respond(request, errors.Invalid())
    is_ours = url_has_allowed_host_and_scheme(page, allowed_hosts={host})
    response = HttpResponseRedirect(page if is_ours else "/")
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        domain=settings.LANGUAGE_COOKIE_DOMAIN,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    response["Cache-Control"] = "private, no-store"
    return response

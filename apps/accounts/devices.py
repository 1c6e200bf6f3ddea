"""Readable names of browsers, from the User-Agent header."""

import re

from django.http import HttpRequest

UNKNOWN = "Unknown browser"

_MAX_LENGTH = 400
"""Real browsers send less than 250 characters; the rest is ignored."""

# The first match wins: most browsers also name the browsers that they are based on.
_BROWSERS = (
    ("Edge", re.compile(r"\bEdg(?:e|A|iOS)?/")),
    ("Opera", re.compile(r"\bOPR/|\bOpera\b")),
    ("Samsung Internet", re.compile(r"\bSamsungBrowser/")),
    ("UC Browser", re.compile(r"\bUCBrowser/")),
    ("Firefox", re.compile(r"\b(?:Firefox|FxiOS)/")),
    ("Chrome", re.compile(r"\b(?:Chrome|CriOS|HeadlessChrome|Chromium)/")),
    ("Safari", re.compile(r"\bSafari/")),
)
_SYSTEMS = (
    ("iPhone", re.compile(r"\biPhone\b")),
    ("iPad", re.compile(r"\biPad\b")),
    ("Android", re.compile(r"\bAndroid\b")),
    ("Windows", re.compile(r"\bWindows\b")),
    ("ChromeOS", re.compile(r"\bCrOS\b")),
    ("Mac", re.compile(r"\bMac(?:intosh| OS X)\b")),
    ("Linux", re.compile(r"\bLinux\b")),
)


def name_of(request: HttpRequest) -> str:
    """Return such as 'Chrome on Android'."""
    user_agent = request.META.get("HTTP_USER_AGENT", "")[:_MAX_LENGTH]
    browser, system = _first_match(_BROWSERS, user_agent), _first_match(_SYSTEMS, user_agent)
    if browser and system:
        return f"{browser} on {system}"
    return browser or (f"{UNKNOWN} on {system}" if system else UNKNOWN)


def _first_match(names: tuple[tuple[str, re.Pattern[str]], ...], user_agent: str) -> str:
    return next((name for name, pattern in names if pattern.search(user_agent)), "")

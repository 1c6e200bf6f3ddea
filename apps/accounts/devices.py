"""What a browser calls itself, in words that its owner knows it by."""

import re

from django.http import HttpRequest

UNKNOWN = "Unknown browser"

_LONGEST_READ = 400
"""Browsers write less than 250 characters; what comes after tells nothing."""

# The first that matches counts: most browsers also name those that they descend from.
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
    """Such as 'Chrome on Android', from what the browser says of itself."""
    said = request.META.get("HTTP_USER_AGENT", "")[:_LONGEST_READ]
    browser, system = _first(_BROWSERS, said), _first(_SYSTEMS, said)
    if browser and system:
        return f"{browser} on {system}"
    return browser or (f"{UNKNOWN} on {system}" if system else UNKNOWN)


def _first(names: tuple[tuple[str, re.Pattern[str]], ...], said: str) -> str:
    return next((name for name, pattern in names if pattern.search(said)), "")

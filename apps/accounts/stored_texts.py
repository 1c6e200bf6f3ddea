"""
What is stored of a message that we sent: neither its OTP nor the keys of its links.

A key opens something for whoever has it, so only the message itself carries it. Whoever reads the stored
text, staff or the person themselves, finds the page without it.
"""

import re
from collections.abc import Mapping

from apps.accounts.gateways.gateway import Rendered

_HIDDEN_CODE = "••••••"

_LINK = re.compile(
    r"(?P<page>https?://[^\s?#]++)(?:\?(?P<query>[^\s#]*+))?(?P<fragment>#\S*+)?",
)
_KEY = re.compile(r"(?:^|&)key=[^&]*+")

_pages: dict[str, str] = {}


def register_page(path: str, *, instead: str) -> None:
    """A page that shows nothing without a key, and the one that shows the same to whoever is logged in."""
    _pages[path] = instead


def text_of(rendered: Rendered) -> str:
    code = rendered.params.get("otp")
    return strike_keys(rendered.body.replace(code, _HIDDEN_CODE) if code else rendered.body)


def strike_keys(text: str) -> str:
    """The text without the parameter `key` and without the fragment of each link: either may be a key."""
    return _LINK.sub(_without_key, text)


def strike_params(payload: Mapping[str, object]) -> dict[str, object]:
    """The payload of a queued message, once it was sent."""
    params = payload.get("params")
    if not isinstance(params, Mapping):
        return dict(payload)
    struck = {name: strike_keys(value) if isinstance(value, str) else value for name, value in params.items()}
    return {**payload, "params": struck}


def _without_key(found: re.Match[str]) -> str:
    page, query = found["page"], found["query"] or ""
    rest = _KEY.sub("", query).removeprefix("&")
    if rest != query:
        path = next((path for path in _pages if page.endswith(path)), None)
        page = page if path is None else page.removesuffix(path) + _pages[path]
    return f"{page}?{rest}" if rest else page

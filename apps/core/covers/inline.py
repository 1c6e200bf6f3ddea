"""
Generated covers within the HTML of the page that shows them first.

Such a cover is often the largest thing on the first screen. As a file of its own it arrives a round trip
after the page, which on a phone is more than half a second; within the page it costs about 1 kB.
"""

import re
from urllib.parse import quote

from apps.core import covers

_LIMIT = 2
"""As many as fit on the first screen of a phone. The others stay files, which the browser caches for ever."""

_PRELOAD = re.compile(
    r'<link rel="preload" as="image" '
    r'href="(?P<url>/covers/(?P<ratio>wide|square)/(?P<hue>\d+)/(?P<seed>[A-Za-z0-9-]+)\.svg)"/>'
)
"""What React writes ahead of its HTML for each image that is not lazy, in the order of the page."""

_SAFE = " =:/,;()'"
"""Characters that a data URI within double quotes may keep; fewer escapes compress better."""


def inline_covers(html: str) -> str:
    """The HTML with its first covers as data URIs. `Cover.tsx` expects this when it hydrates."""
    for found in [*_PRELOAD.finditer(html)][:_LIMIT]:
        drawing = covers.svg(
            seed=found["seed"], hue=int(found["hue"]), ratio="wide" if found["ratio"] == "wide" else "square"
        )
        html = html.replace(found[0], "")
        html = html.replace(f'src="{found["url"]}"', f'src="{_data_uri(drawing)}"', 1)
    return html


def _data_uri(svg: str) -> str:
    return "data:image/svg+xml," + quote(svg.replace('"', "'"), safe=_SAFE)

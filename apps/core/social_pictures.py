"""
The picture of a page in link previews: its title, who teaches, and its cover.

Its URL holds all that it shows, signed, so that it can be cached for ever and nobody else writes pictures in
our name.
"""

import re
from dataclasses import dataclass
from hashlib import sha256

from django.core import signing
from django.core.cache import cache
from django.templatetags.static import static
from django.urls import reverse

from apps.core import covers, pdf

_TEMPLATE = pdf.TEMPLATES / "social" / "picture.typ"
_SIGNER = signing.Signer(salt="social picture")
_KEPT_SECONDS = 30 * 24 * 3600
_COVER = re.compile(r"/covers/[a-z]+/(?P<hue>\d+)/(?P<seed>[A-Za-z0-9-]+)\.svg")
_HUE = 215


@dataclass(frozen=True, slots=True)
class SocialPicture:
    """What link previews of a page show besides its title."""

    by: str
    cover: str
    """The URL of a generated cover; for an upload the picture has the site's own drawing."""


def url(title: str, picture: SocialPicture | None) -> str:
    """The path of the picture; pages without one of their own share the site's."""
    if picture is None:
        return static("brand/social.png")
    cover = _COVER.fullmatch(picture.cover)
    hue, seed = (int(cover["hue"]), cover["seed"]) if cover else (_HUE, "rally")
    shown = [pdf.single_line(title), pdf.single_line(picture.by), hue, seed]
    return reverse("social-picture", args=[_SIGNER.sign_object(shown, compress=True)])


def png(signed: str, *, brand: str) -> bytes:
    """
    The picture, drawn once and then kept in the cache.

    :raises signing.BadSignature: if we did not write its URL
    """
    title, by, hue, seed = _SIGNER.unsign_object(signed)
    key = f"social picture:{sha256(signed.encode()).hexdigest()}"
    kept: bytes | None = cache.get(key)
    if kept is None:
        data = {
            "brand": brand,
            "title": title,
            "by": by,
            "cover": covers.svg(seed=seed, hue=hue, ratio="square"),
        }
        kept = pdf.render_png(_TEMPLATE, data=data)
        cache.set(key, kept, _KEPT_SECONDS)
    return kept

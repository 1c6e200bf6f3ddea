"""Filling in registered texts: only texts that exist, with exactly their variables, each of its type."""

import re
import unicodedata
from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.text import Truncator

from apps.accounts.gateways.gateway import Rendered
from apps.accounts.models import MessageTemplate
from apps.accounts.models.message_template import PLACEHOLDER
from apps.accounts.states import MessageChannel

_LONGEST_TEXT = 160
_LONGEST_NAME = 80
_LONGEST_LINK = 500
_JOINERS = "\u200c\u200d"
"""Invisible, and part of how Devanagari is written."""

_UNSEEN = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
"""Kinds of characters that break a line, or turn or hide what stands around them."""

_MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_SHAPES = {
    "digits": re.compile(r"[0-9]{1,12}"),
    "date": re.compile(rf"(?:0?[1-9]|[12][0-9]|3[01]) (?:{_MONTHS}) [0-9]{{4}}"),
    "time": re.compile(r"(?:1[0-2]|[1-9]):[0-5][0-9] (?:AM|PM)"),
    "amount": re.compile(r"₹(?:[0-9]{1,3}|[0-9]{1,2}(?:,[0-9]{2})*,[0-9]{3})(?:\.[0-9]{2})?"),
}
_LINK = re.compile(r"https://[A-Za-z0-9.-]+(?::[0-9]+)?(?:[/?#][!-~]*)?")
_REST_OF_LINK = re.compile(r"(?:[/?#][!-~]*)?")
_LOOKS_LIKE_LINK = re.compile(r"(?i)://|www\.")

_SAMPLES = {
    "digits": "482913",
    "text": "Options for beginners",
    "name": "Meera Nair",
    "date": "21 Nov 2026",
    "time": "6:30 PM",
    "amount": "₹1,234.00",
}


class TemplateRefused(ValueError):
    """There is no such text, or it cannot be filled with these values: a fault in the code or the text."""


def render(*, key: str, channel: MessageChannel, params: Mapping[str, str]) -> Rendered:
    """
    A registered text with its variables filled in; what stands in a value is never read as a variable.

    :raises TemplateRefused: if there is no such text, or the values are not exactly its variables
    """
    return filled(_template(key=key, channel=channel), params=params)


def render_from(*, key: str, channel: MessageChannel, offered: Mapping[str, str]) -> Rendered:
    """
    As `render`, with values that serve several channels: each text takes its own, the rest is left.

    :raises TemplateRefused: as `render`, save for values that the text does not name
    """
    template = _template(key=key, channel=channel)
    types = _types(template)
    taken = {name: value for name, value in offered.items() if name in types}
    return filled(template, params=taken)


def filled(template: MessageTemplate, *, params: Mapping[str, str]) -> Rendered:
    """
    A text, saved or not, with its variables filled in.

    :raises TemplateRefused: if the values are not exactly its variables
    """
    types = _types(template)
    order = _in_order(template)
    if set(order) != set(types):
        raise TemplateRefused(f"{template} names {_listed(order)} and lists {_listed(types)}")
    if set(params) != set(types):
        raise TemplateRefused(f"{template} takes {_listed(types)} and was given {_listed(params)}")
    for name, value in params.items():
        if not _fits(value, type_=types[name]):
            raise TemplateRefused(f"{template} has a value for {name} that is no {types[name]}")
    return Rendered(
        key=template.key,
        channel=MessageChannel(template.channel),
        registered_id=template.registered_id,
        subject=_put_in(template.subject, params),
        body=_put_in(template.body, params),
        params={name: params[name] for name in order},
        is_marketing=template.is_marketing,
    )


def as_text(words: str) -> str:
    """Words of others as a value of the type 'text': on one line, short enough, and nothing like a link."""
    plain = " ".join(words.replace("://", " ").replace("www.", "").split())
    return Truncator(plain).chars(_LONGEST_TEXT - 10)


def is_marketing(*, key: str, channels: Collection[MessageChannel]) -> bool:
    """Whether any of these texts goes only to who has consented."""
    return MessageTemplate.objects.filter(key=key, channel__in=channels, is_marketing=True).exists()


def preview(template: MessageTemplate) -> Rendered:
    """
    The text as it might arrive, with made-up values.

    :raises TemplateRefused: if its list of variables does not fit its text
    """
    return filled(template, params={name: _sample(name, type_) for name, type_ in _types(template).items()})


def _template(*, key: str, channel: MessageChannel) -> MessageTemplate:
    template = MessageTemplate.objects.filter(key=key, channel=channel).first()
    if template is None:
        raise TemplateRefused(f"No text {key} for {channel.label}")
    return template


def _types(template: MessageTemplate) -> Mapping[str, str]:
    types = template.variables
    if not isinstance(types, dict) or not all(isinstance(type_, str) for type_ in types.values()):
        raise TemplateRefused(f"{template} has no list of names and types")
    return types


def _put_in(text: str, params: Mapping[str, str]) -> str:
    # In one pass: a value with braces in it is not looked at again.
    return PLACEHOLDER.sub(lambda found: params[found[1]], text)


def _in_order(template: MessageTemplate) -> list[str]:
    """The variables as they first appear: providers count them, and PostgreSQL keeps no order in JSON."""
    return list(dict.fromkeys(PLACEHOLDER.findall(template.subject + template.body)))


def _fits(value: object, *, type_: str) -> bool:
    if not isinstance(value, str):
        return False
    if type_ == "text":
        return _is_words(value, longest=_LONGEST_TEXT)
    if type_ == "name":
        return _is_words(value, longest=_LONGEST_NAME)
    if type_ == "link":
        return _is_link(value)
    shape = _SHAPES.get(type_)
    return shape is not None and shape.fullmatch(value) is not None


def _is_words(value: str, *, longest: int) -> bool:
    """Something to read on one line, without a way to send the reader elsewhere."""
    if not value.strip() or len(value) > longest:
        return False
    if any(unicodedata.category(sign) in _UNSEEN and sign not in _JOINERS for sign in value):
        return False
    # Our own host is what a browser needs to fill a code in.
    return _LOOKS_LIKE_LINK.search(value) is None or value == _our_host()


def _is_link(value: str) -> bool:
    if len(value) > _LONGEST_LINK:
        return False
    if value.startswith(settings.SITE_URL):
        return _REST_OF_LINK.fullmatch(value, len(settings.SITE_URL)) is not None
    return _LINK.fullmatch(value) is not None


def _our_host() -> str:
    return urlsplit(settings.SITE_URL).netloc


def _sample(name: str, type_: str) -> str:
    if name == "site":
        return _our_host()
    return f"{settings.SITE_URL}/courses" if type_ == "link" else _SAMPLES.get(type_, "")


def _listed(names: Collection[str]) -> str:
    return " and ".join(sorted(names)) or "nothing"

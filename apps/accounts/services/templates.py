"""Renders message templates, and checks that each variable is given and has its type."""

import re
from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.text import Truncator

from apps.accounts.gateways.gateway import Rendered
from apps.accounts.models import MessageTemplate
from apps.accounts.models.message_template import PLACEHOLDER
from apps.accounts.states import MessageChannel
from apps.core import business_constants
from apps.core.plain_text import is_invisible

_LONGEST_TEXT = 160
_LONGEST_MULTILINE = 10_000
_LONGEST_NAME = 80
_LONGEST_SMS_VALUE = 30
LONGEST_PART = _LONGEST_SMS_VALUE
"""The longest value of type 'part': an SMS has a long text in several values, the last ones maybe empty."""
_LONGEST_LINK = 500
_MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_WEEKDAYS = "Mon|Tue|Wed|Thu|Fri|Sat|Sun"
_DATE = rf"(?:0?[1-9]|[12][0-9]|3[01]) (?:{_MONTHS}) [0-9]{{4}}"
_TIME = r"(?:1[0-2]|[1-9]):[0-5][0-9] (?:AM|PM)"
_PATTERNS = {
    "digits": re.compile(r"[0-9]{1,12}"),
    "date": re.compile(_DATE),
    "time": re.compile(_TIME),
    "datetime": re.compile(rf"(?:{_WEEKDAYS}) {_DATE}, {_TIME}"),
    "amount": re.compile(r"₹(?:[0-9]{1,3}|[0-9]{1,2}(?:,[0-9]{2})*,[0-9]{3})(?:\.[0-9]{2})?"),
}
_LINK = re.compile(r"https://[A-Za-z0-9.-]+(?::[0-9]+)?(?:[/?#][!-~]*)?")
_LINK_PATH = re.compile(r"(?:[/?#][!-~]*)?")
_LOOKS_LIKE_LINK = re.compile(r"(?i)://|www\.")

_SAMPLES = {
    "digits": "482913",
    "text": "Options for beginners",
    "part": "Please bring your notes",
    "multiline": "We have checked your payment.\n\nThe second one is refunded.",
    "name": "Meera Nair",
    "date": "21 Nov 2026",
    "time": "6:30 PM",
    "datetime": "Sat 21 Nov 2026, 6:30 PM",
    "amount": "₹1,234.00",
}


class TemplateRefused(ValueError):
    """The template is missing or does not match the params: a bug in the code or the template."""


def render(*, key: str, channel: MessageChannel, params: Mapping[str, str]) -> Rendered:
    """
    Render a template. Braces in a value are not treated as variables.

    :raises TemplateRefused: if there is no such template, or the params are not exactly its variables
    """
    return fill(_template(key=key, channel=channel), params=params)


def render_matching(*, key: str, channel: MessageChannel, params: Mapping[str, str]) -> Rendered:
    """
    Render a template, ignoring params that it does not name, for params shared by channels.

    A variable with the name of a figure (`core/business_constants.py`) gets the figure.

    :raises TemplateRefused: if there is no such template, or one of its variables is missing
    """
    template = _template(key=key, channel=channel)
    types = _types(template)
    matching = {
        name: value for name, value in {**business_constants.texts(), **params}.items() if name in types
    }
    return fill(template, params=matching)


def fill(template: MessageTemplate, *, params: Mapping[str, str]) -> Rendered:
    """
    Render a template instance, saved or not.

    :raises TemplateRefused: if the params are not exactly its variables
    """
    types = _types(template)
    # Variables in order of appearance: providers number them, and PostgreSQL's JSON keeps no order.
    names = list(dict.fromkeys(PLACEHOLDER.findall(template.subject + template.body)))
    if set(names) != set(types):
        raise TemplateRefused(f"{template} names {_join_names(names)} and lists {_join_names(types)}")
    if set(params) != set(types):
        raise TemplateRefused(f"{template} takes {_join_names(types)} and was given {_join_names(params)}")
    for name, value in params.items():
        if not _is_valid(value, type_=types[name]):
            raise TemplateRefused(f"{template} has a value for {name} that is no {types[name]}")
    return Rendered(
        key=template.key,
        channel=MessageChannel(template.channel),
        registered_id=template.registered_id,
        subject=_substitute(template.subject, params),
        body=_substitute(template.body, params),
        params={name: params[name] for name in names},
        is_marketing=template.is_marketing,
    )


def as_text(value: str) -> str:
    """
    Make a valid value of the type 'text': on one line, short enough, without links and invisible characters.

    It is empty if the value has nothing to read.
    """
    visible = "".join(char for char in value if char.isspace() or not is_invisible(char))
    return _shortened(" ".join(_LOOKS_LIKE_LINK.sub(" ", visible).split()), _LONGEST_TEXT - 10)


def as_short_text(value: str) -> str:
    """The same for an SMS, in which operators accept values of at most 30 characters."""
    return _shortened(as_text(value), _LONGEST_SMS_VALUE)


def _shortened(text: str, longest: int) -> str:
    """Truncator does not count combining marks, of which Hindi has many; operators do."""
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def is_text(value: str) -> bool:
    """Whether it can be sent as a value of the type 'text' as it is."""
    return _is_valid(value, type_="text")


def as_multiline(value: str) -> str:
    """Make a valid value of the type 'multiline', which emails may have: what staff wrote to one person."""
    lines = value.replace("\t", " ").split("\n")
    visible = "\n".join("".join(char for char in line if not is_invisible(char)) for line in lines)
    return Truncator(visible).chars(_LONGEST_MULTILINE)


def is_marketing(*, key: str, channels: Collection[MessageChannel]) -> bool:
    """Whether any of these templates requires consent."""
    return MessageTemplate.objects.filter(key=key, channel__in=channels, is_marketing=True).exists()


def preview(template: MessageTemplate) -> Rendered:
    """
    Render a template with sample values.

    :raises TemplateRefused: if its variables do not match its text
    """
    return fill(template, params={name: _sample(name, type_) for name, type_ in _types(template).items()})


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


def _substitute(text: str, params: Mapping[str, str]) -> str:
    # In one pass, so that braces in a value are not substituted.
    return PLACEHOLDER.sub(lambda match: params[match[1]], text)


def _is_valid(value: object, *, type_: str) -> bool:
    if not isinstance(value, str):
        return False
    if type_ == "text":
        return _is_plain_text(value, longest=_LONGEST_TEXT)
    if type_ == "part":
        return value == "" or _is_plain_text(value, longest=LONGEST_PART)
    if type_ == "multiline":
        return bool(value.strip()) and value == as_multiline(value)
    if type_ == "name":
        return _is_plain_text(value, longest=_LONGEST_NAME)
    if type_ == "link":
        if len(value) > _LONGEST_LINK:
            return False
        if value.startswith(settings.SITE_URL):
            return _LINK_PATH.fullmatch(value, len(settings.SITE_URL)) is not None
        return _LINK.fullmatch(value) is not None
    pattern = _PATTERNS.get(type_)
    return pattern is not None and pattern.fullmatch(value) is not None


def _is_plain_text(value: str, *, longest: int) -> bool:
    """Whether the value is readable text on one line, without a link."""
    if not value.strip() or len(value) > longest:
        return False
    if any(map(is_invisible, value)):
        return False
    # Our own host is allowed: browsers need it to autofill a code.
    return _LOOKS_LIKE_LINK.search(value) is None or value == _our_host()


def _our_host() -> str:
    return urlsplit(settings.SITE_URL).netloc


def _sample(name: str, type_: str) -> str:
    if name == "site":
        return _our_host()
    if name in business_constants.names():
        return business_constants.texts()[name]
    return f"{settings.SITE_URL}/courses" if type_ == "link" else _SAMPLES.get(type_, "")


def _join_names(names: Collection[str]) -> str:
    return " and ".join(sorted(names)) or "nothing"

"""
Initial texts of messages, from the file `message_texts.yaml` of each app; staff edit them as templates.

Missing templates are seeded after each migration. Existing ones are never overwritten.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from django.apps import apps as installed_apps
from django.core.exceptions import ImproperlyConfigured

from apps.accounts.models.message_template import PLACEHOLDER, VARIABLE_TYPES
from apps.accounts.states import Matter, MessageChannel, Reach
from apps.core import data_files
from apps.core.data_files import InvalidField

_APPS = Path(__file__).parents[1]

_LONGEST = {"sms": 2_000, "whatsapp": 1_024, "subject": 150}
"""What operators register, and the column of subjects."""

SECRET_KEYS = frozenset({"otp"})
"""The text of these is shown to nobody."""


@dataclass(frozen=True, slots=True)
class Text:
    key: str
    channel: MessageChannel
    body: str
    variables: Mapping[str, str]
    subject: str = ""
    is_marketing: bool = False


@dataclass(frozen=True, slots=True)
class Email:
    subject: str
    body: str

    def __post_init__(self) -> None:
        if "\n" in self.subject:
            raise InvalidField("subject", "It has more than one line")
        _check_length("subject", self.subject)


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A kind of message with its texts, as the file has it."""

    variables: dict[str, str] = field(default_factory=dict)
    """Name and type of each; a text has those that it names."""
    sms: str | None = None
    whatsapp: str | None = None
    email: Email | None = None
    reach: Reach = Reach.EMAIL_OR_PHONE
    """What is urgent, and what confirms a booking, goes to the phone and to the email address."""
    is_marketing: bool = False

    def __post_init__(self) -> None:
        for name, type_ in self.variables.items():
            if type_ not in VARIABLE_TYPES:
                raise InvalidField("variables", f"{name} has the unknown type '{type_}'")
        texts = {
            "sms": self.sms,
            "whatsapp": self.whatsapp,
            "email": self.email and self.email.subject + self.email.body,
        }
        if not any(texts.values()):
            raise InvalidField("sms", "Expected a text for SMS, WhatsApp or email")
        for channel, text in texts.items():
            self._check(channel, text or "")
        if unused := set(self.variables).difference(
            *(PLACEHOLDER.findall(text or "") for text in texts.values())
        ):
            raise InvalidField("variables", f"No text has {', '.join(sorted(unused))}")

    def _check(self, channel: str, text: str) -> None:
        if unknown := set(PLACEHOLDER.findall(text)) - set(self.variables):
            raise InvalidField(channel, f"There is no variable {', '.join(sorted(unknown))}")
        if set("{}") & set(PLACEHOLDER.sub("", text)):
            raise InvalidField(channel, "A brace belongs to no variable")
        if channel in _LONGEST:
            _check_length(channel, text)

    def texts(self, key: str) -> Iterator[Text]:
        if self.sms:
            yield self._text(key, MessageChannel.SMS, self.sms.strip())
        if self.whatsapp:
            yield self._text(key, MessageChannel.WHATSAPP, self.whatsapp.strip())
        if self.email:
            yield self._text(key, MessageChannel.MAIL, self.email.body.strip() + "\n", self.email.subject)

    def _text(self, key: str, channel: MessageChannel, body: str, subject: str = "") -> Text:
        names = dict.fromkeys(PLACEHOLDER.findall(subject + body))
        variables = {name: self.variables[name] for name in names}
        return Text(key, channel, body, variables, subject, self.is_marketing)


_registered: dict[tuple[str, MessageChannel], Text] = {}
_reaches: dict[str, Reach] = {}
_matters: dict[str, Matter] = {}


def read(app: str) -> dict[str, Message]:
    """
    The texts of an app by their keys.

    :raises DataFileError: if its file is wrong
    """
    return data_files.read(_APPS / app / "message_texts.yaml", dict[str, Message])


def register(app: str, *, matter: Matter = Matter.OTHER) -> None:
    """
    Register the texts of an app.

    :raises DataFileError: if its file is wrong
    :raises ImproperlyConfigured: if another app has a text with the same key
    """
    messages = read(app)
    if taken := set(messages) & set(_reaches):
        raise ImproperlyConfigured(f"Two texts {sorted(taken)}, one of them in {app}")
    for key, message in messages.items():
        _registered.update({(key, text.channel): text for text in message.texts(key)})
        _reaches[key] = message.reach
        _matters[key] = matter


def template_keys() -> list[str]:
    """The names of all registered texts."""
    return sorted({key for key, _channel in _registered})


def keys_about(matters: Collection[Matter]) -> list[str]:
    return sorted(key for key, matter in _matters.items() if matter in matters)


def reach_of(key: str) -> Reach:
    return _reaches.get(key, Reach.EMAIL_OR_PHONE)


def seed(*, apps: Any = installed_apps, **_signal: Any) -> None:
    """Create missing templates. Receiver of `post_migrate`, which `flush` sends as well."""
    try:
        rows = apps.get_model("accounts", "MessageTemplate").objects
    except LookupError:
        return  # migrated back to before the model existed
    existing = set(rows.values_list("key", "channel"))
    missing = [text for text in _registered.values() if (text.key, text.channel) not in existing]
    rows.bulk_create([rows.model(**asdict(text)) for text in missing], ignore_conflicts=True)


def _check_length(name: str, text: str) -> None:
    if len(text.strip()) > _LONGEST[name]:
        raise InvalidField(name, f"It has more than {_LONGEST[name]} characters")

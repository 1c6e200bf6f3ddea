"""
Initial texts of messages. Each app registers its own in `ready`; staff edit them as templates.

Missing templates are seeded after each migration. Existing ones are never overwritten.
"""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from django.apps import apps as installed_apps
from django.core.exceptions import ImproperlyConfigured

from apps.accounts.states import Matter, MessageChannel, Reach


@dataclass(frozen=True, slots=True)
class Text:
    key: str
    channel: MessageChannel
    body: str
    variables: Mapping[str, str] = field(default_factory=dict)
    subject: str = ""
    is_marketing: bool = False


_registered: dict[tuple[str, MessageChannel], Text] = {}
_reaches: dict[str, Reach] = {}
_matters: dict[str, Matter] = {}


def register(*texts: Text, reach: Reach = Reach.EMAIL_OR_PHONE, matter: Matter = Matter.OTHER) -> None:
    """
    Register texts. What is urgent, and what confirms a booking, goes to the phone and to the email address.

    :raises ImproperlyConfigured: if two have the same key and channel
    """
    for text in texts:
        if (text.key, text.channel) in _registered:
            raise ImproperlyConfigured(f"Two texts {text.key!r} for {text.channel.label}")
        _registered[text.key, text.channel] = text
        _reaches[text.key] = reach
        _matters[text.key] = matter


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


_CHANGE = {"ending": "digits", "moment": "text", "link": "link"}
_CHANGED = {"ending": "digits"}

ACCOUNT_NOTICES = (
    Text(
        "mobile_change_requested",
        MessageChannel.SMS,
        "Rally: we received a request to change your account's mobile number to one ending in {ending} "
        "from {moment}. Not you? Log in with this number to stop it: {link}",
        _CHANGE,
    ),
    Text(
        "mobile_change_requested",
        MessageChannel.MAIL,
        "We received a request to change the mobile number of your Rally account to one ending in {ending}. "
        "It takes effect on {moment}. Until then, log in with your current number.\n\n"
        "If you did not request this, log in with your current number and stop the change: {link}\n\nRally\n",
        _CHANGE,
        subject="Your mobile number is about to change",
    ),
    Text(
        "mobile_changed",
        MessageChannel.SMS,
        "Rally: your account's mobile number is now the one ending in {ending}.",
        _CHANGED,
    ),
    Text(
        "mobile_changed",
        MessageChannel.MAIL,
        "The mobile number of your Rally account is now the one ending in {ending}. "
        "If you did not request this, please reply to this email.\n\nRally\n",
        _CHANGED,
        subject="Your mobile number has changed",
    ),
    Text(
        "lost_number_notice",
        MessageChannel.SMS,
        "Rally: somebody says they lost this number. Your account changes to one ending in {ending} from "
        "{moment}. Not you? Stop it: {link}",
        _CHANGE,
    ),
    Text(
        "lost_number_notice",
        MessageChannel.MAIL,
        "We were told that you lost your mobile number, and checked the proof that was sent to us. "
        "From {moment} your Rally account opens with the number ending in {ending}.\n\n"
        "Not you? Stop this change: {link}\n\n"
        "A login with your current number stops it too. You can also reply to this email.\n\nRally\n",
        _CHANGE,
        subject="Your mobile number is about to change",
    ),
    Text(
        "lost_number_approved",
        MessageChannel.MAIL,
        "We have checked your proof. From {moment} you can log in to Rally with the number ending in "
        "{ending}. Until then the old number can still stop the change.\n\nRally\n",
        {"moment": "text", "ending": "digits"},
        subject="Your new mobile number",
    ),
    Text(
        "lost_number_rejected",
        MessageChannel.MAIL,
        "We could not confirm with what you sent us that the account is yours, so we changed nothing. "
        "If you have other proof, send us a new request or reply to this email.\n\nRally\n",
        subject="We could not change your mobile number",
    ),
    Text(
        "email_confirmation",
        MessageChannel.MAIL,
        "This address was entered in a Rally account. Is the account yours? Confirm the address, and we send "
        "receipts and reminders to it: {link}\n\n"
        "The link works for {email_link_validity}. If the account is not yours, ignore this "
        "email.\n\nRally\n",
        {"link": "link", "email_link_validity": "text"},
        subject="Confirm your email address",
    ),
    Text(
        "email_changed",
        MessageChannel.MAIL,
        "The email address of your Rally account has changed. We no longer send messages to this address.\n\n"
        "If you did not do this, log in and change it back: {link}\n\nRally\n",
        {"link": "link"},
        subject="Your email address has changed",
    ),
)

LOGIN_CODES = (
    # Android browsers autofill the code from the last line.
    Text(
        "otp",
        MessageChannel.SMS,
        "{otp} is your Rally login OTP. It is valid for {otp_validity}. Do not share it with anyone.\n\n"
        "@{site} #{otp}",
        {"otp": "digits", "otp_validity": "text", "site": "text"},
    ),
    # WhatsApp accepts no other variable in the template of a code.
    Text(
        "otp",
        MessageChannel.WHATSAPP,
        "{otp} is your Rally login OTP. Do not share it with anyone.",
        {"otp": "digits"},
    ),
)

SECRET_KEYS = frozenset(text.key for text in LOGIN_CODES)
"""The text of these is shown to nobody."""

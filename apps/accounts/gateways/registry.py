"""The gateway of each channel, depending on the settings."""

from django.conf import settings

from apps.accounts.gateways.file import OutboxFile
from apps.accounts.gateways.gateway import ChannelRefused, Gateway
from apps.accounts.gateways.mail import Email
from apps.accounts.gateways.msg91 import Sms, WhatsApp
from apps.accounts.states import MessageChannel

_PROVIDERS: dict[MessageChannel, type[Gateway]] = {
    MessageChannel.SMS: Sms,
    MessageChannel.WHATSAPP: WhatsApp,
    MessageChannel.MAIL: Email,
}


def for_channel(channel: MessageChannel) -> Gateway:
    """
    The provider's gateway if one is configured, otherwise the outbox file.

    :raises ChannelRefused: if neither is configured, as in production without a mail server
    """
    is_configured = settings.SENDS_EMAIL if channel is MessageChannel.MAIL else settings.SMS_AUTH_KEY
    if is_configured:
        return _PROVIDERS[channel]()
    if settings.OUTBOX_FILE is None:
        raise ChannelRefused("no provider is configured")
    return OutboxFile(settings.OUTBOX_FILE)


def why_unable(channel: MessageChannel, *, registered_id: str) -> str:
    """Why no message of a template with this id can be sent by the channel; empty if one can."""
    try:
        return for_channel(channel).why_unable(registered_id)
    except ChannelRefused as error:
        return str(error)

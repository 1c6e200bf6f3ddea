"""Which gateway a channel has on this machine."""

from django.conf import settings

from apps.accounts.gateways.file import File
from apps.accounts.gateways.gateway import ChannelRefused, Gateway
from apps.accounts.gateways.mail import Mail
from apps.accounts.gateways.msg91 import Sms, WhatsApp
from apps.accounts.states import MessageChannel

_PROVIDERS: dict[MessageChannel, type[Gateway]] = {
    MessageChannel.SMS: Sms,
    MessageChannel.WHATSAPP: WhatsApp,
    MessageChannel.MAIL: Mail,
}


def for_channel(channel: MessageChannel) -> Gateway:
    """
    The provider where the settings name one, else the file.

    :raises ChannelRefused: if there is neither, as in production without a mail server
    """
    is_real = settings.SENDS_MAIL if channel is MessageChannel.MAIL else settings.SMS_AUTH_KEY
    if is_real:
        return _PROVIDERS[channel]()
    if settings.OUTBOX_FILE is None:
        raise ChannelRefused("nothing is set up to send it")
    return File(settings.OUTBOX_FILE)

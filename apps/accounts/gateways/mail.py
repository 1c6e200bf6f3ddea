"""Email through the SMTP server in EMAIL_URL."""

import smtplib
from contextlib import closing
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import BadHeaderError, EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from apps.accounts.gateways.gateway import ChannelFailed, ChannelRefused, OutcomeUnknown, Rendered

_PERMANENT = 500


class Email:
    deduplicates = False

    def why_unable(self, _registered_id: str, /) -> str:
        return ""

    def send(self, *, to: str, rendered: Rendered, key: str = "") -> str:
        # Many mailboxes show two emails with the same Message-ID once.
        message_id = f"<{key}@{urlsplit(settings.SITE_URL).hostname}>" if key else ""
        email = EmailMessage(
            subject=rendered.subject,
            body=rendered.body,
            from_email=settings.EMAIL_FROM,
            to=[to],
            headers={"Message-ID": message_id} if key else {},
        )
        try:
            with closing(get_connection()) as connection:
                connection.open()
                _send(connection, email)
        except BadHeaderError as error:
            raise ChannelRefused("the subject has more than one line") from error
        except smtplib.SMTPRecipientsRefused as error:
            raise _error_for([code for code, _message in error.recipients.values()]) from error
        except smtplib.SMTPAuthenticationError as error:
            # Our credentials are wrong: retry until they are fixed.
            raise ChannelFailed(f"mail server: {error.smtp_code} at login") from error
        except smtplib.SMTPResponseException as error:
            raise _error_for([error.smtp_code]) from error
        except (smtplib.SMTPException, OSError) as error:
            raise ChannelFailed(f"mail server: {type(error).__name__}") from error
        return message_id


def _send(connection: BaseEmailBackend, email: EmailMessage) -> None:
    try:
        connection.send_messages([email])
    except (smtplib.SMTPServerDisconnected, TimeoutError, ConnectionResetError) as error:
        raise OutcomeUnknown(f"mail server: {type(error).__name__}") from error


def _error_for(codes: list[int]) -> ChannelFailed | ChannelRefused:
    reason = "mail server: " + ", ".join(map(str, codes))
    return ChannelRefused(reason) if min(codes) >= _PERMANENT else ChannelFailed(reason)

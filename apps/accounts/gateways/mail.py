"""Mail through the server that EMAIL_URL names."""

import smtplib

from django.conf import settings
from django.core.mail import BadHeaderError, EmailMessage

from apps.accounts.gateways.gateway import ChannelFailed, ChannelRefused, Rendered

_FOR_EVER = 500


class Mail:
    def send(self, *, to: str, rendered: Rendered) -> None:
        letter = EmailMessage(
            subject=rendered.subject, body=rendered.body, from_email=settings.MAIL_FROM, to=[to]
        )
        try:
            letter.send()
        except BadHeaderError as error:
            raise ChannelRefused("the subject has more than one line") from error
        except smtplib.SMTPRecipientsRefused as error:
            raise _by_code([code for code, _words in error.recipients.values()]) from error
        except smtplib.SMTPAuthenticationError as error:
            # Ours to mend: the letter waits for it.
            raise ChannelFailed(f"mail server: {error.smtp_code} at login") from error
        except smtplib.SMTPResponseException as error:
            raise _by_code([error.smtp_code]) from error
        except (smtplib.SMTPException, OSError) as error:
            raise ChannelFailed(f"mail server: {type(error).__name__}") from error


def _by_code(codes: list[int]) -> ChannelFailed | ChannelRefused:
    said = "mail server: " + ", ".join(map(str, codes))
    return ChannelRefused(said) if min(codes) >= _FOR_EVER else ChannelFailed(said)

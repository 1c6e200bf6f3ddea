"""
The exceptions that services and views raise; error_responses turns them into responses.

A service that refuses declares its own subclass beside the function that raises it, with a code and a
message for the user.
"""

from collections.abc import Mapping, Sequence
from http import HTTPStatus

from django.utils.translation import gettext_noop


class DomainError(Exception):
    status: int = HTTPStatus.BAD_REQUEST
    code: str = "invalid"
    message: str = gettext_noop("Please check what you entered and try again.")
    data: object | None = None
    """What the client needs to continue, such as the current cart."""

    def __init__(self, message: str | None = None) -> None:
        if message is not None:
            self.message = message
        super().__init__(self.message)


class Invalid(DomainError):
    """The request is not valid; `errors` lists the messages of each field."""

    def __init__(
        self, errors: Mapping[str, Sequence[str]] | None = None, *, message: str | None = None
    ) -> None:
        super().__init__(message)
        self.errors = dict(errors or {})


class NotLoggedIn(DomainError):
    status = HTTPStatus.UNAUTHORIZED
    code = "not_authenticated"
    message = gettext_noop("Failed to authenticate")


class Forbidden(DomainError):
    status = HTTPStatus.FORBIDDEN
    code = "forbidden"
    message = "You do not have permission to do that."


class NotFound(DomainError):
    status = HTTPStatus.NOT_FOUND
    code = "not_found"
    message = "Not found"


class Conflict(DomainError):
    status = HTTPStatus.CONFLICT
    code = "conflict"
    message = "This has changed in the meantime. Please reload the page."


class Expired(DomainError):
    status = HTTPStatus.GONE
    code = "expired"
    message = "This has expired. Please start again."


class TooLarge(DomainError):
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    code = "too_large"
    message = "The request is too large."


class UrlTooLong(DomainError):
    status = HTTPStatus.REQUEST_URI_TOO_LONG
    code = "address_too_long"
    message = "This URL is too long. Please check the link."


class HeadersTooLarge(DomainError):
    status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
    code = "headers_too_large"
    message = "The request headers are too large. Please clear this site's cookies and try again."


class BodyTooSlow(DomainError):
    status = HTTPStatus.REQUEST_TIMEOUT
    code = "timeout"
    message = "Your request took too long to arrive. Please try again."


class Throttled(DomainError):
    status = HTTPStatus.TOO_MANY_REQUESTS
    code = "throttled"
    message = gettext_noop("Too many attempts. Please try again later.")

    def __init__(self, *, retry_after: int, message: str | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class GatewayFailed(DomainError):
    status = HTTPStatus.BAD_GATEWAY
    code = "gateway_failed"
    message = "The payment provider did not respond correctly. You were not charged in this step."


class OutOfSpace(DomainError):
    status = HTTPStatus.INSUFFICIENT_STORAGE
    code = "out_of_space"
    message = "The server has no room to store this. Please try again when there is."


class Unavailable(DomainError):
    status = HTTPStatus.SERVICE_UNAVAILABLE
    code = "unavailable"
    message = gettext_noop("This is not available right now. Please try again in a minute.")
    retry_after: int | None = 30
    """Seconds; None where it takes a person to fix it."""

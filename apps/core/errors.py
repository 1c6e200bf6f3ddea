"""
The one error type that services and views raise, in a few kinds.

A rule that can refuse declares its own subclass beside the function that raises it, with a code and a
message made for the person who reads it.
"""

from collections.abc import Mapping, Sequence
from http import HTTPStatus


class DomainError(Exception):
    status: int = HTTPStatus.BAD_REQUEST
    code: str = "invalid"
    message: str = "That did not work. Please check what you entered."
    data: object | None = None
    """What the caller needs to go on, such as a cart as it is now."""

    def __init__(self, message: str | None = None) -> None:
        if message is not None:
            self.message = message
        super().__init__(self.message)


class Invalid(DomainError):
    """The request does not make sense; `errors` names each field and why."""

    def __init__(
        self, errors: Mapping[str, Sequence[str]] | None = None, *, message: str | None = None
    ) -> None:
        super().__init__(message)
        self.errors = dict(errors or {})


class NotLoggedIn(DomainError):
    status = HTTPStatus.UNAUTHORIZED
    code = "not_authenticated"
    message = "Failed to authenticate"


class Forbidden(DomainError):
    status = HTTPStatus.FORBIDDEN
    code = "forbidden"
    message = "You are not allowed to do that."


class NotFound(DomainError):
    status = HTTPStatus.NOT_FOUND
    code = "not_found"
    message = "We could not find that."


class Conflict(DomainError):
    status = HTTPStatus.CONFLICT
    code = "conflict"
    message = "That is not possible any more. Please load the page again."


class Expired(DomainError):
    status = HTTPStatus.GONE
    code = "expired"
    message = "That has expired. Please start again."


class TooLarge(DomainError):
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    code = "too_large"
    message = "That is more than we can take in one go."


class AddressTooLong(DomainError):
    status = HTTPStatus.REQUEST_URI_TOO_LONG
    code = "address_too_long"
    message = "This address is too long. Please check the link."


class HeadersTooLarge(DomainError):
    status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
    code = "headers_too_large"
    message = "Your browser sent more than we can read. Please delete this site's cookies and try again."


class BodyTooSlow(DomainError):
    status = HTTPStatus.REQUEST_TIMEOUT
    code = "timeout"
    message = "Your request took too long to arrive. Please try again."


class Throttled(DomainError):
    status = HTTPStatus.TOO_MANY_REQUESTS
    code = "throttled"
    message = "Too many tries. Please wait a little."

    def __init__(self, *, retry_after: int, message: str | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class GatewayFailed(DomainError):
    status = HTTPStatus.BAD_GATEWAY
    code = "gateway_failed"
    message = "The payment provider did not answer as it should. Nothing was charged by this step."


class Unavailable(DomainError):
    status = HTTPStatus.SERVICE_UNAVAILABLE
    code = "unavailable"
    message = "This is not available right now. Please try again in a minute."

import base64
import binascii
import secrets

from apps.sandbox import settings
from apps.sandbox.errors import ProviderError


def check(authorization: str) -> None:
    """
    Check HTTP basic authentication with the key's id and secret.

    :raises ProviderError: with 401
    """
    scheme, _, encoded = authorization.partition(" ")
    if scheme.lower() != "basic":
        raise unauthorized("Please provide your api key for authentication purposes.")
    try:
        given = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        given = b""
    expected = f"{settings.SANDBOX_KEY_ID}:{settings.SANDBOX_KEY_SECRET}".encode()
    if not secrets.compare_digest(given, expected):
        raise unauthorized("Authentication failed")


def unauthorized(description: str) -> ProviderError:
    return ProviderError(description, status=401, source="NA", step="NA", reason="NA")

import re
import secrets
import string

from apps.sandbox.errors import ProviderError

_LETTERS = string.ascii_letters + string.digits


class UnknownId(ProviderError):
    """No such id, or a malformed one."""


def new_id(kind: str) -> str:
    return f"{kind}_{random_suffix()}"


def random_suffix() -> str:
    """Fourteen letters and digits. The id of an event has no prefix."""
    return "".join(secrets.choice(_LETTERS) for _ in range(14))


def check(text: str, kind: str) -> str:
    """
    Return `text` if it is a well-formed id of this kind.

    :raises UnknownId: with 400, as the provider does
    """
    if not re.fullmatch(rf"{kind}_[A-Za-z0-9]{{14}}", text):
        raise UnknownId(f"{text} is not a valid id")
    return text


def unknown() -> UnknownId:
    return UnknownId("The id provided does not exist")

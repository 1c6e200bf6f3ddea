import re
import secrets
import string

from apps.sandbox.errors import ProviderError

_LETTERS = string.ascii_letters + string.digits


class UnknownId(ProviderError):
    """Nothing here has that id."""


def new(kind: str) -> str:
    return f"{kind}_{new_tail()}"


def new_tail() -> str:
    """Fourteen letters and digits: the whole id of an event, the end of any other."""
    return "".join(secrets.choice(_LETTERS) for _ in range(14))


def check(text: str, kind: str) -> str:
    """
    The same text, if it can be the id of such a thing.

    :raises UnknownId: as the provider does, with 400, if it cannot
    """
    if not re.fullmatch(rf"{kind}_[A-Za-z0-9]{{14}}", text):
        raise UnknownId(f"{text} is not a valid id")
    return text


def unknown() -> UnknownId:
    return UnknownId("The id provided does not exist")

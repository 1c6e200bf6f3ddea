"""
Who sells: the facts that stand on every invoice, told by the app that keeps them.

Whoever sells asks here and need not know which app that is. It registers its reader in `ready`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.core.exceptions import ImproperlyConfigured


@dataclass(frozen=True, slots=True)
class Supplier:
    name: str
    address: str
    state: str
    """As `indian_states` writes it."""
    gstin: str
    pan: str
    registration_number: str
    email: str
    phone: str


Reader = Callable[[], Supplier]

_readers: list[Reader] = []


def register(reader: Reader) -> None:
    """:raises ImproperlyConfigured: if somebody else tells it already"""
    if _readers and reader not in _readers:
        raise ImproperlyConfigured("Two apps say who sells")
    _readers[:] = [reader]


def current() -> Supplier:
    """:raises ImproperlyConfigured: if no app tells it"""
    if not _readers:
        raise ImproperlyConfigured("No app says who sells")
    return _readers[0]()

"""
The supplier's details on every invoice.

Commerce reads them here and does not import the app that stores them, which registers a reader in `ready`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.core.exceptions import ImproperlyConfigured


@dataclass(frozen=True, slots=True)
class Supplier:
    name: str
    address: str
    state: str
    """A name of `indian_states`."""
    gstin: str
    pan: str
    registration_number: str
    email: str
    phone: str


Reader = Callable[[], Supplier]

_readers: list[Reader] = []


def register(reader: Reader) -> None:
    """:raises ImproperlyConfigured: if another reader is registered"""
    if _readers and reader not in _readers:
        raise ImproperlyConfigured("Two readers for the supplier's details are registered")
    _readers[:] = [reader]


def current() -> Supplier:
    """:raises ImproperlyConfigured: if no reader is registered"""
    if not _readers:
        raise ImproperlyConfigured("No reader for the supplier's details is registered")
    return _readers[0]()

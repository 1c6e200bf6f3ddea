"""
The supplier's details on every invoice.

Commerce reads them here and does not import the app that stores them, which registers a reader in `ready`.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

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

Then = Callable[[datetime], Mapping[str, Collection[str]]]
"""The values that each detail had about a time: more than one where it was changed just then."""

HistoryReader = Callable[[], Then]

_readers: list[tuple[Reader, HistoryReader]] = []


def register(reader: Reader, history: HistoryReader) -> None:
    """:raises ImproperlyConfigured: if another reader is registered"""
    if _readers and (reader, history) not in _readers:
        raise ImproperlyConfigured("Two readers for the supplier's details are registered")
    _readers[:] = [(reader, history)]


def current() -> Supplier:
    """:raises ImproperlyConfigured: if no reader is registered"""
    return _registered()[0]()


def history() -> Then:
    """Reads them once, for many times. :raises ImproperlyConfigured: if no reader is registered"""
    return _registered()[1]()


def _registered() -> tuple[Reader, HistoryReader]:
    if not _readers:
        raise ImproperlyConfigured("No reader for the supplier's details is registered")
    return _readers[0]

"""
Registry of personal data: each app registers its sections in `ready`.

An export and an erasure go through all sections, in the order of registration.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ImproperlyConfigured

from apps.accounts.models import User

Export = Callable[[User], object]
"""Returns the section's data of the person, serialisable as JSON; datetimes in UTC."""

Erase = Callable[[User, datetime], None]
"""
Removes what identifies the person, in the transaction of the erasure.

The person is locked and still has their number. Records required by law stay, anonymised.
"""


@dataclass(frozen=True, slots=True)
class Section:
    name: str
    export: Export
    erase: Erase


_sections: dict[str, Section] = {}


def register(name: str, *, export: Export, erase: Erase) -> None:
    """:raises ImproperlyConfigured: if a section of that name is already registered"""
    if name in _sections:
        raise ImproperlyConfigured(f"Two sections of personal data are named {name!r}")
    _sections[name] = Section(name=name, export=export, erase=erase)


def section_names() -> list[str]:
    return list(_sections)


def export(*, person: User) -> Mapping[str, object]:
    """Return all personal data of a person, by section."""
    return {section.name: section.export(person) for section in _sections.values()}


def erase(*, person: User, at: datetime) -> None:
    """Erase the person from every section, in the caller's transaction, which has locked them."""
    for section in _sections.values():
        section.erase(person, at)


def keep_anonymised(_person: User, _at: datetime, /) -> None:
    """`erase` for sections that identify nobody once the account is anonymised."""

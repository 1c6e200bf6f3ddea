"""
What is kept of a person: each app registers what it holds of them in `ready`, section by section.

A download shows every section, erasing an account goes through every section, both in the order in
which the sections were registered.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ImproperlyConfigured

from apps.accounts.models import User

Export = Callable[[User], object]
"""What the section holds of the person, as JSON can write it; moments in UTC."""

Erase = Callable[[User, datetime], None]
"""
Takes out whatever tells who the person is, in the transaction of the erasure.

The person is held and still has their number. What the law keeps stays, without the person.
"""


@dataclass(frozen=True, slots=True)
class Section:
    name: str
    export: Export
    erase: Erase


_sections: dict[str, Section] = {}


def register(name: str, *, export: Export, erase: Erase) -> None:
    """:raises ImproperlyConfigured: if there is a section of that name already"""
    if name in _sections:
        raise ImproperlyConfigured(f"Two sections of personal data are named {name!r}")
    _sections[name] = Section(name=name, export=export, erase=erase)


def exported(*, person: User) -> Mapping[str, object]:
    """All that is kept of a person, by section."""
    return {section.name: section.export(person) for section in _sections.values()}


def erase(*, person: User, at: datetime) -> None:
    """Have every section forget a person; joins the caller's transaction, which holds them."""
    for section in _sections.values():
        section.erase(person, at)


def stays(_person: User, _at: datetime, /) -> None:
    """The `erase` of a section that tells nothing about anybody once the account is empty."""

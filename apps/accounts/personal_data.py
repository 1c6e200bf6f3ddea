"""
Registry of personal data: each app registers its sections in `ready`.

An export and an erasure go through all sections, in the order of registration. Before an erasure removes
anything, a section can settle what the person has paid for.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ImproperlyConfigured
from django.db.models import Model

from apps.accounts.models import User

Export = Callable[[User], object]
"""Returns the section's data of the person, serialisable as JSON; datetimes in UTC."""

Erase = Callable[[User, datetime], None]
"""
Removes what identifies the person, in the transaction of the erasure.

The person is locked and still has their number. Records required by law stay, anonymised.
"""


@dataclass(frozen=True, slots=True)
class ClosingRefund:
    """What a person had paid for with an order and not used when they deleted their account."""

    number: str
    title: str
    amount_paise: int


@dataclass(frozen=True, slots=True)
class Closing:
    """`plan` reads what `carry_out` would do now; that joins the transaction of the erasure."""

    plan: Callable[[User, datetime], Sequence[ClosingRefund]]
    carry_out: Callable[[User, datetime], Sequence[ClosingRefund]]


@dataclass(frozen=True, slots=True)
class Section:
    name: str
    export: Export
    erase: Erase
    closing: Closing | None
    is_use: bool


_sections: dict[str, Section] = {}


def register(
    name: str, *, export: Export, erase: Erase, closing: Closing | None = None, is_use: bool = True
) -> None:
    """
    `is_use` is False for what exists without its owner doing more than logging in.

    :raises ImproperlyConfigured: if a section of that name is already registered
    """
    if name in _sections:
        raise ImproperlyConfigured(f"Two sections of personal data are named {name!r}")
    _sections[name] = Section(name=name, export=export, erase=erase, closing=closing, is_use=is_use)


def section_names() -> list[str]:
    return list(_sections)


def export(*, person: User) -> Mapping[str, object]:
    """Return all personal data of a person, by section."""
    return {section.name: section.export(person) for section in _sections.values()}


def sections_in_use(*, person: User) -> list[str]:
    """What the person did with their account, by what an export of it would contain; empty if nothing."""
    return [name for name, each in _sections.items() if each.is_use and not _is_empty(each.export(person))]


def _is_empty(exported: object) -> bool:
    if isinstance(exported, Mapping):
        return all(_is_empty(value) for value in exported.values())
    return not exported


def planned_refunds(*, person: User, at: datetime) -> list[ClosingRefund]:
    """What erasing the person would refund now."""
    return [refund for closing in _closings() for refund in closing.plan(person, at)]


def erase(*, person: User, at: datetime) -> list[ClosingRefund]:
    """
    Erase the person from every section, in the caller's transaction, which has locked them.

    Returns what was refunded.
    """
    refunded = [refund for closing in _closings() for refund in closing.carry_out(person, at)]
    for section in _sections.values():
        section.erase(person, at)
    return refunded


def _closings() -> list[Closing]:
    return [section.closing for section in _sections.values() if section.closing is not None]


def delete_all(model: type[Model], /) -> Erase:
    """`erase` for sections whose rows identify their person, and which no law requires."""

    def erase(person: User, _at: datetime, /) -> None:
        model._default_manager.filter(person=person).delete()

    return erase


def keep_anonymised(_person: User, _at: datetime, /) -> None:
    """`erase` for sections that identify nobody once the account is anonymised."""

"""The port through which commerce reads the supplier's details."""

from dataclasses import replace

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.utils import timezone

from apps.core import supplier
from apps.core.supplier import Supplier, Then


@pytest.fixture(autouse=True)
def _nobody_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supplier, "_readers", [])


def ours() -> Supplier:
    return Supplier(
        name="Rally Advisers Private Limited",
        address="Fort, Mumbai 400001",
        state="Maharashtra",
        gstin="27AAPFU0939F1ZV",
        pan="AAPFU0939F",
        registration_number="INA000012345",
        email="hello@rally.example.in",
        phone="+91 22 0000 0000",
    )


def theirs() -> Supplier:
    return replace(ours(), name="Somebody else")


def history() -> Then:
    return lambda _at: {"name": {ours().name}}


def test_whoever_registered_is_asked() -> None:
    supplier.register(ours, history)
    assert supplier.current() == ours()
    assert supplier.history()(timezone.now()) == {"name": {"Rally Advisers Private Limited"}}


def test_registering_again_changes_nothing() -> None:
    supplier.register(ours, history)
    supplier.register(ours, history)
    assert supplier.current() == ours()


def test_a_second_reader_stops_the_start() -> None:
    supplier.register(ours, history)
    with pytest.raises(ImproperlyConfigured, match="Two readers"):
        supplier.register(theirs, history)
    assert supplier.current() == ours()


def test_without_a_reader_nothing_is_made_up() -> None:
    with pytest.raises(ImproperlyConfigured, match="No reader"):
        supplier.current()

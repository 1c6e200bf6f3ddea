"""The provider in memory, in place of the real one: `pytest_plugins` or an import brings it into a test."""

import pytest

from apps.commerce.tests.fake_provider import FakeProvider


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> FakeProvider:
    return FakeProvider().install(monkeypatch)

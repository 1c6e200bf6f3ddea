from collections.abc import Iterator
from typing import Any

import pytest
import time_machine

from apps.commerce.tests.fake_provider import FakeProvider
from apps.commerce.tests.provider import provider
from apps.live.tests.factories import NOW
from tests.books.sample_books import SampleBooks

__all__ = ["provider"]


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def sample_books(transactional_db: None, provider: FakeProvider, clock: Any) -> SampleBooks:
    built = SampleBooks(provider, clock)
    built.build()
    return built

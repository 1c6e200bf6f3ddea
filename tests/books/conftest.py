from collections.abc import Iterator
from typing import Any

import pytest
import time_machine

from apps.commerce.gateways.fake import FakeProvider
from apps.commerce.tests.provider import provider
from apps.live.tests.factories import NOW
from tests.books.world import World

__all__ = ["provider"]


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def world(transactional_db: None, provider: FakeProvider, clock: Any) -> World:
    built = World(provider, clock)
    built.build()
    return built

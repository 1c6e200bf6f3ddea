from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db import transaction

from apps.commerce.tests.fake_provider import FakeProvider
from apps.core import tagged_cache
from apps.live.tests.factories import NOW
from tests.books.sample_books import SampleBooks


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(NOW, tick=False) as traveller:
        yield traveller


@pytest.fixture
def sample_books(transactional_db: None, provider: FakeProvider, clock: Any) -> SampleBooks:
    built = SampleBooks(provider, clock)
    built.build()
    return built


@pytest.fixture(scope="module")
def tampered_books(django_db_setup: None, django_db_blocker: Any) -> Iterator[SampleBooks]:
    """The same books for all tests of a module, which undo what they change; nothing is in a transaction."""
    with (
        django_db_blocker.unblock(),
        pytest.MonkeyPatch.context() as patch,
        time_machine.travel(NOW, tick=False) as clock,
    ):
        patch.setattr("apps.outbox.dispatcher.submit", lambda job: job())
        # Another test may have left its supplier.
        tagged_cache.invalidate("site")
        built = SampleBooks(FakeProvider().install(patch), clock)
        try:
            built.build()
            yield built
        finally:
            # As after a test that commits.
            call_command("flush", verbosity=0, interactive=False, reset_sequences=False)


@pytest.fixture
def shared_books(tampered_books: SampleBooks) -> Iterator[SampleBooks]:
    """These books for one test, whose changes are rolled back; the provider's and the clock's stay."""
    # Blocks within it may be durable, as in the transaction of Django's TestCase.
    block: Any = transaction.atomic()
    block._from_testcase = True
    with block:
        yield tampered_books
        transaction.set_rollback(True)

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
import time_machine
from django.test import Client

from apps.core.indian_time import INDIA
from apps.office.tests.staff import client_with


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(datetime(2026, 9, 30, 12, tzinfo=INDIA), tick=False) as traveller:
        yield traveller


@pytest.fixture
def clerk(db: None) -> Callable[..., Client]:
    """Logs in staff with these permissions alone."""
    return client_with

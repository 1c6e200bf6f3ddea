from collections.abc import Iterator

import pytest
import razorpay
import requests

from apps.sandbox.tests.process import KEY, Sandbox, running


@pytest.fixture(scope="session")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    with running(tmp_path_factory.mktemp("sandbox")) as started:
        yield started


@pytest.fixture
def sdk(sandbox: Sandbox) -> razorpay.Client:
    return razorpay.Client(auth=KEY, base_url=sandbox.base_url)


@pytest.fixture
def http(sandbox: Sandbox) -> Iterator[requests.Session]:
    """Plain HTTP with the right key, for what the SDK hides: statuses, headers and error bodies."""
    with requests.Session() as session:
        session.auth = KEY
        yield session

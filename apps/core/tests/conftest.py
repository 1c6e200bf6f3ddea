from typing import Any

import pytest
from rest_framework.test import APIClient


@pytest.fixture
def frame(settings: Any, db: None) -> None:
    """The site with the calls that exist for the tests of the frame alone."""
    settings.ROOT_URLCONF = "apps.core.tests.endpoints"


@pytest.fixture
def stranger() -> APIClient:
    """Somebody who never fetched a token, and is told of crashes as the world is."""
    return APIClient(enforce_csrf_checks=True, raise_request_exception=False)

from typing import Any

import pytest
from rest_framework.test import APIClient


@pytest.fixture
def frame(settings: Any, db: None) -> None:
    """The site with endpoints that exist only for the tests of the request pipeline."""
    settings.ROOT_URLCONF = "apps.core.tests.endpoints"


@pytest.fixture
def stranger() -> APIClient:
    """A visitor without a CSRF token, to whom crashes are error responses, as on the site."""
    return APIClient(enforce_csrf_checks=True, raise_request_exception=False)

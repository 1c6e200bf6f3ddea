"""Every endpoint of the OpenAPI schema, with valid and invalid generated requests."""

from collections.abc import Iterator

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from apps.core.testing import proof
from config.wsgi import application

pytestmark = [pytest.mark.django_db, pytest.mark.once]

TOKEN = "t" * 32
URI_TOO_LONG = 414
VISITOR = {"X-CSRFToken": TOKEN, "Cookie": f"csrftoken={TOKEN}", "Accept-Encoding": "identity"}


@pytest.fixture(autouse=True)
def _keep_connection(db: None) -> Iterator[None]:
    """A request closes old connections, but the test's transaction needs this one."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


endpoints = schemathesis.openapi.from_wsgi("/api/schema", application)


@endpoints.parametrize()
@settings(
    max_examples=proof.count(25),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_responses_match_the_schema(case: schemathesis.Case) -> None:
    response = case.call(headers=VISITOR)
    excluded = [positive_data_acceptance]
    if response.status_code == URI_TOO_LONG:
        # It is no status by which the check of refusals knows one.
        excluded.append(negative_data_rejection)
    case.validate_response(response, excluded_checks=excluded)

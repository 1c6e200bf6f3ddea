"""Every call of the description, asked with what it allows and with what it does not."""

from collections.abc import Iterator

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from config.wsgi import application

pytestmark = [pytest.mark.django_db, pytest.mark.once]

TOKEN = "t" * 32
URI_TOO_LONG = 414
VISITOR = {"X-CSRFToken": TOKEN, "Cookie": f"csrftoken={TOKEN}", "Accept-Encoding": "identity"}


@pytest.fixture(autouse=True)
def _connection_stays(db: None) -> Iterator[None]:
    """A whole request closes its connections, but the test's transaction lives in this one."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


calls = schemathesis.openapi.from_wsgi("/api/schema", application)


@calls.parametrize()
@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_a_call_answers_as_described(case: schemathesis.Case) -> None:
    answer = case.call(headers=VISITOR)
    if answer.status_code != URI_TOO_LONG:
        # Any address may be too long: that is refused before the endpoint is known.
        case.validate_response(answer, excluded_checks=[positive_data_acceptance])

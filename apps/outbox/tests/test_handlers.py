import pytest
from django.core.exceptions import ImproperlyConfigured

from apps.outbox import handlers
from apps.outbox.tests.conftest import Recorder


def test_registering_a_second_handler_for_a_kind_fails(greeting: Recorder) -> None:
    with pytest.raises(ImproperlyConfigured, match="Two handlers for messages of kind 'greeting'"):
        handlers.register("greeting", Recorder())
    assert handlers.registration_for("greeting").handler is greeting


def test_a_kind_without_handler_is_unknown(greeting: Recorder) -> None:
    with pytest.raises(handlers.UnknownKind, match="farewell"):
        handlers.registration_for("farewell")
    assert handlers.is_secret("farewell") is False


def test_a_kind_is_secret_only_when_registered_so(greeting: Recorder, secret: Recorder) -> None:
    assert handlers.is_secret("greeting") is False
    assert handlers.is_secret("secret") is True

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone

from apps.outbox import tasks
from apps.outbox.models import Heartbeat
from apps.outbox.services import heartbeats

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_beat_is_written_twice_a_minute_at_most() -> None:
    start = timezone.now()
    written = [
        heartbeats.record(worker="rally", now=start + timedelta(seconds=seconds))
        for seconds in (0, 29, 30, 31)
    ]
    assert written == [True, False, True, False]
    assert Heartbeat.objects.get().at == start + timedelta(seconds=30)


@pytest.mark.parametrize("sweep", [tasks.sweep, partial(call_command, "send_messages", stdout=StringIO())])
def test_the_sweep_is_the_heartbeat_of_its_worker(sweep: Callable[[], object]) -> None:
    sweep()
    assert list(Heartbeat.objects.values_list("worker", flat=True)) == ["rally"]

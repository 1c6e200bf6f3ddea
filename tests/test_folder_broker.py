"""Celery's broker without Redis."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from kombu import Connection
from kombu.exceptions import ChannelError
from kombu.simple import SimpleQueue
from kombu.transport.virtual import BrokerState

from config.folder_broker import Transport

TRANSPORT = f"{Transport.__module__}:{Transport.__qualname__}"
"""As in the settings."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "queue").mkdir()
    return tmp_path / "queue"


@pytest.fixture
def queue(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleQueue]:
    # kombu would take queues of an earlier connection, with another folder, for declared.
    monkeypatch.setattr(Transport, "global_state", BrokerState())
    options = {
        "data_folder_in": str(folder),
        "data_folder_out": str(folder),
        "control_folder": str(folder.parent / "control"),
        "store_processed": False,
    }
    with Connection("filesystem://", transport=TRANSPORT, transport_options=options) as broker:
        yield broker.SimpleQueue("rally")


def test_each_message_is_delivered_once(queue: SimpleQueue, folder: Path) -> None:
    for number in range(3):
        queue.put({"number": number})
    assert {queue.get(timeout=5).payload["number"] for _ in range(3)} == {0, 1, 2}
    assert list(folder.iterdir()) == []
    with pytest.raises(queue.Empty):
        queue.get_nowait()


def test_a_partial_message_is_not_delivered(queue: SimpleQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Path.write_bytes

    def read_half_way(file: Path, body: bytes) -> None:
        write(file, body[:5])
        with pytest.raises(queue.Empty):
            queue.get_nowait()
        write(file, body)

    monkeypatch.setattr(Path, "write_bytes", read_half_way)
    queue.put("whole")
    assert queue.get(timeout=5).payload == "whole"


def test_a_missing_folder_is_an_error(queue: SimpleQueue, folder: Path) -> None:
    folder.rmdir()
    with pytest.raises(ChannelError):
        queue.put("lost")

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
    write, found = Path.write_text, []

    def read_half_way(file: Path, text: str) -> None:
        write(file, text[:5])
        with pytest.raises(queue.Empty) as empty:
            queue.get_nowait()
        found.append(empty)
        write(file, text)

    monkeypatch.setattr(Path, "write_text", read_half_way)
    queue.put("whole")
    assert len(found) == 1
    assert queue.get(timeout=5).payload == "whole"


def test_a_table_of_queues_is_never_read_half_written(
    queue: SimpleQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, found, channel = Path.write_text, [], queue.channel

    def read_half_way(file: Path, text: str) -> None:
        write(file, "")
        found.append([entry.queue for entry in channel.get_table("celery")])
        write(file, text)

    monkeypatch.setattr(Path, "write_text", read_half_way)
    for name in ("first", "second", "second"):
        channel._queue_bind("celery", "", "", name)
    assert found == [[], ["first"]]
    assert [entry.queue for entry in channel.get_table("celery")] == ["second", "first"]


def test_an_empty_table_of_a_killed_process_is_written_anew(queue: SimpleQueue, folder: Path) -> None:
    table = folder.parent / "control" / "celery.exchange"
    table.write_text("")
    assert queue.channel.get_table("celery") == []
    queue.channel._queue_bind("celery", "", "", "rally")
    assert [entry.queue for entry in queue.channel.get_table("celery")] == ["rally"]


def test_a_missing_folder_is_an_error(queue: SimpleQueue, folder: Path) -> None:
    folder.rmdir()
    with pytest.raises(ChannelError):
        queue.put("lost")

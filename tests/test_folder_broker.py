"""The folder through which the worker and its beat talk on a bare machine."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from kombu import Connection
from kombu.exceptions import ChannelError
from kombu.simple import SimpleQueue
from kombu.transport.virtual import BrokerState

from config.folder_broker import Transport

TRANSPORT = f"{Transport.__module__}:{Transport.__qualname__}"
"""As the settings name it where there is no Redis."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "queue").mkdir()
    return tmp_path / "queue"


@pytest.fixture
def queue(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleQueue]:
    # What one connection declared the library takes for declared in the next, whose folder is another.
    monkeypatch.setattr(Transport, "global_state", BrokerState())
    options = {
        "data_folder_in": str(folder),
        "data_folder_out": str(folder),
        "control_folder": str(folder.parent / "control"),
        "store_processed": False,
    }
    with Connection("filesystem://", transport=TRANSPORT, transport_options=options) as broker:
        yield broker.SimpleQueue("rally")


def test_what_is_put_in_comes_out_once(queue: SimpleQueue, folder: Path) -> None:
    for number in range(3):
        queue.put({"number": number})
    assert {queue.get(timeout=5).payload["number"] for _ in range(3)} == {0, 1, 2}
    assert list(folder.iterdir()) == []
    with pytest.raises(queue.Empty):
        queue.get_nowait()


def test_a_message_is_not_to_be_seen_before_it_is_whole(
    queue: SimpleQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_bytes

    def read_in_between(file: Path, body: bytes) -> None:
        write(file, body[:5])
        with pytest.raises(queue.Empty):
            queue.get_nowait()
        write(file, body)

    monkeypatch.setattr(Path, "write_bytes", read_in_between)
    queue.put("whole")
    assert queue.get(timeout=5).payload == "whole"


def test_a_folder_that_is_gone_is_told(queue: SimpleQueue, folder: Path) -> None:
    folder.rmdir()
    with pytest.raises(ChannelError):
        queue.put("lost")

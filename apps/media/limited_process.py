"""
Runs ffmpeg and ffprobe on hostile files: with limits of time and memory, and none of our settings.

They have no network, as their `-protocol_whitelist` allows only files.
"""

import os
import resource
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

_STALLED_SECONDS = 180.0
"""ffmpeg reports its progress twice a second; after this time without a report it is killed."""
_MEMORY_BYTES = (8 + (os.cpu_count() or 1)) * 256 * 2**20
"""Each thread works on frames of its own. On two cores, 7680 x 4320 pixels need a gigabyte."""


class Stopped(Exception):
    """It ended with an error, or was killed."""


class TookTooLong(Stopped):
    pass


def output(command: Sequence[str], *, limit: float) -> bytes:
    """What the program prints; empty if it fails or needs more seconds than the limit."""
    try:
        with _process(command) as process:
            printed, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        return b""
    return b"" if process.returncode else printed


def reported_seconds(command: Sequence[str], *, folder: Path, limit: float) -> Iterator[float]:
    """
    Run ffmpeg in the folder; yields the seconds of video that it has written, as it reports them.

    :raises Stopped: if it fails, reports nothing for a while, or needs more seconds than the limit
    """
    until = time.monotonic() + limit
    with _process(command, folder=folder) as process:
        assert process.stdout is not None
        reported = threading.Event()
        watch = threading.Thread(target=_kill_if_stalled, args=(process, reported, until), daemon=True)
        watch.start()
        for line in process.stdout:
            reported.set()
            if line.startswith(b"out_time_us="):
                yield _seconds(line.partition(b"=")[2])
    if process.returncode:
        raise (TookTooLong if time.monotonic() >= until else Stopped)(process.returncode)


@contextmanager
def _process(command: Sequence[str], *, folder: Path | None = None) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(  # noqa: S603 - a list without a shell; the only path in it is ours
        command,
        cwd=folder,
        env={"PATH": os.environ.get("PATH", "")},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    with process:
        try:
            _limit_memory(process.pid)
            yield process
        except BaseException:
            process.kill()
            raise


def _limit_memory(pid: int) -> None:
    """Only Linux can do this from outside; in the child, between fork and exec, threads make it unsafe."""
    if sys.platform == "linux":
        with suppress(ProcessLookupError):
            resource.prlimit(pid, resource.RLIMIT_DATA, (_MEMORY_BYTES, _MEMORY_BYTES))


def _kill_if_stalled(process: "subprocess.Popen[bytes]", reported: threading.Event, until: float) -> None:
    while process.poll() is None:
        left = until - time.monotonic()
        if left <= 0 or not reported.wait(min(left, _STALLED_SECONDS)):
            process.kill()
        reported.clear()


def _seconds(microseconds: bytes) -> float:
    """0 before the first frame, where ffmpeg reports 'N/A' or a time before the start."""
    try:
        return max(0.0, int(microseconds) / 1_000_000)
    except ValueError:
        return 0.0

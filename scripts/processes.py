"""Supervise several programs in the foreground: start and stop them together, and never leave one running."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

GRACE_SECONDS = 8.0
ORPHAN_GRACE_SECONDS = 2.0
POLL_SECONDS = 0.1
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36


@dataclass(frozen=True)
class Program:
    name: str
    command: tuple[str, ...]


class Supervisor:
    """Runs each program in its own process group; stops all when one of them ends."""

    def __init__(self, *, env: Mapping[str, str], cwd: Path, grace: float = GRACE_SECONDS) -> None:
        self.env = dict(env)
        self.cwd = cwd
        self.grace = grace
        self.parent = os.getppid()
        self.stopping = threading.Event()
        self.signals: list[int] = []
        self.guard, self.guard_pipe = start_guard()
        self.processes = {"guard": self.guard}

    def run(
        self,
        programs: Sequence[Program],
        *,
        alongside: Callable[[threading.Event], None] | None = None,
    ) -> int:
        """Run until a signal arrives (returns 0), or a program ends or cannot start (returns 1)."""
        listen_for_signals(self.signals)
        adopt_orphans()
        try:
            for program in programs:
                self.start(program)
            if alongside is not None:  # after forking: a child of a process with threads can hang
                threading.Thread(target=alongside, args=(self.stopping,), daemon=True).start()
            return self.watch()
        except OSError as error:
            say(f"A program could not be started: {error}.")
            return 1
        finally:
            self.stop()

    def start(self, program: Program) -> None:
        self.processes[program.name] = process = subprocess.Popen(
            program.command,
            cwd=self.cwd,
            env=self.env,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=end_with_parent(),  # noqa: PLW1509 - no thread is running yet
        )
        os.write(self.guard_pipe.fileno(), b"%d\n" % process.pid)

    def watch(self) -> int:
        while not self.signals:
            self.reap()
            ended = [name for name, process in self.processes.items() if process.returncode is not None]
            if ended:
                say(f"{ended[0]} {describe_end(self.processes[ended[0]].returncode)}; stopping the rest.")
                return 1
            if os.getppid() != self.parent:
                return 0
            time.sleep(POLL_SECONDS)
        say("Stopping; press Ctrl-C again to stop immediately.")
        return 0

    def stop(self) -> None:
        """Stop every group: SIGTERM, then SIGKILL after the grace period or at the next Ctrl-C."""
        self.stopping.set()
        earlier = len(self.signals)
        end_groups(
            [process.pid for process in self.processes.values() if process is not self.guard],
            grace=self.grace,
            poll=self.reap,
            # Only SIGINT: make may send the other signals twice.
            is_hurried=lambda: signal.SIGINT in self.signals[earlier:],
        )
        self.guard.kill()  # before its pipe closes: the group ids may now be reused
        self.guard_pipe.close()
        self.guard.wait()

    def reap(self) -> None:
        """Reap every ended descendant: a zombie would keep its group alive."""
        own = {process.pid: process for process in self.processes.values()}
        for pid, code in ended_children():
            if pid in own:
                own[pid].returncode = code


def ended_children() -> Iterator[tuple[int, int]]:
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            yield ended[0], os.waitstatus_to_exitcode(ended[1])


def end_groups(
    groups: Sequence[int],
    *,
    grace: float,
    poll: Callable[[], None] = lambda: None,
    is_hurried: Callable[[], bool] = lambda: False,
) -> None:
    for number, seconds in ((signal.SIGTERM, grace), (signal.SIGKILL, 1.0)):
        deadline = time.monotonic() + seconds
        signal_groups(groups, number)
        while time.monotonic() < deadline and not (number == signal.SIGTERM and is_hurried()):
            poll()
            if not signal_groups(groups, 0):
                return
            time.sleep(POLL_SECONDS / 2)


def signal_groups(groups: Sequence[int], number: int) -> bool:
    """Signal the groups that still have a process; return whether there was one."""
    reached = False
    for group in groups:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(group, number)
            reached = True
    return reached


def start_guard() -> tuple[subprocess.Popen[bytes], IO[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-I", __file__], stdin=subprocess.PIPE, start_new_session=True
    )
    assert process.stdin is not None
    return process, process.stdin


def guard() -> None:
    """Stop the groups listed on standard input when the supervisor, which holds the pipe, is gone."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    end_groups([int(line) for line in sys.stdin], grace=ORPHAN_GRACE_SECONDS)


def listen_for_signals(received: list[int]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number == signal.SIGHUP and signal.getsignal(number) == signal.SIG_IGN:
            continue  # started with nohup
        signal.signal(number, lambda arrived, _frame: received.append(arrived))


def adopt_orphans() -> None:
    """Become the parent of orphans, so that they are reaped even if process 1 does not."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_with_parent() -> Callable[[], None] | None:
    """Return a preexec function: the kernel sends the child SIGTERM when the supervisor dies."""
    if sys.platform != "linux":
        return None
    libc, parent = ctypes.CDLL(None), os.getpid()

    def request_signal() -> None:
        libc.prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return request_signal


def say(text: str) -> None:
    with suppress(OSError):  # a closed terminal must not stop the shutdown
        os.write(1, f"{text}\n".encode())


def describe_end(code: int) -> str:
    return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended by itself with code {code}"


if __name__ == "__main__":
    guard()

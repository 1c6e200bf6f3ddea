"""Supervise several programs in the foreground: start and stop them together, and never leave one running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

GRACE_SECONDS = 8.0
ORPHAN_GRACE_SECONDS = 2.0
POLL_SECONDS = 0.1


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
        self.guard = subprocess.Popen(
            [sys.executable, "-I", __file__], stdin=subprocess.PIPE, start_new_session=True
        )
        self.processes = {"guard": self.guard}

    def run(
        self,
        programs: Sequence[Program],
        *,
        alongside: Callable[[threading.Event], None] | None = None,
    ) -> int:
        """Run until a signal arrives (returns 0), or a program ends or cannot start (returns 1)."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda arrived, _frame: self.signals.append(arrived))
        try:
            for program in programs:
                self.start(program)
            if alongside is not None:
                threading.Thread(target=alongside, args=(self.stopping,), daemon=True).start()
            return self.watch()
        except OSError as error:
            say(f"A program could not be started: {error}.")
            return 1
        finally:
            self.stop()

    def start(self, program: Program) -> None:
        self.processes[program.name] = process = subprocess.Popen(
            program.command, cwd=self.cwd, env=self.env, stdin=subprocess.DEVNULL, start_new_session=True
        )
        assert self.guard.stdin is not None
        self.guard.stdin.write(b"%d\n" % process.pid)
        self.guard.stdin.flush()

    def watch(self) -> int:
        while not self.signals:
            for name, process in self.processes.items():
                if process.poll() is not None:
                    say(f"{name} {describe_end(process.returncode)}; stopping the rest.")
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
        programs = [process for process in self.processes.values() if process is not self.guard]

        def is_hurried() -> bool:
            for process in programs:
                process.poll()  # until it is reaped, its group exists
            return signal.SIGINT in self.signals[earlier:]  # make may send the other signals twice

        end_groups([process.pid for process in programs], grace=self.grace, is_hurried=is_hurried)
        self.guard.kill()  # before its pipe closes: the group ids may now be reused
        self.guard.communicate()


def end_groups(
    groups: Sequence[int], *, grace: float, is_hurried: Callable[[], bool] = lambda: False
) -> None:
    for number, seconds in ((signal.SIGTERM, grace), (signal.SIGKILL, 1.0)):
        deadline = time.monotonic() + seconds
        signal_groups(groups, number)
        while time.monotonic() < deadline and not (is_hurried() and number == signal.SIGTERM):
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


def guard() -> None:
    """Stop the groups listed on standard input when the supervisor, which holds the pipe, is gone."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    end_groups([int(line) for line in sys.stdin], grace=ORPHAN_GRACE_SECONDS)


def say(text: str) -> None:
    with suppress(OSError):  # a closed terminal must not stop the shutdown
        os.write(1, f"{text}\n".encode())


def describe_end(code: int) -> str:
    return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended by itself with code {code}"


if __name__ == "__main__":
    guard()

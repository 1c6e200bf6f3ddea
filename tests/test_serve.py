"""The supervisor of `make run`, with small test programs in place of the real ones."""

from __future__ import annotations

import http.client
import http.server
import importlib
import os
import re
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from apps.core.testing.ports import free_port

SCRIPTS = Path(__file__).resolve().parent.parent / "scripts"
SERVE = SCRIPTS / "serve.py"
sys.path.insert(0, str(SCRIPTS))
serve = importlib.import_module("serve")

pytestmark = pytest.mark.proof

WELL_BEHAVED = "import time; print('up\\n', end='', flush=True); time.sleep(600)"
IGNORES_SIGTERM = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    "print('up\\n', end='', flush=True); time.sleep(600)"
)
PARENT_OF_IGNORES_SIGTERM = (
    "import subprocess, sys, time; "
    f"subprocess.Popen([sys.executable, '-c', {IGNORES_SIGTERM!r}, *sys.argv[1:]]); time.sleep(600)"
)
SHORT_LIVED = "import sys, time; time.sleep(1); sys.exit(3)"


@pytest.fixture
def mark(tmp_path: Path) -> Iterator[str]:
    """A marker on the command line of each test program; processes with it are killed after the test."""
    word = f"test-program-{tmp_path.name}-{os.getpid()}"
    yield word
    for pid in processes_with(word):
        os.kill(pid, signal.SIGKILL)


def processes_with(word: str) -> list[int]:
    """Pids of the processes with this word on the command line, without zombies."""
    table = subprocess.run(
        ["ps", "-eo", "pid=,stat=,args=", "-ww"], capture_output=True, text=True, check=True
    ).stdout
    rows = (line.split(None, 2) for line in table.splitlines())
    return [int(pid) for pid, state, args in rows if word in args and not state.startswith("Z")]


def becomes_true(condition: Callable[[], object], *, seconds: float = 10.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return bool(condition())


def supervise(*sources: str, mark: str, grace: float = 8.0) -> subprocess.Popen[str]:
    """Run the supervisor with test programs given as Python source. Its own command line lacks the mark."""
    programs = [
        f"Program('program{number}', (sys.executable, '-c', {source!r}, mark))"
        for number, source in enumerate(sources)
    ]
    return run_supervisor(programs, mark=mark, grace=grace)


def run_supervisor(programs: list[str], *, mark: str, grace: float = 8.0) -> subprocess.Popen[str]:
    script = f"""
        import os, sys
        from pathlib import Path
        from processes import Program, Supervisor
        mark = os.environ["MARK"]
        programs = [{", ".join(programs)}]
        sys.exit(Supervisor(env=os.environ, cwd=Path.cwd(), grace={grace}).run(programs))
    """
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)],
        env={**os.environ, "PYTHONPATH": str(SCRIPTS), "MARK": mark},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def wait_for_lines(supervisor: subprocess.Popen[str], line: str, *, count: int) -> None:
    assert supervisor.stdout is not None
    while count:
        read = supervisor.stdout.readline()
        assert read, "the supervisor ended early"
        count -= read.strip() == line


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_everything_with_exit_code_zero(mark: str, number: signal.Signals) -> None:
    supervisor = supervise(WELL_BEHAVED, WELL_BEHAVED, mark=mark)
    wait_for_lines(supervisor, "up", count=2)

    supervisor.send_signal(number)

    assert supervisor.wait(timeout=3) == 0
    assert processes_with(mark) == []


@pytest.mark.parametrize("source", [IGNORES_SIGTERM, PARENT_OF_IGNORES_SIGTERM])
def test_a_process_that_ignores_sigterm_is_killed_after_the_grace_period(mark: str, source: str) -> None:
    supervisor = supervise(source, mark=mark, grace=1.0)
    wait_for_lines(supervisor, "up", count=1)

    supervisor.send_signal(signal.SIGINT)

    assert supervisor.wait(timeout=4) == 0
    assert processes_with(mark) == []


def test_a_second_interrupt_kills_immediately(mark: str) -> None:
    supervisor = supervise(IGNORES_SIGTERM, mark=mark, grace=60.0)
    wait_for_lines(supervisor, "up", count=1)

    supervisor.send_signal(signal.SIGINT)
    time.sleep(0.5)
    supervisor.send_signal(signal.SIGINT)

    assert supervisor.wait(timeout=3) == 0
    assert processes_with(mark) == []


def test_a_program_that_ends_is_reported_and_stops_the_rest(mark: str) -> None:
    supervisor = supervise(WELL_BEHAVED, SHORT_LIVED, mark=mark)

    output, _ = supervisor.communicate(timeout=8)

    assert supervisor.returncode == 1
    assert "program1 ended by itself with code 3; stopping the rest.\n" in output
    assert processes_with(mark) == []


def test_a_killed_program_stops_its_children_and_the_rest(mark: str) -> None:
    supervisor = supervise(WELL_BEHAVED, PARENT_OF_IGNORES_SIGTERM, mark=mark, grace=1.0)
    wait_for_lines(supervisor, "up", count=2)

    [program] = set(processes_with(mark)) & set(processes_with("Popen"))
    os.kill(program, signal.SIGKILL)
    output, _ = supervisor.communicate(timeout=8)

    assert supervisor.returncode == 1
    assert "program1 was killed by SIGKILL" in output
    assert processes_with(mark) == []


def test_a_missing_command_is_reported_and_stops_the_rest(mark: str) -> None:
    programs = [
        f"Program('real', (sys.executable, '-c', {WELL_BEHAVED!r}, mark))",
        "Program('missing', ('/nowhere/at-all',))",
    ]

    supervisor = run_supervisor(programs, mark=mark)
    output, _ = supervisor.communicate(timeout=8)

    assert supervisor.returncode == 1
    assert "could not be started" in output
    assert "Traceback" not in output
    assert processes_with(mark) == []


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGHUP], ids=["kill -9", "closed terminal"])
def test_nothing_survives_a_killed_supervisor(mark: str, number: signal.Signals) -> None:
    supervisor = supervise(WELL_BEHAVED, IGNORES_SIGTERM, PARENT_OF_IGNORES_SIGTERM, mark=mark)
    wait_for_lines(supervisor, "up", count=3)

    supervisor.send_signal(number)
    supervisor.wait()

    assert becomes_true(lambda: processes_with(mark) == [])


def test_the_supervisor_stops_when_its_parent_dies(mark: str, tmp_path: Path) -> None:
    # The shell runs the supervisor in the background and waits, as make does, and can be killed.
    script = tmp_path / "supervised.py"
    script.write_text(
        "import os, sys\nfrom pathlib import Path\nfrom processes import Program, Supervisor\n"
        f"program = Program('only', (sys.executable, '-c', {WELL_BEHAVED!r}, {mark!r}))\n"
        "sys.exit(Supervisor(env=os.environ, cwd=Path.cwd()).run([program]))\n"
    )
    parent = subprocess.Popen(
        ["sh", "-c", '"$0" "$1" & wait', sys.executable, str(script)],
        env={**os.environ, "PYTHONPATH": str(SCRIPTS)},
    )
    assert becomes_true(lambda: processes_with(mark))

    parent.kill()
    parent.wait()

    assert becomes_true(lambda: processes_with(mark) == [] and processes_with(str(script)) == [])


@pytest.fixture
def supervised_granian(mark: str, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A supervisor that runs granian with a small application, and granian's port."""
    port = free_port()
    (tmp_path / "tiny.py").write_text(
        "def application(environ, start_response):\n    start_response('200 OK', [])\n    return [b'tiny']\n"
    )
    command = serve.granian("wsgi", "tiny:application", f"--port {port} --working-dir {tmp_path}")
    supervisor = run_supervisor([f"Program('web', {command!r})"], mark=mark)
    family: set[int] = set()
    try:
        assert becomes_true(lambda: responds(port, "/"))
        family = set(descendants(supervisor.pid))
        yield supervisor, port
    finally:
        for pid in family & set(parents()):
            os.kill(pid, signal.SIGKILL)
        supervisor.kill()


def test_granian_stops_cleanly(supervised_granian: tuple[subprocess.Popen[str], int]) -> None:
    supervisor, _ = supervised_granian
    family = descendants(supervisor.pid)

    supervisor.send_signal(signal.SIGINT)
    output, _ = supervisor.communicate(timeout=4)

    assert supervisor.returncode == 0
    assert "Traceback" not in output
    assert not set(family) & set(parents())


def test_granian_stops_while_its_worker_loads(tmp_path: Path) -> None:
    """A worker that has not loaded its application ignores the signal, and each later one."""
    loading = tmp_path / "loading"
    (tmp_path / "slow.py").write_text(
        f"import pathlib, time\npathlib.Path({str(loading)!r}).touch()\ntime.sleep(2)\n"
        "def application(environ, start_response):\n    start_response('200 OK', [])\n    return [b'slow']\n"
    )
    options = f"--port {free_port()} --working-dir {tmp_path}"
    server = subprocess.Popen(serve.granian("wsgi", "slow:application", options), start_new_session=True)
    try:
        assert becomes_true(loading.exists)
        server.terminate()
        server.wait(timeout=15)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(server.pid, signal.SIGKILL)


def test_the_units_run_what_the_readme_says() -> None:
    root = SCRIPTS.parent
    units = "\n".join(path.read_text() for path in (root / "deploy" / "systemd").glob("*.service"))
    readme = (root / "README.md").read_text()
    typed = re.findall(r"^\.venv/bin/((?:granian|celery) .*)$", readme, re.MULTILINE)
    started = re.findall(r"^ExecStart=/opt/rally/\.venv/bin/(.*)$", units, re.MULTILINE)
    as_typed = [line.replace("%%h", "%h").replace("{DATA_DIR}", "DATA_DIR") for line in started]
    assert sorted(as_typed) == sorted(line.replace('"', "") for line in typed)
    assert any("--workers-kill-timeout 20" in line for line in started)


def test_granians_worker_stops_with_its_main_process(
    supervised_granian: tuple[subprocess.Popen[str], int],
) -> None:
    supervisor, port = supervised_granian
    family = descendants(supervisor.pid)
    [master] = {parent for parent in family.values() if parent in family}

    os.kill(master, signal.SIGKILL)

    assert supervisor.wait(timeout=12) == 1
    assert not set(family) & set(parents())
    assert not responds(port, "/")


def parents() -> dict[int, int]:
    """Parent pids by pid, without zombies."""
    table = subprocess.run(
        ["ps", "-eo", "pid=,ppid=,stat="], capture_output=True, text=True, check=True
    ).stdout
    rows = (line.split() for line in table.splitlines())
    return {int(pid): int(parent) for pid, parent, state in rows if not state.startswith("Z")}


def descendants(ancestor: int) -> dict[int, int]:
    """All descendants of a process, with their parents."""
    table, found, generation = parents(), {}, {ancestor}
    while generation:
        children = {pid: parent for pid, parent in table.items() if parent in generation}
        found |= children
        generation = set(children)
    return found


def responds(port: int, path: str) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def serve_with(tmp_path: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SERVE)],
        check=False,
        env={**os.environ, "DATA_DIR": str(tmp_path), **settings},
        capture_output=True,
        text=True,
        timeout=10,
    )


def test_a_taken_port_is_an_error(tmp_path: Path) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]

        refused = serve_with(tmp_path, PORT=str(port))

    assert refused.returncode == 1
    assert refused.stderr == (
        f"Port {port} is not free (Address already in use): stop the program that uses it, "
        "or choose another port, for example PORT=8010.\n"
    )


@pytest.mark.parametrize("port", ["eighty", "0", "65536", "-1", "8000.5"])
def test_an_invalid_port_is_an_error(tmp_path: Path, port: str) -> None:
    refused = serve_with(tmp_path, PORT=port)

    assert refused.returncode == 1
    assert refused.stderr == f"PORT must be a number from 1 to 65534, not {port!r}.\n"


def test_all_programs_share_one_environment(tmp_path: Path) -> None:
    port = free_port()

    env = serve.environment({"PORT": str(port), "DATA_DIR": str(tmp_path), "OTHER": "yes"}, dev=False)

    assert env == {
        "OTHER": "yes",
        "PORT": str(port),
        "DATA_DIR": str(tmp_path),
        "SANDBOX_PORT": env["SANDBOX_PORT"],
        "SANDBOX_WEBHOOK_URL": f"http://127.0.0.1:{port}/api/payments/webhook/razorpay",
        "PYTHONUNBUFFERED": "1",
    }
    assert env["SANDBOX_PORT"] != str(port)
    assert [program.name for program in serve.programs_for(env, dev=False)] == [
        "sandbox",
        "web",
        "worker",
        "provider",
    ]


def test_with_a_real_provider_the_sandbox_does_not_run(tmp_path: Path) -> None:
    given = {
        "PORT": str(free_port()),
        "DATA_DIR": str(tmp_path),
        "RAZORPAY_KEY_ID": "rzp_live_x",
        "SANDBOX_PORT": "1",
    }

    env = serve.environment(given, dev=False)

    assert not {"SANDBOX_PORT", "SANDBOX_WEBHOOK_URL"} & set(env)
    assert [program.name for program in serve.programs_for(env, dev=False)] == ["web", "worker", "provider"]


def test_dev_runs_runserver_and_webpack(tmp_path: Path) -> None:
    port = free_port()

    env = serve.environment({"PORT": str(port), "DATA_DIR": str(tmp_path)}, dev=True)
    programs = {program.name: program.command for program in serve.programs_for(env, dev=True)}

    assert (env["DEV"], env["WEBPACK_PORT"]) == ("1", str(port + 1))
    assert programs["web"][1:] == ("manage.py", "runserver", f"127.0.0.1:{port}")
    assert set(programs) == {"sandbox", "web", "worker", "provider", "webpack", "webpack-server"}


def test_the_url_is_printed_when_the_site_is_ready(capfd: pytest.CaptureFixture[str]) -> None:
    class Site(http.server.BaseHTTPRequestHandler):
        requests = 0

        def do_GET(self) -> None:
            Site.requests += 1
            self.send_response(503 if Site.requests < 3 else 200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Keep the log out of the captured output."""

    site = http.server.HTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()

    serve.announce_when_ready(threading.Event(), port=site.server_port)
    site.shutdown()
    site.server_close()

    assert Site.requests == 3
    assert (
        capfd.readouterr().out
        == f"Rally is ready at http://127.0.0.1:{site.server_port}/ (Ctrl-C stops it).\n"
    )

"""Run Rally in the foreground: the site, the workers and the payment sandbox start and stop together."""

from __future__ import annotations

import argparse
import http.client
import os
import socket
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from processes import Program, Supervisor, say

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
POLL_SECONDS = 0.1
SLOW_START_SECONDS = 20.0


def announce_when_ready(stopping: threading.Event, *, port: int) -> None:
    """Print the URL when the site is ready; if that takes long, print what /readyz responds."""
    warn_at = time.monotonic() + SLOW_START_SECONDS
    while not stopping.is_set():
        status, body = readiness(port)
        if status == 200:
            say(f"Rally is ready at http://{HOST}:{port}/ (Ctrl-C stops it).")
            return
        if time.monotonic() > warn_at:
            say(f"Still waiting for http://{HOST}:{port}/readyz, which responds: {body}")
            warn_at = float("inf")
        # Each response is a line in the site's log: poll less often once there is one.
        stopping.wait(POLL_SECONDS * 10 if status else POLL_SECONDS)


def readiness(port: int) -> tuple[int, str]:
    """Return the status and body of /readyz; status 0 while nothing listens."""
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        response = connection.getresponse()
        return response.status, response.read(300).decode(errors="replace")
    except (OSError, http.client.HTTPException) as error:
        return 0, str(error)
    finally:
        connection.close()


def free_port_beside(wanted: Sequence[int]) -> int:
    """Return a free port besides the wanted ones; exit with a message if one of those is taken."""
    with ExitStack() as listeners:
        for port in (*wanted, 0):
            listener = listeners.enter_context(socket.socket())
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind((HOST, port))
                listener.listen()  # the kernel may assign a port that is only bound again
            except OSError as error:
                remedy = "stop the program that uses it, or choose another port, for example PORT=8010"
                raise SystemExit(f"Port {port} is not free ({error.strerror}): {remedy}.") from None
        return int(listener.getsockname()[1])


def environment(given: Mapping[str, str], *, dev: bool) -> dict[str, str]:
    """Return the environment for all programs; exit with a message if PORT is wrong or taken."""
    text = given.get("PORT") or "8000"
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65535):
        raise SystemExit(f"PORT must be a number from 1 to 65534, not {text!r}.")
    port = int(text)
    spare = free_port_beside([port, port + 1] if dev else [port])
    data = (ROOT / (given.get("DATA_DIR") or "var")).resolve()
    (data / "celery").mkdir(parents=True, exist_ok=True)
    env = {**given, "PORT": str(port), "DATA_DIR": str(data), "PYTHONUNBUFFERED": "1"}
    env.pop("SANDBOX_PORT", None)
    if not env.get("RAZORPAY_KEY_ID"):
        env["SANDBOX_PORT"] = str(spare)
        env.setdefault("SANDBOX_WEBHOOK_URL", f"http://{HOST}:{port}/api/payments/webhook/razorpay")
    return env | {"DEV": "1", "WEBPACK_PORT": str(port + 1)} if dev else env


def programs_for(env: Mapping[str, str], *, dev: bool) -> list[Program]:
    # The RSGI application has its own WEB_THREADS threads.
    web = granian("rsgi", "config.rsgi:application", f"--port {env['PORT']} --http 1")
    worker = celery_worker("rally", threads=2)
    # A thread for each scheduled job that calls the payment provider, and one for the import of videos.
    provider = celery_worker("provider", "video", threads=5)
    schedule = f"{env['DATA_DIR']}/celery/beat-schedule"
    if dev:
        web = python(f"manage.py runserver {HOST}:{env['PORT']}")
    programs = [
        Program("web", web),
        Program("worker", (*worker, "-B", "-s", schedule)),
        Program("provider", provider),
    ]
    if port := env.get("SANDBOX_PORT"):
        # Injected delays occupy a thread each.
        sandbox = granian("wsgi", "apps.sandbox.wsgi:application", f"--port {port} --blocking-threads 32")
        programs.insert(0, Program("sandbox", sandbox))
    if dev:
        options = "--config frontend/webpack.config.js --mode development --config-name"
        webpack = f"npx --no-install webpack serve {options} browser"
        rendering = f"npx --no-install webpack --watch {options} server"
        programs.append(Program("webpack", tuple(webpack.split())))
        programs.append(Program("webpack-server", tuple(rendering.split())))
    return programs


def celery_worker(*queues: str, threads: int) -> tuple[str, ...]:
    names = f"-Q {','.join(queues)} -n {queues[0]}@%h"
    options = f"{names} --pool threads --concurrency {threads} --loglevel WARNING"
    quiet = "--without-gossip --without-mingle --without-heartbeat"
    return python(f"-m celery --quiet -A config worker {options} {quiet}")


def granian(interface: str, application: str, options: str) -> tuple[str, ...]:
    # At "warning" it would complain about the number of threads on small machines; they mostly wait.
    # A worker that still loads ignores the signal to stop. Sooner than the supervisor kills everything.
    server = f"--host {HOST} {options} --workers 1 --backlog 512 --workers-kill-timeout 5"
    return python(f"-m granian --interface {interface} {server} --no-ws --log-level error {application}")


def python(arguments: str) -> tuple[str, ...]:
    return (sys.executable, *arguments.split())


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="Run Rally in the foreground until Ctrl-C.")
    parser.add_argument("--dev", action="store_true", help="reload Python and the browser when code changes")
    dev = parser.parse_args(arguments).dev
    env = environment(os.environ, dev=dev)
    return Supervisor(env=env, cwd=ROOT).run(
        programs_for(env, dev=dev), alongside=partial(announce_when_ready, port=int(env["PORT"]))
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

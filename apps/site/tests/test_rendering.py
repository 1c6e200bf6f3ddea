"""The process that renders pages: what happens when it throws, hangs, dies, or eats memory."""

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings

from apps.core.logs import JsonLines
from apps.site import rendering
from apps.site.rendering import Renderer, RenderingFailed

READY = 'process.stdout.write(\'{"id":0,"ready":true}\\n\');'
ECHO = """
const reader = require('node:readline').createInterface({ input: process.stdin });
reader.on('line', (line) => {
  const { id, url, page } = JSON.parse(line);
  const answer = (response) => console.log(JSON.stringify({ id, ...response }));
  if (url.startsWith('/throws')) return answer({ error: 'Error: thrown' });
  if (url === '/hangs') for (;;);
  if (url === '/dies') process.exit(1);
  if (url === '/garbage') return console.log('not JSON');
  if (url === '/number') return console.log('42');
  if (url === '/memory') { const kept = []; for (;;) kept.push(new Array(1e6).fill(Math.random())); }
  if (url === '/empty') return answer({ html: '' });
  if (url === '/no-id') return console.log(JSON.stringify({ html: 'of nobody' }));
  if (url === '/stray') console.log(JSON.stringify({ id: id - 1, html: 'of somebody else' }));
  answer({ html: `${url} ${page.name} ${process.pid}` });
});
"""


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Renderer]]:
    monkeypatch.setattr(rendering, "RESTART_SECONDS", 0.0)
    made = []

    def make_renderer(source: str = READY + ECHO, *, threads: int = 64) -> Renderer:
        script = tmp_path / "server.js"
        script.write_text(source)
        made.append(Renderer(script=script, threads=threads))
        return made[-1]

    yield make_renderer
    for renderer in made:
        renderer.close()


def render(renderer: Renderer, url: str = "/", name: str = "asha") -> str:
    return renderer.render(url=url, page=json.dumps({"name": name}))


def pid(html: str) -> int:
    return int(html.rsplit(" ", 1)[1])


def test_one_process_renders_page_after_page(make: Callable[..., Renderer]) -> None:
    renderer = make()
    first, second = render(renderer, "/a"), render(renderer, "/b", "ravi")
    assert first.startswith("/a asha ")
    assert second.startswith("/b ravi ")
    assert pid(first) == pid(second)


@pytest.mark.parametrize(("url", "reason"), [("/throws", "thrown"), ("/empty", "empty")])
def test_a_page_that_fails_leaves_the_process_alone(
    make: Callable[..., Renderer], url: str, reason: str
) -> None:
    renderer = make()
    before = pid(render(renderer))
    with pytest.raises(RenderingFailed, match=reason):
        render(renderer, url)
    assert pid(render(renderer)) == before


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("/hangs", "timed out"),
        ("/dies", "ended"),
        ("/garbage", "wrote something else"),
        ("/number", "wrote something else"),
        ("/no-id", "wrote something else"),
        ("/stray", "wrote something else"),
    ],
)
def test_a_broken_process_is_replaced(
    make: Callable[..., Renderer], monkeypatch: pytest.MonkeyPatch, url: str, reason: str
) -> None:
    monkeypatch.setattr(rendering, "RENDER_SECONDS", 0.5)
    renderer = make()
    before = pid(render(renderer))
    with pytest.raises(RenderingFailed, match=reason):
        render(renderer, url)
    monkeypatch.setattr(rendering, "RENDER_SECONDS", 5.0)
    assert pid(render(renderer)) != before
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)


@pytest.mark.parametrize("line", ['{"id":2,"url":"/login","page":{}}', '{"url":"/login"}', "[]", "not JSON"])
def test_the_process_ends_at_a_line_that_is_not_the_next_request(line: str) -> None:
    node = subprocess.Popen(
        [settings.NODE, settings.RENDER_SCRIPT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    output, _ = node.communicate(f"{line}\n", timeout=60)
    assert output == '{"id":0,"ready":true}\n'
    assert node.returncode == 1


def test_memory_is_limited(make: Callable[..., Renderer], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "RENDER_SECONDS", 20.0)
    renderer = make()
    before = pid(render(renderer))
    with pytest.raises(RenderingFailed, match="ended"):
        render(renderer, "/memory")
    assert pid(render(renderer)) != before


def test_a_process_killed_from_outside_is_replaced(make: Callable[..., Renderer]) -> None:
    renderer = make()
    before = pid(render(renderer))
    os.kill(before, signal.SIGKILL)
    time.sleep(0.2)
    assert pid(render(renderer)) != before


def test_a_stopped_process_does_not_block_the_worker(
    make: Callable[..., Renderer], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long request fills the pipe, so writing it must time out as well."""
    monkeypatch.setattr(rendering, "RENDER_SECONDS", 0.5)
    renderer = make()
    os.kill(pid(render(renderer)), signal.SIGSTOP)
    begun = time.monotonic()
    with pytest.raises(RenderingFailed, match="timed out"):
        render(renderer, "/", "x" * 5_000_000)
    assert time.monotonic() - begun < 3


def test_a_process_that_never_gets_ready_is_not_started_for_every_request(
    make: Callable[..., Renderer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "RESTART_SECONDS", 60.0)
    renderer = make("process.exit(1)")
    with pytest.raises(RenderingFailed, match="ended"):
        render(renderer)
    with pytest.raises(RenderingFailed, match="not started yet"):
        render(renderer)


def test_a_process_that_hangs_while_it_starts_is_killed(
    make: Callable[..., Renderer], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(rendering, "START_SECONDS", 1.0)
    pid_file = tmp_path / "pid"
    write_pid = f"require('node:fs').writeFileSync({json.dumps(str(pid_file))}, String(process.pid));"
    with pytest.raises(RenderingFailed, match="timed out"):
        render(make(f"{write_pid} for (;;);"))
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid_file.read_text()), 0)


def test_the_log_has_the_reason_and_no_query(
    make: Callable[..., Renderer], caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(RenderingFailed):
        render(make(), "/throws?order=x")
    [line] = [json.loads(JsonLines().format(record)) for record in caplog.records]
    assert (line["level"], line["path"], line["reason"]) == ("ERROR", "/throws", "Error: thrown")


def test_a_missing_bundle_is_a_failure_that_says_so(tmp_path: Path) -> None:
    with pytest.raises(RenderingFailed, match="not built"):
        render(Renderer(script=tmp_path / "nothing.js", threads=1))


def test_a_new_build_is_used_without_a_restart(make: Callable[..., Renderer]) -> None:
    renderer = make()
    before = pid(render(renderer))
    make()
    assert pid(render(renderer)) != before


def test_threads_take_turns_and_get_their_own_pages(make: Callable[..., Renderer]) -> None:
    renderer = make()
    names = [f"person-{number}" for number in range(64)]
    with ThreadPoolExecutor(64) as threads:
        pages = list(threads.map(lambda name: render(renderer, f"/{name}", name), names))
    assert [page.rsplit(" ", 1)[0] for page in pages] == [f"/{name} {name}" for name in names]


def test_who_waits_too_long_gets_no_html(
    make: Callable[..., Renderer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "WAIT_SECONDS", 0.2)
    monkeypatch.setattr(rendering, "RENDER_SECONDS", 1.0)
    renderer = make()
    render(renderer)
    with ThreadPoolExecutor(1) as thread:
        hanging = thread.submit(render, renderer, "/hangs")
        time.sleep(0.2)
        with pytest.raises(RenderingFailed, match="busy"):
            render(renderer)
        with pytest.raises(RenderingFailed, match="timed out"):
            hanging.result()


def test_who_finds_all_places_taken_does_not_wait(
    make: Callable[..., Renderer], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    renderer = make(threads=2)
    started, end = threading.Semaphore(0), threading.Event()

    def respond(**_request: str) -> dict[str, str]:
        started.release()
        assert end.wait(60)
        return {"html": "rendered"}

    monkeypatch.setattr(renderer, "_respond", respond)
    with ThreadPoolExecutor(2) as threads:
        waiting = [threads.submit(render, renderer) for _ in range(2)]
        for _ in waiting:
            assert started.acquire(timeout=60)
        with pytest.raises(RenderingFailed, match="busy"):
            render(renderer, "/third")
        end.set()
        assert [page.result() for page in waiting] == ["rendered", "rendered"]
    assert render(renderer) == "rendered"
    # Many visitors are no error of ours.
    assert [(record.levelname, record.message) for record in caplog.records] == [
        ("WARNING", "page not rendered")
    ]


def test_characters_that_end_lines_or_are_no_characters_pass(make: Callable[..., Renderer]) -> None:
    name = "a\u2028b\u2029c\ud800 \u202e</script>"
    page = json.dumps({"name": name})
    assert make().render(url="/", page=page).startswith("/ a\u2028b\u2029c")

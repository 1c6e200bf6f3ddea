"""
Home, Pro, an academy chapter and a page of words as Lighthouse sees them on a phone.

The median of five visits each, with throttling as developer tools do it. Lighthouse and the Node it wants are
installed for this alone, from `bench/lighthouse`, into the build folder.
"""

import json
import os
import platform
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import requests

from tests.money import world
from tests.money.world import ROOT, World

VISITS = int(os.environ.get("BENCH_VISITS", "5"))
CATEGORIES = {"performance": 97, "accessibility": 100, "best-practices": 100, "seo": 100}
MOST_PAINT_MS, MOST_SHIFT = 1800.0, 0.0

_TOOLS = ROOT / ".build" / "lighthouse"
_PINNED = ("package.json", "package-lock.json")
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True, slots=True)
class Visit:
    scores: Mapping[str, int]
    paint_ms: float
    shift: float


def run() -> bool:
    _install()
    with tempfile.TemporaryDirectory() as folder, world.running(World(Path(folder))) as site:
        site.manage("seed_demo")
        kept = [_is_good(path, [_visit(site.site() + path) for _ in range(VISITS)]) for path in _paths(site)]
    return all(kept)


def _paths(site: World) -> Sequence[str]:
    modules = requests.get(f"{site.site()}/api/academy", timeout=20).json()["data"]["modules"]
    chapter = modules[0]["chapters"][0]
    return "/", "/pro", f"/academy/{modules[0]['weburlname']}/{chapter['weburlname']}", "/privacy-policy"


def _is_good(path: str, visits: Sequence[Visit]) -> bool:
    scores = {name: median(visit.scores[name] for visit in visits) for name in CATEGORIES}
    paint, shift = median(visit.paint_ms for visit in visits), median(visit.shift for visit in visits)
    told = ", ".join(f"{name} {score:.0f}" for name, score in scores.items())
    print(f"pages {path}: {told}, largest paint {paint:.0f} ms, layout shift {shift:.3f}")
    is_quick = paint <= MOST_PAINT_MS and shift <= MOST_SHIFT
    return is_quick and all(scores[name] >= least for name, least in CATEGORIES.items())


def _visit(address: str) -> Visit:
    options = [
        "--output=json",
        "--quiet",
        "--throttling-method=devtools",
        f"--only-categories={','.join(CATEGORIES)}",
        "--chrome-flags=--headless=new --no-sandbox",
    ]
    done = subprocess.run(  # noqa: S603
        [_node(), _TOOLS / "node_modules/lighthouse/cli/index.js", address, *options],
        env=os.environ | {"CHROME_PATH": _browser()},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return _read(json.loads(done.stdout))


def _read(report: Mapping[str, Any]) -> Visit:
    audits = report["audits"]
    return Visit(
        scores={name: round(report["categories"][name]["score"] * 100) for name in CATEGORIES},
        paint_ms=audits["largest-contentful-paint"]["numericValue"],
        shift=audits["cumulative-layout-shift"]["numericValue"],
    )


def _install() -> None:
    """Once for each pinned state."""
    pinned = ROOT / "bench" / "lighthouse"
    same = all(
        (_TOOLS / name).exists() and (_TOOLS / name).read_bytes() == (pinned / name).read_bytes()
        for name in _PINNED
    )
    if same and (_TOOLS / "node_modules").exists():
        return
    shutil.rmtree(_TOOLS, ignore_errors=True)
    shutil.copytree(pinned, _TOOLS)
    shutil.copy(ROOT / ".npmrc", _TOOLS)
    subprocess.run(["npm", "ci", "--silent"], cwd=_TOOLS, check=True)  # noqa: S607


def _node() -> Path:
    machine = {"x86_64": "x64", "aarch64": "arm64", "arm64": "arm64"}[platform.machine()]
    return _TOOLS / "node_modules" / f"node-linux-{machine}" / "bin" / "node"


def _browser() -> str:
    named = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _BROWSERS)), None)
    assert named, "Chromium is needed: install it, or name it in CHROMIUM"
    return named

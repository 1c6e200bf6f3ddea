"""
Lighthouse scores of the pages that people come to first, on a phone.

Median of five visits each, with DevTools throttling. Only this benchmark installs Lighthouse and the Node
that it needs, from `bench/lighthouse` into the build folder.
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

from tests.money.site_processes import ROOT, SiteProcesses, run_site

VISITS = int(os.environ.get("BENCH_VISITS", "5"))
CATEGORIES = {"performance": 98, "accessibility": 100, "best-practices": 100, "seo": 100}
TARGET_PAINT_MS, TARGET_SHIFT = 1200.0, 0.0

_FIRST_COURSE = """
from apps.catalog.models import Course
print(Course.objects.filter(is_published=True).order_by("weburlname").first().weburlname)
"""

_TOOLS = ROOT / ".build" / "lighthouse"
_LOCK_FILES = ("package.json", "package-lock.json")
_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True, slots=True)
class Visit:
    scores: Mapping[str, int]
    paint_ms: float
    shift: float
    blocking_ms: float


def run() -> bool:
    _install()
    with (
        tempfile.TemporaryDirectory() as folder,
        run_site(SiteProcesses(Path(folder))) as site,
    ):
        site.manage("seed_demo")
        met = [_is_met(path, [_visit(site.site() + path) for _ in range(VISITS)]) for path in _paths(site)]
    return all(met)


def _paths(site: SiteProcesses) -> Sequence[str]:
    modules = requests.get(f"{site.site()}/api/academy", timeout=20).json()["data"]["modules"]
    chapter = modules[0]["chapters"][0]
    course = site.shell(_FIRST_COURSE).strip()
    return (
        *("/", "/pro", f"/courses/{course}", "/courses", "/live-webinars"),
        *(f"/academy/{modules[0]['weburlname']}/{chapter['weburlname']}", "/privacy-policy"),
    )


def _is_met(path: str, visits: Sequence[Visit]) -> bool:
    scores = {name: median(visit.scores[name] for visit in visits) for name in CATEGORIES}
    paint, shift = median(visit.paint_ms for visit in visits), median(visit.shift for visit in visits)
    listed = ", ".join(f"{name} {score:.0f}" for name, score in scores.items())
    blocking = median(visit.blocking_ms for visit in visits)
    print(
        f"lighthouse {path}: {listed}, largest paint {paint:.0f} ms, layout shift {shift:.3f}, "
        f"total blocking time {blocking:.0f} ms"
    )
    is_fast = paint <= TARGET_PAINT_MS and shift <= TARGET_SHIFT
    return is_fast and all(scores[name] >= target for name, target in CATEGORIES.items())


def _visit(url: str) -> Visit:
    options = [
        "--output=json",
        "--quiet",
        "--throttling-method=devtools",
        f"--only-categories={','.join(CATEGORIES)}",
        "--chrome-flags=--headless=new --no-sandbox",
    ]
    done = subprocess.run(  # noqa: S603
        [_node(), _TOOLS / "node_modules/lighthouse/cli/index.js", url, *options],
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
        blocking_ms=audits["total-blocking-time"]["numericValue"],
    )


def _install() -> None:
    """Skipped while the lock file is unchanged."""
    source = ROOT / "bench" / "lighthouse"
    is_current = all(
        (_TOOLS / name).exists() and (_TOOLS / name).read_bytes() == (source / name).read_bytes()
        for name in _LOCK_FILES
    )
    if is_current and (_TOOLS / "node_modules").exists():
        return
    shutil.rmtree(_TOOLS, ignore_errors=True)
    shutil.copytree(source, _TOOLS)
    shutil.copy(ROOT / ".npmrc", _TOOLS)
    subprocess.run(["npm", "ci", "--silent"], cwd=_TOOLS, check=True)  # noqa: S607


def _node() -> Path:
    machine = {"x86_64": "x64", "aarch64": "arm64", "arm64": "arm64"}[platform.machine()]
    return _TOOLS / "node_modules" / f"node-linux-{machine}" / "bin" / "node"


def _browser() -> str:
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _BROWSERS)), None)
    assert found, "Chromium is needed: install it, or set CHROMIUM to its path"
    return found

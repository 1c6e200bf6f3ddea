"""
Render the demo's videos and document again. Only for development: the results are committed.

    apt-get install ffmpeg chromium
    .venv/bin/python scripts/demo_videos/make.py [name ...]

Chromium draws each frame of `scenes.html`, ffmpeg encodes them: H.264 baseline, faststart, no audio.
The document is `trade-plan.html`, printed by Chromium. The captions are written by hand.
"""

from __future__ import annotations

import base64
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
FILES = HERE.parents[1] / "apps" / "catalog" / "demo_files"
INTRODUCTIONS = HERE.parents[1] / "apps" / "content" / "demo_files" / "introductions"
FRAMES_PER_SECOND = 12
POSTER_SECONDS = {"candle": 16.5, "order": 19.5, "risk": 12.0, "spread": 20.0, "range": 17.0} | {
    "gap": 15.0,
    "book": 16.2,
    "sip": 20.0,
}


def main(wanted: list[str]) -> None:
    with sync_playwright() as playwright:
        path = os.environ.get("CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto((HERE / "scenes.html").as_uri())
        page.evaluate("document.fonts.load('600 20px Rally')")
        scenes = page.evaluate("Object.fromEntries(Object.entries(SCENES).map(([n, s]) => [n, s.seconds]))")
        for name, seconds in scenes.items():
            if not wanted or name in wanted:
                render_video(page, name, seconds)
        if not wanted or "trade-plan" in wanted:
            page.goto((HERE / "trade-plan.html").as_uri())
            target = FILES / "documents" / "trade-plan.pdf"
            page.pdf(path=target, format="A4", print_background=True, tagged=True)
        browser.close()


def render_video(page: Any, name: str, seconds: int) -> None:
    scale = 0.5 if name.startswith("loop-") else 1
    with tempfile.TemporaryDirectory() as folder:
        for number in range(seconds * FRAMES_PER_SECOND):
            image = draw_frame(page, name, number / FRAMES_PER_SECOND, scale)
            (Path(folder) / f"{number:04}.png").write_bytes(image)
        folder_of_kind = FILES / ("films" if scale == 1 else "previews")
        target = (folder_of_kind if name in POSTER_SECONDS or scale < 1 else INTRODUCTIONS) / f"{name}.mp4"
        encode(folder, target, quality="30" if scale == 1 else "34")
        if name in POSTER_SECONDS:
            poster = Path(folder) / "poster.png"
            poster.write_bytes(draw_frame(page, name, POSTER_SECONDS[name], 1))
            ffmpeg("-i", str(poster), "-q:v", "5", str(FILES / "films" / f"{name}.jpg"))


def draw_frame(page: Any, name: str, second: float, scale: float) -> bytes:
    return base64.b64decode(page.evaluate("([n, t, s]) => frame(n, t, s)", [name, second, scale]))


def encode(folder: str, target: Path, *, quality: str) -> None:
    ffmpeg(
        *("-framerate", str(FRAMES_PER_SECOND), "-i", f"{folder}/%04d.png"),
        *("-c:v", "libx264", "-profile:v", "baseline", "-level", "3.1", "-pix_fmt", "yuv420p"),
        *("-crf", quality, "-preset", "veryslow", "-g", "60", "-tune", "animation"),
        *("-movflags", "+faststart", "-map_metadata", "-1", "-fflags", "+bitexact", str(target)),
    )


def ffmpeg(*options: str) -> None:
    subprocess.run(["ffmpeg", "-y", "-loglevel", "error", *options], check=True)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Target: a ten-minute video is imported at least as fast as it plays, on two cores and at low priority."""

import subprocess
import tempfile
import time
from pathlib import Path

from django.core.management import call_command
from django.utils import timezone

from apps.media import ffmpeg
from apps.media.models import Asset
from apps.media.services import video_imports
from apps.media.states import AssetKind

MINUTES = 10
SOURCE = "testsrc2=size=1920x1080:rate=30"
"""Every frame differs from the last one, so it is harder to encode than slides or a face."""


def run() -> bool:
    call_command("migrate", verbosity=0)
    with tempfile.TemporaryDirectory() as folder:
        source = _make_video(Path(folder) / "film.mp4")
        asset = Asset(title="Ten minutes", kind=AssetKind.VIDEO)
        with source.open("rb") as content:
            asset.file.save(source.name, content)
    video_imports.queue(asset=asset, now=timezone.now())
    started = time.perf_counter()
    done = video_imports.run_next()
    seconds = time.perf_counter() - started
    assert done is not None
    print(
        f"{MINUTES} minutes of 1080p in {seconds:.0f} s, {MINUTES * 60 / seconds:.2f} times its speed: {done}"
    )
    return done.percent == 100 and seconds <= MINUTES * 60


def _make_video(path: Path) -> Path:
    program = ffmpeg.program()
    assert program is not None, "This benchmark needs ffmpeg."
    inputs = ["-f", "lavfi", "-i", SOURCE, "-f", "lavfi", "-i", "sine=frequency=440"]
    encoding = ["-c:v", "libx264", "-preset", "ultrafast", "-t", str(MINUTES * 60)]
    subprocess.run([program, "-v", "error", *inputs, *encoding, str(path)], check=True)  # noqa: S603
    return path

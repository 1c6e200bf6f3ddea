"""Videos made by ffmpeg for tests; tests that need one are skipped where it is missing."""

import shutil
import subprocess
from pathlib import Path

from apps.core.testing.services import skip_or_fail

PICTURE = ("-f", "lavfi", "-i", "testsrc2=size=320x180:rate=12")
SOUND = ("-f", "lavfi", "-i", "sine=frequency=440")
FOUR_SECONDS = ("-t", "4", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p")


def make_video(path: Path, *arguments: str) -> Path:
    """A video at this path, by default of four seconds with sound."""
    program = shutil.which("ffmpeg")
    if program is None:
        skip_or_fail("needs ffmpeg: apt-get install ffmpeg")
    command = [program, "-v", "error", "-y", *(arguments or (*PICTURE, *SOUND, *FOUR_SECONDS)), str(path)]
    subprocess.run(command, check=True)  # noqa: S603
    return path


def cut_off(path: Path, *, to: Path) -> Path:
    """The first half of the file's bytes."""
    content = path.read_bytes()
    to.write_bytes(content[: len(content) // 2])
    return to

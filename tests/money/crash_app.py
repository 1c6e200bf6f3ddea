"""The site with crash points; the file CRASH_POINT_FILE names the active one."""

import os
from pathlib import Path

from config.wsgi import application
from tests.money import crash_points

__all__ = ["application"]

crash_points.install(Path(os.environ["CRASH_POINT_FILE"]))

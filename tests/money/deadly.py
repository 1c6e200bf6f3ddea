"""The site's entry with a trap at every step; TRAP_FILE names the one that is armed."""

import os
from pathlib import Path

from config.wsgi import application
from tests.money import steps

__all__ = ["application"]

steps.lay_traps(Path(os.environ["TRAP_FILE"]))

"""Prepare the data folder for a start: migrate, and seed the demo data unless DEMO=0."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

    import django  # noqa: PLC0415 - the environment must be set first
    from django.core.management import call_command  # noqa: PLC0415

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    if os.environ.get("DEMO", "1") != "0":
        call_command("seed_demo")


if __name__ == "__main__":
    main()

"""
Run the benchmarks named on the command line, or all: `python -m bench [name ...]`.

Each runs in its own process with its own data folder, so that none affects another.
"""

import importlib
import os
import pkgutil
import subprocess
import sys
import tempfile

import django

import bench
from tests.money.site_processes import NO_READ_LIMITS

_SERVICES = ("DATABASE_URL", "REDIS_URL")
"""Removed from the environment: targets are for SQLite without Redis unless a benchmark uses these itself."""

RENAMED = {
    "kills": "crashes",
    "money": "payments",
    "pages": "lighthouse",
    "rush": "seat_race",
    "shell": "cached_pages",
}
"""Old and new names of benchmarks. The message about an old one stays for one release."""


def main(names: list[str]) -> int:
    modules = (module.name for module in pkgutil.iter_modules(bench.__path__) if not module.ispkg)
    known = sorted(set(modules) - {"__main__"})
    wanted = names or known
    if renamed := [name for name in wanted if name in RENAMED]:
        print(*(f"{name} is now named {RENAMED[name]}." for name in renamed))
        return 2
    unknown = set(wanted) - set(known)
    if unknown:
        print(f"No benchmark is named {', '.join(sorted(unknown))}. There are: {', '.join(known)}.")
        return 2
    if len(wanted) == 1:
        return 0 if _is_met(wanted[0]) else 1
    command = [sys.executable, "-m", "bench"]
    failed = [name for name in wanted if subprocess.run([*command, name], check=False).returncode]  # noqa: S603
    print(f"{len(failed)} of {len(wanted)} targets not met" + (f": {', '.join(failed)}" if failed else ""))
    return 1 if failed else 0


def _is_met(name: str) -> bool:
    if "BENCH_ON_SERVICES" not in os.environ:
        found = {name: os.environ.pop(name) for name in _SERVICES if name in os.environ}
        bench.services.update(found)
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DATA_DIR": folder, "LOG_LEVEL": "WARNING", **NO_READ_LIMITS}
        django.setup()
        return bool(importlib.import_module(f"bench.{name}").run())


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    sys.exit(main(sys.argv[1:]))

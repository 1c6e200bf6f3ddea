"""
Run the benchmarks named on the command line, or all: `python -m bench [name ...]`.

Each has a process and a data folder of its own, so that none measures what another left behind.
"""

import importlib
import os
import pkgutil
import subprocess
import sys
import tempfile

import django

import bench

_OTHER_SERVICES = ("DATABASE_URL", "REDIS_URL")
"""What is promised is promised for a bare machine; a benchmark may start itself anew with these as well."""


def main(names: list[str]) -> int:
    modules = (module.name for module in pkgutil.iter_modules(bench.__path__) if not module.ispkg)
    known = sorted(set(modules) - {"__main__"})
    asked = names or known
    unknown = set(asked) - set(known)
    if unknown:
        print(f"No benchmark is called {', '.join(sorted(unknown))}. There are: {', '.join(known)}.")
        return 2
    if len(asked) == 1:
        return 0 if _is_kept(asked[0]) else 1
    command = [sys.executable, "-m", "bench"]
    failed = [name for name in asked if subprocess.run([*command, name], check=False).returncode]  # noqa: S603
    print(f"{len(failed)} of {len(asked)} not kept" + (f": {', '.join(failed)}" if failed else ""))
    return 1 if failed else 0


def _is_kept(name: str) -> bool:
    if "BENCH_ON_SERVICES" not in os.environ:
        found = {name: os.environ.pop(name) for name in _OTHER_SERVICES if name in os.environ}
        bench.services.update(found)
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DATA_DIR": folder, "LOG_LEVEL": "WARNING"}
        django.setup()
        return bool(importlib.import_module(f"bench.{name}").run())


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    sys.exit(main(sys.argv[1:]))

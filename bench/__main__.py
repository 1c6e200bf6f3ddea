"""Run the benchmarks named on the command line, or all: `python -m bench [name ...]`."""

import importlib
import os
import pkgutil
import sys

import bench


def main(names: list[str]) -> int:
    known = sorted({module.name for module in pkgutil.iter_modules(bench.__path__)} - {"__main__"})
    unknown = set(names) - set(known)
    if unknown:
        print(f"No benchmark is called {', '.join(sorted(unknown))}. There are: {', '.join(known)}.")
        return 2
    failed = [name for name in names or known if not importlib.import_module(f"bench.{name}").run()]
    print(f"{len(failed)} of {len(names or known)} not kept" + (f": {', '.join(failed)}" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    sys.exit(main(sys.argv[1:]))

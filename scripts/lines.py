"""How many lines there are of what: `python3 scripts/lines.py`. Size is watched as speed is."""

import subprocess
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def kind_of(path: Path) -> str | None:
    parts = set(path.parts)
    is_test = "tests" in parts or path.stem.startswith("test_") or path.stem == "conftest"
    if path.suffix == ".py":
        if is_test:
            return "Python: tests"
        if "migrations" in parts:
            return "Python: migrations"
        if "testing" in parts:
            return "Python: helpers of tests"
        return f"Python: {'apps' if path.parts[0] == 'apps' else 'bench, config, scripts'}"
    if path.suffix in {".ts", ".tsx"}:
        if "generated" in parts:
            return "TypeScript: generated"
        return "TypeScript: tests" if ".test." in path.name or "test" in parts else "TypeScript: site"
    return {".css": "CSS", ".html": "HTML", ".yaml": "YAML", ".md": "documents"}.get(path.suffix)


def main() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    lines: Counter[str] = Counter()
    apps: Counter[str] = Counter()
    for name in listed.stdout.splitlines():
        kind = kind_of(Path(name))
        if kind is None:
            continue
        number = (ROOT / name).read_bytes().count(b"\n")
        lines[kind] += number
        if kind == "Python: apps":
            apps[Path(name).parts[1]] += number
    for kind, number in sorted(lines.items()):
        print(f"{number:8,}  {kind}")
    for app, number in apps.most_common():
        print(f"{number:8,}    apps/{app}")


if __name__ == "__main__":
    main()

"""Write what runs on the server and in browsers to .build/sbom.json (CycloneDX), from the lock files."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / ".build" / "sbom.json"


def python_packages() -> Iterator[dict[str, Any]]:
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    for name, version in re.findall(r"^([\w.-]+)(?:\[[^\]]*\])?==([^\s;]+)", text, re.MULTILINE):
        yield {"type": "library", "name": name, "version": version, "purl": f"pkg:pypi/{name}@{version}"}


def node_packages() -> Iterator[dict[str, Any]]:
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    for folder, package in lock["packages"].items():
        if not folder or package.get("dev"):
            continue
        name, version = folder.rpartition("node_modules/")[2], package["version"]
        algorithm, _, digest = package["integrity"].partition("-")
        found = {"type": "library", "name": name, "version": version}
        found["purl"] = f"pkg:npm/{name.replace('@', '%40')}@{version}"
        found["hashes"] = [{"alg": f"SHA-{algorithm[3:]}", "content": b64decode(digest).hex()}]
        found["licenses"] = [{"expression": package["license"]}] if "license" in package else []
        yield found


def main() -> None:
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "rally"}},
        "components": [*python_packages(), *node_packages()],
    }
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    print(f"{len(document['components'])} packages written to {FILE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()

"""What the scripts say about dependencies, with programs that answer as npm and pip-audit do."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from scripts import sbom

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.once

NPM, PYTHON = '{"auditReportVersion": 2}', '{"dependencies": []}'


@pytest.mark.parametrize(
    ("npm", "pip_audit", "code", "said"),
    [
        ((NPM, 0), (PYTHON, 0), 0, ["no known holes", "no known holes"]),
        ((NPM, 1), (PYTHON, 0), 1, ["KNOWN HOLES", "no known holes"]),
        ((NPM, 1), ("", 1), 1, ["KNOWN HOLES", "NOT CHECKED"]),
        (('{"message": "405"}', 1), (PYTHON, 0), 2, ["NOT CHECKED", "no known holes"]),
        ((NPM, 0), ("", 0), 2, ["no known holes", "NOT CHECKED"]),
        ((NPM, 0), (PYTHON, 1), 1, ["no known holes", "KNOWN HOLES"]),
    ],
)
def test_an_audit_that_nobody_answered_is_no_success(
    tmp_path: Path, npm: tuple[str, int], pip_audit: tuple[str, int], code: int, said: list[str]
) -> None:
    for name, (answer, exit_code) in {"npm": npm, "pip-audit": pip_audit}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\necho '{answer}'\nexit {exit_code}\n")
        (tmp_path / name).chmod(0o755)
    env = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "scripts/audit.sh"],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code
    assert re.findall(r": (NOT CHECKED|KNOWN HOLES|no known holes)", done.stdout) == said


def test_the_list_of_packages_has_all_that_is_shipped_and_no_tools(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sbom, "FILE", tmp_path / "sbom.json")
    monkeypatch.setattr(sbom, "ROOT", tmp_path)
    for name in ("requirements.txt", "package-lock.json"):
        (tmp_path / name).symlink_to(ROOT / name)
    sbom.main()
    components = json.loads((tmp_path / "sbom.json").read_text())["components"]
    package = json.loads((ROOT / "package.json").read_text())
    listed = {component["purl"] for component in components}
    for name, version in package["dependencies"].items():
        assert f"pkg:npm/{name.replace('@', '%40')}@{version}" in listed
    for line in (ROOT / "requirements" / "runtime.in").read_text().splitlines():
        if not line.startswith("#"):
            name, version = re.sub(r"\[.*\]", "", line.lower()).split("==")
            assert f"pkg:pypi/{name}@{version}" in listed
    assert not any("/webpack@" in purl for purl in listed)

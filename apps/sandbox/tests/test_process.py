import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import razorpay
import requests

from apps.sandbox.keys import secret_kept_in
from apps.sandbox.tests.process import KEY, ROOT, Sandbox, environment, running


def test_orders_and_the_secret_survive_a_restart(tmp_path: Path) -> None:
    made = {"SANDBOX_KEY_SECRET": "", "SANDBOX_WEBHOOK_SECRET": ""}
    with running(tmp_path, **made) as sandbox:
        key = (KEY[0], (tmp_path / "sandbox.key").read_text())
        webhook_secret = (tmp_path / "sandbox-webhook.key").read_text()
        placed = razorpay.Client(auth=key, base_url=sandbox.base_url).order.create(
            {"amount": 100, "currency": "INR"}, timeout=5
        )
    with running(tmp_path, **made) as sandbox:
        again = razorpay.Client(auth=key, base_url=sandbox.base_url).order.fetch(placed["id"], timeout=5)

    assert again == placed
    assert len(key[1]) >= 32
    assert webhook_secret == (tmp_path / "sandbox-webhook.key").read_text() != key[1]


def test_everything_is_written_below_the_data_directory(sandbox: Sandbox) -> None:
    written = {path.name for path in sandbox.data_dir.iterdir()}

    assert {"sandbox.sqlite3"} <= written <= {"sandbox.sqlite3", "sandbox.sqlite3-wal", "sandbox.sqlite3-shm"}


def test_all_who_come_first_at_once_get_one_secret_that_only_the_owner_reads(tmp_path: Path) -> None:
    path = tmp_path / "new" / "sandbox.key"

    with ThreadPoolExecutor(8) as crowd:
        secrets = set(crowd.map(secret_kept_in, [path] * 32))

    assert secrets == {path.read_text()}
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ({"RAZORPAY_KEY_ID": "rzp_live_x"}, "never runs beside the real provider"),
        ({"SANDBOX_RECEIPT_MODE": "odd"}, "takes same"),
    ],
)
def test_it_refuses_to_start_where_it_must_not(tmp_path: Path, setting: dict[str, str], words: str) -> None:
    attempt = subprocess.run(
        [sys.executable, "-c", "import apps.sandbox.wsgi"],
        cwd=ROOT,
        env=environment(tmp_path, **setting),
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )

    assert attempt.returncode == 1
    assert "ImproperlyConfigured" in attempt.stderr
    assert words in attempt.stderr
    assert not (tmp_path / "sandbox.sqlite3").exists()


def test_models_and_migrations_agree(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "django", "makemigrations", "--check", "--dry-run"]
    settings = environment(tmp_path, DJANGO_SETTINGS_MODULE="apps.sandbox.settings")

    assert (
        subprocess.run(
            command, cwd=ROOT, env=settings, capture_output=True, timeout=20, check=False
        ).returncode
        == 0
    )


@pytest.mark.parametrize("path", ["/sandbox/razorpay", "/sandbox/razorpay/"])
def test_the_first_page_says_that_no_money_moves(sandbox: Sandbox, path: str) -> None:
    response = requests.get(f"http://127.0.0.1:{sandbox.port}{path}", timeout=5, allow_redirects=False)

    assert response.status_code == 200
    assert "No money moves here." in response.text
    assert_policy(response)


@pytest.mark.parametrize("path", ["/", "/sandbox/razorpay/nothing", "/favicon.ico"])
def test_an_unknown_page_is_a_plain_404(sandbox: Sandbox, path: str) -> None:
    response = requests.get(f"http://127.0.0.1:{sandbox.port}{path}", timeout=5)

    assert response.status_code == 404
    assert "There is no such page" in response.text
    assert "No money moves here." in response.text
    assert_policy(response)


def assert_policy(response: requests.Response) -> None:
    policy = response.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert policy.endswith("frame-ancestors 'self'")
    assert "X-Frame-Options" not in response.headers
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups"


def test_a_foreign_host_name_is_refused(sandbox: Sandbox) -> None:
    response = requests.get(
        f"{sandbox.base_url}/v1/orders", headers={"Host": "evil.example"}, auth=KEY, timeout=5
    )

    assert response.status_code == 400

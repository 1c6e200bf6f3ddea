import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import razorpay
import requests

from apps.sandbox.keys import read_or_create_secret
from apps.sandbox.tests.process import KEY, ROOT, Sandbox, environment, start_sandbox


def test_orders_and_the_secret_survive_a_restart(tmp_path: Path) -> None:
    generated = {"SANDBOX_KEY_SECRET": "", "SANDBOX_WEBHOOK_SECRET": ""}
    with start_sandbox(tmp_path, **generated) as sandbox:
        key = (KEY[0], (tmp_path / "sandbox.key").read_text())
        webhook_secret = (tmp_path / "sandbox-webhook.key").read_text()
        created = razorpay.Client(auth=key, base_url=sandbox.base_url).order.create(
            {"amount": 100, "currency": "INR"}, timeout=5
        )
    with start_sandbox(tmp_path, **generated) as sandbox:
        again = razorpay.Client(auth=key, base_url=sandbox.base_url).order.fetch(created["id"], timeout=5)

    assert again == created
    assert len(key[1]) >= 32
    assert webhook_secret == (tmp_path / "sandbox-webhook.key").read_text() != key[1]


def test_everything_is_written_below_the_data_directory(sandbox: Sandbox) -> None:
    written = {path.name for path in sandbox.data_dir.iterdir()}

    assert {"sandbox.sqlite3"} <= written <= {"sandbox.sqlite3", "sandbox.sqlite3-wal", "sandbox.sqlite3-shm"}


def test_concurrent_first_calls_get_one_secret_that_only_the_owner_can_read(tmp_path: Path) -> None:
    path = tmp_path / "new" / "sandbox.key"

    with ThreadPoolExecutor(8) as pool:
        secrets = set(pool.map(read_or_create_secret, [path] * 32))

    assert secrets == {path.read_text()}
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"RAZORPAY_KEY_ID": "rzp_live_x"}, "never runs beside the real provider"),
        ({"SANDBOX_RECEIPT_MODE": "odd"}, "takes same"),
    ],
)
def test_it_refuses_to_start_with_wrong_settings(
    tmp_path: Path, setting: dict[str, str], message: str
) -> None:
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
    assert message in attempt.stderr
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
def test_the_home_page_says_that_no_money_moves(sandbox: Sandbox, path: str) -> None:
    response = requests.get(f"http://127.0.0.1:{sandbox.port}{path}", timeout=5, allow_redirects=False)

    assert response.status_code == 200
    assert "No money moves here." in response.text
    assert_policy(response)


@pytest.mark.parametrize("path", ["/", "/sandbox/razorpay/nothing", "/favicon.ico"])
def test_an_unknown_page_is_404(sandbox: Sandbox, path: str) -> None:
    response = requests.get(f"http://127.0.0.1:{sandbox.port}{path}", timeout=5)

    assert response.status_code == 404
    assert "Page not found" in response.text
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


def test_an_unknown_host_name_is_rejected(sandbox: Sandbox) -> None:
    response = requests.get(
        f"{sandbox.base_url}/v1/orders", headers={"Host": "evil.example"}, auth=KEY, timeout=5
    )

    assert response.status_code == 400

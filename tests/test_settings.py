"""The settings modules with different environments: which start, and the error messages of the others."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent

# One interpreter imports the settings for all environments: a new process for each would take a minute.
READER = """
import importlib, json, os, sys
from django.core.exceptions import ImproperlyConfigured
results = []
for module, environment, wanted in json.load(sys.stdin):
    os.environ.clear()
    os.environ.update(environment)
    for name in [name for name in sys.modules if name.startswith("config.settings")]:
        del sys.modules[name]
    try:
        settings = importlib.import_module(module)
        results.append({name: repr(getattr(settings, name, None)) for name in wanted})
    except ImproperlyConfigured as error:
        results.append({"refused": str(error)})
print(json.dumps(results))
"""


def read_settings(rows: list[tuple[str, Mapping[str, str], list[str]]]) -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, "-c", READER],
        input=json.dumps(rows),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return {
        "DATA_DIR": str(tmp_path_factory.mktemp("data")),
        "SECRET_KEY": "kX4-9vQ_2mZ8rT1bN6yW3cL7pD5sF0hJqGaEuViOoRtYxMzCwBnKl",
        "ALLOWED_HOSTS": "www.example.in",
        "SITE_URL": "https://www.example.in",
        "DATABASE_URL": "postgres://rally:pw@db.example.in:5432/rally",
        "REDIS_URL": "redis://cache.example.in:6379/0",
        "RAZORPAY_KEY_ID": "rzp_live_ABCDEFGHIJKLMN",
        "RAZORPAY_KEY_SECRET": "a key secret",
        "RAZORPAY_WEBHOOK_SECRETS": "new,old",
        "SMS_AUTH_KEY": "an auth key",
    }


# --- production ---

SQLITE = {"DATABASE_URL": "sqlite:////data/db.sqlite3"}

REFUSED: dict[str, tuple[dict[str, str], str]] = {
    "debug": ({"DEBUG": "1"}, "DEBUG and DEV must be off: error pages would show secrets"),
    "dev": ({"DEV": "yes"}, "DEBUG and DEV must be off: error pages would show secrets"),
    "no secret": (
        {"SECRET_KEY": ""},
        "SECRET_KEY is not set: use at least 50 random characters, and keep them secret and unchanged",
    ),
    "short secret": (
        {"SECRET_KEY": "abcdefghij" * 4},
        "SECRET_KEY is a default or too short: use at least 50 random characters",
    ),
    "repetitive secret": (
        {"SECRET_KEY": "ab" * 40},
        "SECRET_KEY is a default or too short: use at least 50 random characters",
    ),
    "default secret": (
        {"SECRET_KEY": "django-insecure-abcdefghijklmnopqrstuvwxyz0123456789abcdefghij"},
        "SECRET_KEY is a default or too short: use at least 50 random characters",
    ),
    "no hosts": ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS is not set: name the hosts, such as www.example.in"),
    "any host": (
        {"ALLOWED_HOSTS": "www.example.in,*"},
        "ALLOWED_HOSTS must name the hosts: with * anybody could pose as the site",
    ),
    "sandbox port": (
        {"SANDBOX_PORT": "8002"},
        "the payment sandbox is not for production: set RAZORPAY_KEY_ID and unset everything named SANDBOX_*",
    ),
    "sandbox key": (
        {"SANDBOX_KEY_ID": "rzp_test_x"},
        "the payment sandbox is not for production: set RAZORPAY_KEY_ID and unset everything named SANDBOX_*",
    ),
    "sandbox URL": (
        {"RAZORPAY_BASE_URL": "https://www.example.in/sandbox/razorpay"},
        "RAZORPAY_BASE_URL is not the payment provider's https:// URL",
    ),
    "provider without TLS": (
        {"RAZORPAY_BASE_URL": "http://api.razorpay.com"},
        "RAZORPAY_BASE_URL is not the payment provider's https:// URL",
    ),
    "no provider": (
        {"RAZORPAY_KEY_ID": ""},
        "the payment sandbox is not for production: set RAZORPAY_KEY_ID and unset everything named SANDBOX_*",
    ),
    "no key secret": (
        {"RAZORPAY_KEY_SECRET": ""},
        "RAZORPAY_KEY_ID is set but RAZORPAY_KEY_SECRET is not: the provider's dashboard shows both",
    ),
    "no webhook secrets": (
        {"RAZORPAY_WEBHOOK_SECRETS": " "},
        "RAZORPAY_KEY_ID is set but RAZORPAY_WEBHOOK_SECRETS is not: the provider's dashboard shows both",
    ),
    "no messages": ({"SMS_AUTH_KEY": ""}, "SMS_AUTH_KEY is not set: nobody could log in"),
    "email without a sender": (
        {"EMAIL_URL": "smtp+tls://user:pw@mail.example.in:587"},
        "EMAIL_URL is set but EMAIL_FROM is not",
    ),
    "sqlite with several workers": (
        {**SQLITE, "WEB_WORKERS": "2"},
        "SQLite supports one worker only: set DATABASE_URL to PostgreSQL, or WEB_WORKERS to 1",
    ),
    "sqlite with several granian workers": (
        {**SQLITE, "GRANIAN_WORKERS": "2"},
        "SQLite supports one worker only: set DATABASE_URL to PostgreSQL, or WEB_WORKERS to 1",
    ),
    "memory cache with several workers": (
        {"REDIS_URL": "", "WEB_WORKERS": "2"},
        "several workers need a shared cache: set REDIS_URL, or WEB_WORKERS to 1",
    ),
    "no origins": (
        {"API_HOST": "www.example.in"},
        "API_HOST is set but WEB_ORIGINS is not: name the origins, such as https://www.example.in",
    ),
    "unknown api host": (
        {"API_HOST": "api.example.in", "WEB_ORIGINS": "https://www.example.in"},
        "API_HOST is not among ALLOWED_HOSTS",
    ),
    "no site URL": ({"SITE_URL": ""}, "SITE_URL is not set to the site's https:// URL"),
    "site without TLS": (
        {"SITE_URL": "http://www.example.in"},
        "SITE_URL is not set to the site's https:// URL",
    ),
    "bad number": ({"WEB_THREADS": "many"}, "WEB_THREADS is 'many': it must be a whole number, at least 1"),
    "number too small": ({"WEB_THREADS": "0"}, "WEB_THREADS is '0': it must be a whole number, at least 1"),
    "bad flag": ({"BEHIND_PROXY": "maybe"}, "BEHIND_PROXY is 'maybe': it must be 1 or 0"),
    "bad database": (
        {"DATABASE_URL": "mysql://u:p@h/db"},
        "DATABASE_URL must be postgres://user:password@host:5432/name or sqlite:////path",
    ),
    "bad port": (
        {"DATABASE_URL": "postgres://u:p@h:port/db"},
        "DATABASE_URL must be postgres://user:password@host:5432/name or sqlite:////path",
    ),
    "no database name": (
        {"DATABASE_URL": "postgres://u:p@h"},
        "DATABASE_URL must be postgres://user:password@host:5432/name or sqlite:////path",
    ),
    "bad cache": (
        {"REDIS_URL": "cache.example.in:6379"},
        "REDIS_URL must be a URL that starts with redis:// or rediss:// or unix://",
    ),
    "bad email URL": ({"EMAIL_URL": "pigeon://loft"}, "EMAIL_URL must be smtp+tls://user:password@host:587"),
    "bad origin": (
        {"WEB_ORIGINS": "www.example.in"},
        "WEB_ORIGINS must be origins without a path, such as https://www.example.in",
    ),
    "origin with a path": (
        {"WEB_ORIGINS": "https://www.example.in/"},
        "WEB_ORIGINS must be origins without a path, such as https://www.example.in",
    ),
}

STARTED: dict[str, dict[str, str]] = {
    "complete": {},
    "sqlite with one worker": {**SQLITE, "REDIS_URL": ""},
    "several workers": {"WEB_WORKERS": "4"},
    "email": {"EMAIL_URL": "smtp+tls://u:p@mail.example.in:587", "EMAIL_FROM": "Rally <hello@example.in>"},
    "an api host": {"API_HOST": "www.example.in", "WEB_ORIGINS": "https://www.example.in"},
    "a secret that starts with a dollar": {
        "SECRET_KEY": "$X4-9vQ_2mZ8rT1bN6yW3cL7pD5sF0hJqGaEuViOoRtYxMzCwBnKl"
    },
}


@pytest.fixture(scope="module")
def production(complete: dict[str, str]) -> dict[str, dict[str, Any]]:
    changes = {name: change for name, (change, _problem) in REFUSED.items()} | STARTED
    wanted = ["SECRET_KEY", "DEBUG", "SANDBOX_PORT", "SESSION_COOKIE_SECURE", "STYLEGUIDE", "OUTBOX_FILE"]
    rows = [("config.settings.production", {**complete, **change}, wanted) for change in changes.values()]
    return dict(zip(changes, read_settings(rows), strict=True))


@pytest.mark.parametrize("name", REFUSED)
def test_production_refuses_to_start_and_says_why(production: dict[str, dict[str, Any]], name: str) -> None:
    assert production[name] == {
        "refused": f"Rally cannot start with this environment:\n  - {REFUSED[name][1]}"
    }


@pytest.mark.parametrize("name", STARTED)
def test_production_starts_when_complete(
    production: dict[str, dict[str, Any]], complete: dict[str, str], name: str
) -> None:
    assert production[name] == {
        "SECRET_KEY": repr(STARTED[name].get("SECRET_KEY", complete["SECRET_KEY"])),
        "DEBUG": "False",
        "SANDBOX_PORT": "0",
        "SESSION_COOKIE_SECURE": "True",
        "STYLEGUIDE": "False",
        "OUTBOX_FILE": "None",
    }


@pytest.mark.parametrize(("domain", "prefix"), [("", "__Host-"), ("example.in", "__Secure-")])
def test_cookie_names_have_a_prefix(complete: dict[str, str], domain: str, prefix: str) -> None:
    environment = {**complete, "COOKIE_DOMAIN": domain}
    wanted = ["SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME"]
    (names,) = read_settings([("config.settings.production", environment, wanted)])
    assert list(names.values()) == [repr(f"{prefix}sessionid"), repr(f"{prefix}csrftoken")]


def test_an_empty_environment_lists_all_problems(tmp_path: Path) -> None:
    environment = {"DATA_DIR": str(tmp_path), "DEV": "1", "WEB_WORKERS": "3", "EMAIL_URL": "pigeon://loft"}
    settings = read_settings([("config.settings.production", environment, [])])[0]["refused"]
    assert [line.split()[1] for line in settings.splitlines()[1:]] == [
        "EMAIL_URL",
        "SECRET_KEY",
        "DEBUG",
        "ALLOWED_HOSTS",
        "the",
        "SMS_AUTH_KEY",
        "SQLite",
        "several",
        "SITE_URL",
    ]


@pytest.mark.parametrize(
    ("settings", "issues"),
    [
        (
            {
                "DATABASE_URL": "postgres://rally:pw@db.example.in:5432/rally",
                "EMAIL_URL": "smtp+tls://user:pw@mail.rally.in:587",
                "EMAIL_FROM": "hello@rally.in",
            },
            [],
        ),
        ({"DATABASE_URL": "sqlite:///{data}/db.sqlite3"}, ["readiness.email"]),
    ],
    ids=["with email", "without"],
)
def test_check_deploy_passes_before_there_is_a_database(
    complete: dict[str, str], settings: dict[str, str], issues: list[str]
) -> None:
    environment = {
        **complete,
        **{name: value.format(data=complete["DATA_DIR"]) for name, value in settings.items()},
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=environment,
    )
    printed = done.stdout + done.stderr
    assert (done.returncode, re.findall(r"^\?: \((\S+)\)", printed, re.MULTILINE)) == (0, issues), printed


def test_a_refused_start_prints_the_list_last(tmp_path: Path) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "DATA_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
    }
    done = subprocess.run(
        [sys.executable, "-c", "import config.wsgi"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env=environment,
    )
    assert done.returncode != 0
    listed = done.stderr.rpartition("Rally cannot start with this environment:\n")[2]
    assert listed.startswith("  - SECRET_KEY is not set")
    assert all(line.startswith("  - ") for line in listed.splitlines())


# --- local settings ---


def local(environment: Mapping[str, str], *wanted: str) -> dict[str, Any]:
    return read_settings([("config.settings.local", environment, list(wanted))])[0]


@pytest.mark.parametrize(
    ("url", "broker"),
    [
        ("unix:///run/redis.sock?db=2", "redis+socket:///run/redis.sock?virtual_host=2"),
        ("unix://:pw@/run/redis.sock", "redis+socket://:pw@/run/redis.sock?"),
        ("rediss://cache.example.in:6379/3", "rediss://cache.example.in:6379/3"),
    ],
)
def test_celery_gets_its_own_spelling_of_redis(tmp_path: Path, url: str, broker: str) -> None:
    found = local({"DATA_DIR": str(tmp_path), "REDIS_URL": url}, "CELERY_BROKER_URL", "CACHES")
    assert found["CELERY_BROKER_URL"] == repr(broker)
    assert repr(url) in found["CACHES"]


def test_the_secret_key_is_created_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    first, second = read_settings(
        [("config.settings.local", {"DATA_DIR": str(tmp_path)}, ["SECRET_KEY"])] * 2
    )
    file = tmp_path / "secret.key"
    assert first == second == {"SECRET_KEY": repr(file.read_text())}
    assert len(file.read_text()) >= 50
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.glob("secret*")] == ["secret.key"]


def test_a_given_secret_key_is_used(tmp_path: Path) -> None:
    settings = local({"DATA_DIR": str(tmp_path), "SECRET_KEY": "my own"}, "SECRET_KEY")
    assert settings == {"SECRET_KEY": "'my own'"}
    assert not (tmp_path / "secret.key").exists()


PAYMENTS = ("RAZORPAY_BASE_URL", "RAZORPAY_KEY_ID", "RAZORPAY_KEY_SECRET", "RAZORPAY_WEBHOOK_SECRETS")


def test_without_an_account_the_sandboxs_keys_are_used(tmp_path: Path) -> None:
    environment = {"DATA_DIR": str(tmp_path), "SANDBOX_PORT": "8123"}

    settings = local(environment, *PAYMENTS)

    assert settings == {
        "RAZORPAY_BASE_URL": "'http://127.0.0.1:8123/sandbox/razorpay'",
        "RAZORPAY_KEY_ID": "'rzp_test_sandbox'",
        "RAZORPAY_KEY_SECRET": repr((tmp_path / "sandbox.key").read_text()),
        "RAZORPAY_WEBHOOK_SECRETS": repr([(tmp_path / "sandbox-webhook.key").read_text()]),
    }


def test_a_command_reaches_the_sandbox_through_the_reverse_proxy(tmp_path: Path) -> None:
    settings = local({"DATA_DIR": str(tmp_path), "PORT": "8010"}, "RAZORPAY_BASE_URL")

    assert settings == {"RAZORPAY_BASE_URL": "'http://127.0.0.1:8010/sandbox/razorpay'"}


def test_a_given_account_is_used(tmp_path: Path) -> None:
    account = {
        "RAZORPAY_KEY_ID": "rzp_test_mine",
        "RAZORPAY_KEY_SECRET": "mine",
        "RAZORPAY_WEBHOOK_SECRETS": "new,old",
    }

    settings = local({"DATA_DIR": str(tmp_path), **account}, *PAYMENTS, "SANDBOX_PORT")

    assert settings == {
        "RAZORPAY_BASE_URL": "'https://api.razorpay.com'",
        "RAZORPAY_KEY_ID": "'rzp_test_mine'",
        "RAZORPAY_KEY_SECRET": "'mine'",
        "RAZORPAY_WEBHOOK_SECRETS": "['new', 'old']",
        "SANDBOX_PORT": "0",
    }
    assert not (tmp_path / "sandbox.key").exists()


def test_provider_concurrency_defaults_to_half_of_the_threads(tmp_path: Path) -> None:
    for given, concurrency in (({}, "4"), ({"WEB_THREADS": "1"}, "1"), ({"PROVIDER_CONCURRENCY": "7"}, "7")):
        assert local({"DATA_DIR": str(tmp_path), **given}, "PROVIDER_CONCURRENCY") == {
            "PROVIDER_CONCURRENCY": concurrency
        }


def test_the_data_folder_may_be_absolute_or_relative_to_the_project(tmp_path: Path) -> None:
    relative = os.path.relpath(tmp_path, ROOT)
    for given, meant in ((str(tmp_path), tmp_path), (relative, ROOT / relative)):
        settings = local({"DATA_DIR": given}, "DATA_DIR", "MEDIA_ROOT", "OUTBOX_FILE")
        assert settings == {
            "DATA_DIR": repr(meant),
            "MEDIA_ROOT": repr(meant / "media"),
            "OUTBOX_FILE": repr(meant / "outbox.jsonl"),
        }


def test_debug_is_off_by_default(tmp_path: Path) -> None:
    assert local({"DATA_DIR": str(tmp_path)}, "DEBUG") == {"DEBUG": "False"}
    assert local({"DATA_DIR": str(tmp_path), "DEV": "1"}, "DEBUG") == {"DEBUG": "True"}


def test_the_api_host_is_allowed(tmp_path: Path) -> None:
    environment = {
        "DATA_DIR": str(tmp_path),
        "API_HOST": "API.localhost:8000",
        "WEB_ORIGINS": "http://localhost:8000",
    }
    settings = local(environment, "API_HOST", "ALLOWED_HOSTS")
    assert settings == {
        "API_HOST": "'api.localhost:8000'",
        "ALLOWED_HOSTS": "['127.0.0.1', 'localhost', '[::1]', 'api.localhost']",
    }


def test_local_settings_refuse_malformed_values(tmp_path: Path) -> None:
    settings = local({"DATA_DIR": str(tmp_path), "DEV": "perhaps", "SANDBOX_PORT": "x"})
    assert [line.split()[1] for line in settings["refused"].splitlines()[1:]] == ["SANDBOX_PORT", "DEV"]


@pytest.mark.parametrize(("value", "wanted"), [("", "True"), ("1", "True"), ("0", "False")])
def test_production_requires_an_authenticator_by_default(
    complete: dict[str, str], value: str, wanted: str
) -> None:
    environment = {**complete, "STAFF_OTP_REQUIRED": value}
    settings = read_settings([("config.settings.production", environment, ["STAFF_OTP_REQUIRED"])])
    assert settings == [{"STAFF_OTP_REQUIRED": wanted}]


def test_local_settings_require_no_authenticator() -> None:
    settings = read_settings([("config.settings.local", {}, ["STAFF_OTP_REQUIRED", "OTP_DAILY_LIMIT"])])
    assert settings == [{"STAFF_OTP_REQUIRED": "False", "OTP_DAILY_LIMIT": "20000"}]

"""What each environment makes of the settings: production starts complete or not at all, and says why."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent

# One interpreter imports the settings afresh for each environment: a start for each would take a minute.
READER = """
import importlib, json, os, sys
from django.core.exceptions import ImproperlyConfigured
answers = []
for module, environment, wanted in json.load(sys.stdin):
    os.environ.clear()
    os.environ.update(environment)
    for name in [name for name in sys.modules if name.startswith("config.settings")]:
        del sys.modules[name]
    try:
        settings = importlib.import_module(module)
        answers.append({name: repr(getattr(settings, name, None)) for name in wanted})
    except ImproperlyConfigured as error:
        answers.append({"refused": str(error)})
print(json.dumps(answers))
"""


def read(rows: list[tuple[str, Mapping[str, str], list[str]]]) -> list[dict[str, Any]]:
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
        "SECRET_KEY is not set: 50 random characters, kept secret and the same on every start",
    ),
    "short secret": (
        {"SECRET_KEY": "abcdefghij" * 4},
        "SECRET_KEY is a default or too short: it takes 50 random characters",
    ),
    "dull secret": (
        {"SECRET_KEY": "ab" * 40},
        "SECRET_KEY is a default or too short: it takes 50 random characters",
    ),
    "default secret": (
        {"SECRET_KEY": "django-insecure-abcdefghijklmnopqrstuvwxyz0123456789abcdefghij"},
        "SECRET_KEY is a default or too short: it takes 50 random characters",
    ),
    "no hosts": ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS is not set: name the hosts, such as www.example.in"),
    "any host": (
        {"ALLOWED_HOSTS": "www.example.in,*"},
        "ALLOWED_HOSTS must name the hosts: * lets anybody pose as the site",
    ),
    "sandbox door": (
        {"SANDBOX_PORT": "8002"},
        "the payment sandbox is not for production: set RAZORPAY_KEY_ID and unset everything named SANDBOX_*",
    ),
    "sandbox key": (
        {"SANDBOX_KEY_ID": "rzp_test_x"},
        "the payment sandbox is not for production: set RAZORPAY_KEY_ID and unset everything named SANDBOX_*",
    ),
    "sandbox address": (
        {"RAZORPAY_BASE_URL": "https://www.example.in/sandbox/razorpay"},
        "RAZORPAY_BASE_URL is not the payment provider's https:// address",
    ),
    "open provider": (
        {"RAZORPAY_BASE_URL": "http://api.razorpay.com"},
        "RAZORPAY_BASE_URL is not the payment provider's https:// address",
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
    "mail from nobody": (
        {"EMAIL_URL": "smtp+tls://user:pw@mail.example.in:587"},
        "EMAIL_URL is set but MAIL_FROM is not",
    ),
    "sqlite for several": (
        {**SQLITE, "WEB_WORKERS": "2"},
        "SQLite serves one worker only: set DATABASE_URL to PostgreSQL, or WEB_WORKERS to 1",
    ),
    "sqlite for several of granian": (
        {**SQLITE, "GRANIAN_WORKERS": "2"},
        "SQLite serves one worker only: set DATABASE_URL to PostgreSQL, or WEB_WORKERS to 1",
    ),
    "memory cache for several": (
        {"REDIS_URL": "", "WEB_WORKERS": "2"},
        "several workers need a shared cache: set REDIS_URL, or WEB_WORKERS to 1",
    ),
    "no origins": (
        {"API_HOST": "www.example.in"},
        "API_HOST is set but WEB_ORIGINS is not: name the origins, such as https://www.example.in",
    ),
    "foreign api host": (
        {"API_HOST": "api.example.in", "WEB_ORIGINS": "https://www.example.in"},
        "API_HOST is not among ALLOWED_HOSTS",
    ),
    "no site": ({"SITE_URL": ""}, "SITE_URL is not set to the site's https:// address"),
    "plain site": (
        {"SITE_URL": "http://www.example.in"},
        "SITE_URL is not set to the site's https:// address",
    ),
    "bad number": ({"WEB_THREADS": "many"}, "WEB_THREADS is 'many': it takes a whole number from 1 up"),
    "number too small": ({"WEB_THREADS": "0"}, "WEB_THREADS is '0': it takes a whole number from 1 up"),
    "bad flag": ({"BEHIND_PROXY": "maybe"}, "BEHIND_PROXY is 'maybe': it takes 1 or 0"),
    "bad database": (
        {"DATABASE_URL": "mysql://u:p@h/db"},
        "DATABASE_URL takes postgres://user:password@host:5432/name or sqlite:////path",
    ),
    "bad port": (
        {"DATABASE_URL": "postgres://u:p@h:port/db"},
        "DATABASE_URL takes postgres://user:password@host:5432/name or sqlite:////path",
    ),
    "no database name": (
        {"DATABASE_URL": "postgres://u:p@h"},
        "DATABASE_URL takes postgres://user:password@host:5432/name or sqlite:////path",
    ),
    "bad cache": (
        {"REDIS_URL": "cache.example.in:6379"},
        "REDIS_URL is no address: it starts with redis:// or rediss:// or unix://",
    ),
    "bad mail": ({"EMAIL_URL": "pigeon://loft"}, "EMAIL_URL takes smtp+tls://user:password@host:587"),
    "bad origin": (
        {"WEB_ORIGINS": "www.example.in"},
        "WEB_ORIGINS takes origins and nothing behind them, such as https://www.example.in",
    ),
    "origin with a path": (
        {"WEB_ORIGINS": "https://www.example.in/"},
        "WEB_ORIGINS takes origins and nothing behind them, such as https://www.example.in",
    ),
}

STARTED: dict[str, dict[str, str]] = {
    "complete": {},
    "sqlite for one": {**SQLITE, "REDIS_URL": ""},
    "several with all they need": {"WEB_WORKERS": "4"},
    "mail": {"EMAIL_URL": "smtp+tls://u:p@mail.example.in:587", "MAIL_FROM": "Rally <hello@example.in>"},
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
    return dict(zip(changes, read(rows), strict=True))


@pytest.mark.parametrize("name", REFUSED)
def test_production_refuses_and_names_just_what_is_wrong(
    production: dict[str, dict[str, Any]], name: str
) -> None:
    assert production[name] == {
        "refused": f"Rally cannot start with this environment:\n  - {REFUSED[name][1]}"
    }


@pytest.mark.parametrize("name", STARTED)
def test_production_starts_with_all_it_needs(
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
def test_cookies_are_named_for_their_host(complete: dict[str, str], domain: str, prefix: str) -> None:
    environment = {**complete, "COOKIE_DOMAIN": domain}
    wanted = ["SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME"]
    (names,) = read([("config.settings.production", environment, wanted)])
    assert list(names.values()) == [repr(f"{prefix}sessionid"), repr(f"{prefix}csrftoken")]


def test_an_empty_environment_is_told_all_it_lacks_at_once(tmp_path: Path) -> None:
    environment = {"DATA_DIR": str(tmp_path), "DEV": "1", "WEB_WORKERS": "3", "EMAIL_URL": "pigeon://loft"}
    answer = read([("config.settings.production", environment, [])])[0]["refused"]
    assert [line.split()[1] for line in answer.splitlines()[1:]] == [
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


@pytest.mark.slow
@pytest.mark.parametrize(
    "database", ["postgres://rally:pw@db.example.in:5432/rally", "sqlite:///{data}/db.sqlite3"]
)
def test_djangos_own_check_finds_nothing_to_mend(complete: dict[str, str], database: str) -> None:
    environment = {
        **complete,
        "DATABASE_URL": database.format(data=complete["DATA_DIR"]),
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
    assert (done.returncode, done.stdout) == (0, "System check identified no issues (0 silenced).\n"), (
        done.stderr
    )


def test_a_refused_start_is_a_failure_that_ends_in_the_list(tmp_path: Path) -> None:
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
    told = done.stderr.rpartition("Rally cannot start with this environment:\n")[2]
    assert told.startswith("  - SECRET_KEY is not set")
    assert all(line.startswith("  - ") for line in told.splitlines())


# --- a person's own machine ---


def local(environment: Mapping[str, str], *wanted: str) -> dict[str, Any]:
    return read([("config.settings.local", environment, list(wanted))])[0]


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    first, second = read([("config.settings.local", {"DATA_DIR": str(tmp_path)}, ["SECRET_KEY"])] * 2)
    kept = tmp_path / "secret.key"
    assert first == second == {"SECRET_KEY": repr(kept.read_text())}
    assert len(kept.read_text()) >= 50
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.glob("secret*")] == ["secret.key"]


def test_a_secret_of_ones_own_wins(tmp_path: Path) -> None:
    answer = local({"DATA_DIR": str(tmp_path), "SECRET_KEY": "my own"}, "SECRET_KEY")
    assert answer == {"SECRET_KEY": "'my own'"}
    assert not (tmp_path / "secret.key").exists()


PAYMENTS = ("RAZORPAY_BASE_URL", "RAZORPAY_KEY_ID", "RAZORPAY_KEY_SECRET", "RAZORPAY_WEBHOOK_SECRETS")


def test_without_an_account_both_sides_know_the_sandboxs_keys(tmp_path: Path) -> None:
    environment = {"DATA_DIR": str(tmp_path), "SANDBOX_PORT": "8123"}

    answer = local(environment, *PAYMENTS)

    assert answer == {
        "RAZORPAY_BASE_URL": "'http://127.0.0.1:8123/sandbox/razorpay'",
        "RAZORPAY_KEY_ID": "'rzp_test_sandbox'",
        "RAZORPAY_KEY_SECRET": repr((tmp_path / "sandbox.key").read_text()),
        "RAZORPAY_WEBHOOK_SECRETS": repr([(tmp_path / "sandbox-webhook.key").read_text()]),
    }


def test_a_command_beside_the_site_reaches_the_sandbox_through_its_door(tmp_path: Path) -> None:
    answer = local({"DATA_DIR": str(tmp_path), "PORT": "8010"}, "RAZORPAY_BASE_URL")

    assert answer == {"RAZORPAY_BASE_URL": "'http://127.0.0.1:8010/sandbox/razorpay'"}


def test_an_account_of_ones_own_is_used_as_it_is(tmp_path: Path) -> None:
    account = {
        "RAZORPAY_KEY_ID": "rzp_test_mine",
        "RAZORPAY_KEY_SECRET": "mine",
        "RAZORPAY_WEBHOOK_SECRETS": "new,old",
    }

    answer = local({"DATA_DIR": str(tmp_path), **account}, *PAYMENTS, "SANDBOX_PORT")

    assert answer == {
        "RAZORPAY_BASE_URL": "'https://api.razorpay.com'",
        "RAZORPAY_KEY_ID": "'rzp_test_mine'",
        "RAZORPAY_KEY_SECRET": "'mine'",
        "RAZORPAY_WEBHOOK_SECRETS": "['new', 'old']",
        "SANDBOX_PORT": "0",
    }
    assert not (tmp_path / "sandbox.key").exists()


def test_the_provider_gets_half_of_the_threads_unless_told_otherwise(tmp_path: Path) -> None:
    for given, slots in (({}, "4"), ({"WEB_THREADS": "1"}, "1"), ({"PROVIDER_SLOTS": "7"}, "7")):
        assert local({"DATA_DIR": str(tmp_path), **given}, "PROVIDER_SLOTS") == {"PROVIDER_SLOTS": slots}


def test_the_data_folder_may_be_absolute_or_relative_to_the_project(tmp_path: Path) -> None:
    relative = os.path.relpath(tmp_path, ROOT)
    for given, meant in ((str(tmp_path), tmp_path), (relative, ROOT / relative)):
        answer = local({"DATA_DIR": given}, "DATA_DIR", "MEDIA_ROOT", "OUTBOX_FILE")
        assert answer == {
            "DATA_DIR": repr(meant),
            "MEDIA_ROOT": repr(meant / "media"),
            "OUTBOX_FILE": repr(meant / "outbox.jsonl"),
        }


def test_debug_is_off_unless_asked_for(tmp_path: Path) -> None:
    assert local({"DATA_DIR": str(tmp_path)}, "DEBUG") == {"DEBUG": "False"}
    assert local({"DATA_DIR": str(tmp_path), "DEV": "1"}, "DEBUG") == {"DEBUG": "True"}


def test_the_api_host_is_let_in(tmp_path: Path) -> None:
    environment = {
        "DATA_DIR": str(tmp_path),
        "API_HOST": "API.localhost:8000",
        "WEB_ORIGINS": "http://localhost:8000",
    }
    answer = local(environment, "API_HOST", "ALLOWED_HOSTS")
    assert answer == {
        "API_HOST": "'api.localhost:8000'",
        "ALLOWED_HOSTS": "['127.0.0.1', 'localhost', '[::1]', 'api.localhost']",
    }


def test_a_malformed_environment_is_refused_here_too(tmp_path: Path) -> None:
    answer = local({"DATA_DIR": str(tmp_path), "DEV": "perhaps", "SANDBOX_PORT": "x"})
    assert [line.split()[1] for line in answer["refused"].splitlines()[1:]] == ["SANDBOX_PORT", "DEV"]


@pytest.mark.parametrize(("value", "wanted"), [("", "True"), ("1", "True"), ("0", "False")])
def test_production_demands_an_authenticator_unless_told_otherwise(
    complete: dict[str, str], value: str, wanted: str
) -> None:
    environment = {**complete, "STAFF_OTP_REQUIRED": value}
    answers = read([("config.settings.production", environment, ["STAFF_OTP_REQUIRED"])])
    assert answers == [{"STAFF_OTP_REQUIRED": wanted}]


def test_a_bare_machine_takes_a_password_alone() -> None:
    answers = read([("config.settings.local", {}, ["STAFF_OTP_REQUIRED", "OTP_DAILY_LIMIT"])])
    assert answers == [{"STAFF_OTP_REQUIRED": "False", "OTP_DAILY_LIMIT": "20000"}]

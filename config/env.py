"""
Typed reading of the environment.

Every problem is collected and told in one message, so that a person who sets up a machine mends all
of it in one go instead of learning of one name a start.
"""

import os
import re
import secrets
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
_RATE = re.compile(rf"([0-9]{{1,6}})/({'|'.join(_SECONDS)})")
_ORIGIN = re.compile(r"https?://[^/\s]+")


class Environment:
    """Reads typed values and remembers what was missing, malformed or contradictory."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._env = environ.Env()
        # Blank means "not set": a `.env` file with `REDIS_URL=` must not connect to nowhere.
        self._variables = {name: value.strip() for name, value in variables.items() if value.strip()}
        self._problems: list[str] = []

    def text(self, name: str, default: str = "") -> str:
        # Read as it is: the library would take a secret that starts with $ for the name of another.
        return self._variables.get(name, default)

    def required(self, name: str, *, hint: str) -> str:
        value = self.text(name)
        if not value:
            self.refuse(f"{name} is not set: {hint}")
        return value

    def flag(self, name: str, default: bool = False) -> bool:
        value = self.text(name, "1" if default else "0").lower()
        if value in {"1", "true", "yes", "on"}:
            return True
        if value not in {"0", "false", "no", "off"}:
            self.refuse(f"{name} is {value!r}: it takes 1 or 0")
        return False

    def number(self, name: str, default: int, *, at_least: int = 0) -> int:
        value = self.text(name, str(default))
        is_number = value.isascii() and value.isdigit() and len(value) <= 9
        if not is_number or int(value) < at_least:
            self.refuse(f"{name} is {value!r}: it takes a whole number from {at_least} up")
            return default
        return int(value)

    def rate(self, name: str, default: str) -> tuple[int, int]:
        """How often in how many seconds, from `6/hour`."""
        found = _RATE.fullmatch(self.text(name, default))
        if found is None or int(found[1]) == 0:
            self.refuse(f"{name} is no rate: it takes 6/hour, with second, minute, hour or day")
            found = _RATE.fullmatch(default)
        assert found is not None, f"the default of {name} is no rate"
        return int(found[1]), _SECONDS[found[2]]

    def choice(self, name: str, allowed: Sequence[str]) -> str:
        value = self.text(name)
        if value not in allowed:
            self.refuse(f"{name} is {value!r}: it takes {' or '.join(filter(None, allowed))}")
            return ""
        return value

    def names(self, name: str) -> list[str]:
        return [part.strip() for part in self.text(name).split(",") if part.strip()]

    def address(self, name: str, default: str = "", *, schemes: tuple[str, ...]) -> str:
        value = self.text(name, default)
        if value and not value.startswith(schemes):
            # What was given is not told: it may hold a password.
            self.refuse(f"{name} is no address: it starts with {' or '.join(schemes)}")
        return value

    def origins(self, name: str) -> list[str]:
        found = self.names(name)
        self.refuse_if(
            not all(_ORIGIN.fullmatch(origin) for origin in found),
            f"{name} takes origins and nothing behind them, such as https://www.example.in",
        )
        return found

    def database(self, name: str) -> dict[str, Any] | None:
        url = self.text(name)
        if not url:
            return None
        try:
            if url.startswith(("postgres://", "postgresql://", "sqlite:///")):
                found = dict(self._env.db_url_config(url))
                if found.get("NAME"):
                    return found
        except (KeyError, ValueError, ImproperlyConfigured):
            pass
        self.refuse(f"{name} takes postgres://user:password@host:5432/name or sqlite:////path")
        return None

    def mail(self, name: str) -> dict[str, Any] | None:
        url = self.text(name)
        if not url:
            return None
        try:
            return dict(self._env.email_url_config(url))
        except (KeyError, ValueError, ImproperlyConfigured):
            self.refuse(f"{name} takes smtp+tls://user:password@host:587")
            return None

    def has_any(self, prefix: str) -> bool:
        return any(name.startswith(prefix) for name in self._env.ENVIRON)

    def refuse(self, problem: str) -> None:
        # Django may read a settings module again after its first refusal.
        if problem not in self._problems:
            self._problems.append(problem)

    def refuse_if(self, wrong: bool, problem: str) -> None:
        if wrong:
            self.refuse(problem)

    def check(self) -> None:
        """Raise one error that names every problem met so far."""
        if self._problems:
            listed = "\n".join(f"  - {problem}" for problem in self._problems)
            raise ImproperlyConfigured(f"Rally cannot start with this environment:\n{listed}")


def key_kept_in(path: Path) -> str:
    """The secret of this data folder: made at the first start, the same ever after."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        _put_in_place(path, secrets.token_urlsafe(50))
    return path.read_text(encoding="ascii").strip()


def _put_in_place(path: Path, text: str) -> None:
    """Whole or not at all, and only once: several processes may start at the same moment."""
    handle, draft = tempfile.mkstemp(prefix=path.name, dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(text)
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        os.unlink(draft)

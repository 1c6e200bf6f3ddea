"""
Typed reading of the environment.

Every problem is collected and told in one message, so that a person who sets up a machine mends all
of it in one go instead of learning of one name a start.
"""

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured


class Environment:
    """Reads typed values and remembers what was missing, malformed or contradictory."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._env = environ.Env()
        # Blank means "not set": a `.env` file with `REDIS_URL=` must not connect to nowhere.
        self._env.ENVIRON = {name: value for name, value in variables.items() if value.strip()}
        self._problems: list[str] = []

    def text(self, name: str, default: str = "") -> str:
        return str(self._env.str(name, default=default)).strip()

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
        if not value.isascii() or not value.isdigit() or int(value) < at_least:
            self.refuse(f"{name} is {value!r}: it takes a whole number from {at_least} up")
            return default
        return int(value)

    def names(self, name: str) -> list[str]:
        return [part.strip() for part in self.text(name).split(",") if part.strip()]

    def database(self, name: str) -> dict[str, Any] | None:
        url = self.text(name)
        if not url:
            return None
        if not url.startswith(("postgres://", "postgresql://", "sqlite:///")):
            self.refuse(f"{name} takes postgres://user:password@host:5432/name or sqlite:////path")
            return None
        return dict(self._env.db_url_config(url))

    def mail(self, name: str) -> dict[str, Any] | None:
        url = self.text(name)
        if not url:
            return None
        try:
            return dict(self._env.email_url_config(url))
        except (KeyError, ValueError, ImproperlyConfigured):
            self.refuse(f"{name} takes smtp+tls://user:password@host:587")
            return None

    def refuse(self, problem: str) -> None:
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
    try:
        with path.open("x", encoding="ascii") as file:
            path.chmod(0o600)
            file.write(secrets.token_urlsafe(50))
    except FileExistsError:
        pass
    return path.read_text(encoding="ascii").strip()

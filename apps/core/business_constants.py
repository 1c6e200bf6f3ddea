"""
The constants of the business that texts state, such as how long a credit is valid.

Each has one home: a constant in `deadlines.py` of the app that owns it. Rules, texts, message templates and
the browser read it from there at each use (`deadlines.CREDIT_VALIDITY`, never a copy made at import), so that
they always agree. What is not a duration, or is in a table, is registered as a text.
"""

import re
from collections.abc import Callable
from datetime import timedelta
from types import ModuleType

from django.core.exceptions import ImproperlyConfigured

from apps.core.formatting import time_span

PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")

_modules: dict[str, ModuleType] = {}
_texts: dict[str, Callable[[], str]] = {}


def register(module: ModuleType) -> None:
    """
    Register every duration of a module. {credit_validity} stands for its CREDIT_VALIDITY in texts.

    :raises ImproperlyConfigured: if another module has one of the same name
    """
    for name, value in vars(module).items():
        if name.isupper() and isinstance(value, timedelta):
            _require_unused(name.lower(), taken=_modules.get(name.lower()) not in (None, module))
            _modules[name.lower()] = module


def register_text(name: str, read: Callable[[], str]) -> None:
    """:raises ImproperlyConfigured: if the name is used by another"""
    _require_unused(name, taken=name in _modules or _texts.get(name, read) is not read)
    _texts[name] = read


def names() -> list[str]:
    return sorted([*_modules, *_texts])


def durations() -> dict[str, timedelta]:
    return {name: getattr(module, name.upper()) for name, module in _modules.items()}


def texts() -> dict[str, str]:
    """Every constant as it is read: '90 days'."""
    return {
        **{name: time_span(duration) for name, duration in durations().items()},
        **{name: read() for name, read in _texts.items()},
    }


def fill(text: str) -> str:
    """The text with the constants filled in; other braces stay as they were typed."""
    if "{" not in text:
        return text
    known = texts()
    return PLACEHOLDER.sub(lambda found: known.get(found[1], found[0]), text)


def help_text() -> str:
    """For forms. It is written when the form is shown, since models are loaded before the apps are ready."""
    return "Figures, filled in when the text is shown: " + ", ".join(
        f"{{{name}}} ({text})" for name, text in sorted(texts().items())
    )


def version() -> str:
    """Part of the cache key of what states constants, so that no cached text outlives one."""
    return ",".join(f"{name}={text}" for name, text in sorted(texts().items()))


def _require_unused(name: str, *, taken: bool) -> None:
    if taken:
        raise ImproperlyConfigured(f"Two figures are called {name!r}")

"""No pattern takes more time than its input has letters: one request must not stop a process."""

from __future__ import annotations

import ast
import gc
import importlib
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.contrib import admin
from django.core.validators import RegexValidator
from django.urls import URLPattern, URLResolver, get_resolver

from apps.core import logs
from apps.core.middleware import LONGEST_ADDRESS
from tests.pattern_inputs import hostile

ROOT = Path(__file__).resolve().parents[1]
SIZES = (8, 16, 20, 24, 32, 128, 512, 2048, 8192, 32_768)
QUICK_SECONDS = 0.03
"""Below this no growth is looked at: it is the clock that would be measured."""
QUICK_ROUTE_SECONDS = 0.25
"""URLs have a longest length: there it is the time itself that counts, for Django's own routes too."""
TOO_LONG_SECONDS = 1.0
SURELY_ONCE_SECONDS = 0.001
"""What takes less for 8,192 letters does not read them 8,192 times: that would be 30 million steps."""


# The stand-in provider is a program of its own, which no stranger reaches.
NOT_THE_SITE = {"tests", "testing", "migrations", "settings", "sandbox", "sandbox_door.py"}


def modules() -> Iterator[str]:
    for package in ("apps", "config"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if not NOT_THE_SITE.intersection(path.parts):
                parts = path.relative_to(ROOT).with_suffix("").parts
                yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def written() -> dict[str, re.Pattern[str]]:
    """What the tree's own modules hold, at whatever depth, and what they compile as they go."""
    found: dict[str, re.Pattern[str]] = {}
    for name in modules():
        module = importlib.import_module(name)
        for held_as, value in vars(module).items():
            for number, pattern in enumerate(_patterns_in(value)):
                found[f"{name}.{held_as}[{number}]"] = pattern
        source = Path(str(module.__file__))
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _calls_re(node) and isinstance(node.args[0], ast.Constant):
                found[f"{name}:{node.lineno}"] = re.compile(str(node.args[0].value))
    return found


def _patterns_in(value: object) -> Iterator[re.Pattern[str]]:
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _patterns_in(inner)
    elif isinstance(value, list | tuple | set | frozenset):
        for inner in value:
            yield from _patterns_in(inner)


def _calls_re(node: ast.Call) -> bool:
    return (
        isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and bool(node.args)
    )


def validators() -> dict[str, re.Pattern[str]]:
    """Of all fields of all models and forms of ours, and of every serializer that was ever made."""
    importlib.import_module("config.urls")
    admin.autodiscover()
    found = {}
    for model in apps.get_models():
        for field in model._meta.get_fields():
            for validator in getattr(field, "validators", []):
                if isinstance(validator, RegexValidator):
                    found[f"{model.__name__}.{field.name}: {validator.regex.pattern[:40]}"] = validator.regex
    for held in gc.get_objects():
        if issubclass(type(held), RegexValidator):
            found[f"validator {held.regex.pattern[:60]}"] = held.regex
    return found


def routes() -> dict[str, re.Pattern[str]]:
    return dict(_routes(get_resolver()))


def _routes(resolver: URLResolver) -> Iterator[tuple[str, re.Pattern[str]]]:
    for entry in resolver.url_patterns:
        if isinstance(compiled := getattr(entry.pattern, "regex", None), re.Pattern):
            yield f"route {entry.pattern} {compiled.pattern}", compiled
        if isinstance(entry, URLResolver):
            yield from _routes(entry)
        else:
            assert isinstance(entry, URLPattern)


ALL = {**written(), **validators(), **routes()}
# The same expression in two places is tried once.
DISTINCT = {(pattern.pattern, pattern.flags): name for name, pattern in reversed(ALL.items())}


def ways(pattern: re.Pattern[str]) -> list[Callable[[str], object]]:
    return [pattern.search, pattern.fullmatch, lambda text: pattern.sub("", text)]


def growth(
    use: Callable[[str], object],
    start: str,
    part: str,
    end: str,
    *,
    longest: int = SIZES[-1],
    quick: float = QUICK_SECONDS,
) -> str:
    """What is wrong with the time it takes; empty if it grows no faster than the text."""
    before = 0.0
    for size in (size for size in SIZES if size <= longest):
        text = start + (part * (size // len(part) + 1))[:size] + end
        took = min(_timed(use, text) for _ in range(1 if before < quick / 40 else 2))
        if size == 8192 and took < SURELY_ONCE_SECONDS:
            return ""
        # Four times the letters take four times as long, if it is linear; sixteen times if not.
        if took > TOO_LONG_SECONDS or (took > quick and took > before * 9):
            slowest = min(_timed(use, text) for _ in range(3))
            if slowest > quick and slowest > before * 9:
                return f"{size} letters take {slowest:.3f} s, the size before {before:.3f} s"
        before = took
    return ""


def _timed(use: Callable[[str], object], text: str) -> float:
    started = time.thread_time()
    use(text)
    return time.thread_time() - started


def test_the_tree_was_walked() -> None:
    assert {name.partition(".")[0] for name in ALL} >= {"apps", "config"}
    assert "apps.core.logs._NAMED[0]" in ALL
    assert any(name.startswith("Coupon.code") for name in ALL)
    assert any(name.startswith("route") for name in ALL)
    assert len(DISTINCT) > 100


@pytest.mark.once
@pytest.mark.parametrize(
    ("expression", "flags"),
    DISTINCT,
    ids=[re.sub(r"[^\w.:-]+", "_", name)[:80] for name in DISTINCT.values()],
)
def test_a_pattern_reads_its_input_once(expression: str, flags: int) -> None:
    pattern = re.compile(expression, flags)
    # Longer addresses are refused before a route is sought; the admin's own routes repeat `.+`.
    is_route = DISTINCT[expression, flags].startswith("route")
    longest, quick = (LONGEST_ADDRESS, QUICK_ROUTE_SECONDS) if is_route else (SIZES[-1], QUICK_SECONDS)
    for start, part, end in hostile(pattern):
        for use in ways(pattern):
            wrong = growth(use, start, part, end, longest=longest, quick=quick)
            assert not wrong, f"{expression} on {start!r}, {part!r} again and again, {end!r}: {wrong}"


@pytest.mark.parametrize(
    "expression",
    [r"[\w-]*token", r"(a+)+$", r"<h2>(.*?)</h2>", r"(?:a|a)*b", r"\s*\s*x", r"\S*[^\W_]\S*", r"\s+$"],
)
def test_a_pattern_that_reads_it_again_and_again_is_found(expression: str) -> None:
    pattern = re.compile(expression, re.DOTALL)
    assert any(growth(use, *given) for given in hostile(pattern) for use in ways(pattern))


LETTERS = ["a", "-", "1", "9", "\\", "'", " ", "é", "\n", "otp", "otp=", 'otp="', "otp='", "token ", "code "]


@pytest.mark.once
@pytest.mark.parametrize("part", LETTERS)
def test_a_long_text_is_redacted_in_no_time(part: str) -> None:
    for size in (65_536, 1_000_000):
        assert _timed(logs.redacted, part * (size // len(part))) < 0.25

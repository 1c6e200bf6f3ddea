"""Every regular expression takes linear time: one request must not block a process (ReDoS)."""

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
from apps.core.middleware import MAX_URL_LENGTH
from apps.core.testing import proof
from tests.regex_inputs import hostile_inputs, is_bounded

ROOT = Path(__file__).resolve().parents[1]
SIZES = (8, 16, 20, 24, 32, 128, 512, 2048, 8192, 32_768)
QUICK_SECONDS = 0.03
"""Below this, growth is not checked: the clock is too coarse."""
QUICK_ROUTE_SECONDS = 0.25
"""URLs have a maximum length, so for routes, also Django's, the time itself counts."""
TOO_LONG_SECONDS = 1.0
SURELY_LINEAR_SECONDS = 0.001
"""Less than this for 8,192 characters cannot be quadratic: that would be 30 million steps."""
BOUNDED_SIZE = 2048
"""Where every repetition has a maximum the time grows with the text alone, and one size shows how much."""


# The sandbox never runs in production.
NOT_THE_SITE = {"tests", "testing", "migrations", "settings", "sandbox", "sandbox_proxy.py"}


def modules() -> Iterator[str]:
    for package in ("apps", "config"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if not NOT_THE_SITE.intersection(path.parts):
                parts = path.relative_to(ROOT).with_suffix("").parts
                yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def patterns_in_code() -> dict[str, re.Pattern[str]]:
    """Patterns in module variables, also nested, and in calls of `re` functions."""
    found: dict[str, re.Pattern[str]] = {}
    for name in modules():
        module = importlib.import_module(name)
        for variable, value in vars(module).items():
            for number, pattern in enumerate(_patterns_in(value)):
                found[f"{name}.{variable}[{number}]"] = pattern
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
    """Patterns of all model and form fields, and of every serializer field created so far."""
    importlib.import_module("config.urls")
    admin.autodiscover()
    found = {}
    for model in apps.get_models():
        for field in model._meta.get_fields():
            for validator in getattr(field, "validators", []):
                if isinstance(validator, RegexValidator):
                    found[f"{model.__name__}.{field.name}: {validator.regex.pattern[:40]}"] = validator.regex
    for found_object in gc.get_objects():
        if issubclass(type(found_object), RegexValidator):
            found[f"validator {found_object.regex.pattern[:60]}"] = found_object.regex
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


ALL = {**patterns_in_code(), **validators(), **routes()}
# Each expression is tested once. Sorted, since two processes find validators in different orders.
DISTINCT = {(pattern.pattern, pattern.flags): name for name, pattern in sorted(ALL.items(), reverse=True)}


def uses(pattern: re.Pattern[str]) -> list[Callable[[str], object]]:
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
    """Describe superlinear growth; empty if the time grows linearly."""
    before = 0.0
    for size in (size for size in SIZES if size <= longest):
        text = start + (part * (size // len(part) + 1))[:size] + end
        seconds = min(_timed(use, text) for _ in range(1 if before < quick / 40 else 2))
        if size == 8192 and seconds < SURELY_LINEAR_SECONDS:
            return ""
        # Four times the characters take four times as long if linear, sixteen times if quadratic.
        if seconds > TOO_LONG_SECONDS or (seconds > quick and seconds > before * 9):
            slowest = min(_timed(use, text) for _ in range(3))
            if slowest > quick and slowest > before * 9:
                return f"{size} characters take {slowest:.3f} s, the size before {before:.3f} s"
        before = seconds
    return ""


def _timed(use: Callable[[str], object], text: str) -> float:
    started = time.thread_time()
    use(text)
    return time.thread_time() - started


def test_patterns_are_found() -> None:
    assert {name.partition(".")[0] for name in ALL} >= {"apps", "config"}
    assert "apps.core.logs._NAMED[0]" in ALL
    assert any(name.startswith("Coupon.code") for name in ALL)
    assert any(name.startswith("route") for name in ALL)
    assert len(DISTINCT) > 100


@pytest.mark.parametrize(
    ("expression", "flags"),
    DISTINCT,
    ids=[re.sub(r"[^\w.:-]+", "_", name)[:80] for name in DISTINCT.values()],
)
def test_a_pattern_takes_linear_time(expression: str, flags: int) -> None:
    pattern = re.compile(expression, flags)
    # Longer URLs are rejected before routing; the admin's own routes repeat `.+`.
    is_route = DISTINCT[expression, flags].startswith("route")
    longest, quick = (MAX_URL_LENGTH, QUICK_ROUTE_SECONDS) if is_route else (SIZES[-1], QUICK_SECONDS)
    bounded = is_bounded(pattern)
    for start, part, end in proof.some(hostile_inputs(pattern)):
        for use in uses(pattern):
            if bounded:
                text = start + part * (BOUNDED_SIZE // len(part)) + end
                assert any(_timed(use, text) < quick for _ in range(3)), f"{expression} on {part!r} repeated"
                continue
            wrong = growth(use, start, part, end, longest=longest, quick=quick)
            assert not wrong, f"{expression} on {start!r}, {part!r} repeated, {end!r}: {wrong}"


@pytest.mark.parametrize(
    ("expression", "bounded"),
    [(r"(?:a{1,3} ){0,5}b", True), (r"a*", False), (r"(?:x|(?!y+)){0,2}", False), (r"(a??(?=b{2,}))", False)],
)
def test_a_repetition_without_a_maximum_is_seen_anywhere(expression: str, bounded: bool) -> None:
    assert is_bounded(re.compile(expression)) is bounded


@pytest.mark.proof
def test_a_bounded_pattern_that_tries_every_way_is_slow() -> None:
    assert _timed(re.compile(r"(?:(?:a|a){0,11}b){1,2}c").search, "a" * BOUNDED_SIZE) > QUICK_SECONDS


@pytest.mark.proof
@pytest.mark.parametrize(
    "expression",
    [r"[\w-]*token", r"(a+)+$", r"<h2>(.*?)</h2>", r"(?:a|a)*b", r"\s*\s*x", r"\S*[^\W_]\S*", r"\s+$"],
)
def test_a_superlinear_pattern_is_found(expression: str) -> None:
    pattern = re.compile(expression, re.DOTALL)
    assert any(growth(use, *given) for given in hostile_inputs(pattern) for use in uses(pattern))


PARTS = ["a", "-", "1", "9", "\\", "'", " ", "é", "\n", "otp", "otp=", 'otp="', "otp='", "token ", "code "]


@pytest.mark.parametrize("part", PARTS)
def test_a_long_text_is_redacted_quickly(part: str) -> None:
    for size in (65_536, 1_000_000):
        assert _timed(logs.redact, part * (size // len(part))) < 0.25

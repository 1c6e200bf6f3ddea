"""Hostile values, and their encoding in a URL, a form or JSON."""

from __future__ import annotations

from random import Random
from typing import Any
from urllib.parse import quote

HOSTILE: tuple[str | bytes, ...] = (
    "",
    " ",
    "\x00",
    "a\x00b",
    "\r\nSet-Cookie: a=b",
    "0",
    "-1",
    "00",
    "1.5",
    "1e999",
    "NaN",
    "Infinity",
    "9" * 19,
    "9" * 30,
    "-" + "9" * 30,
    "9" * 1500,
    "0000",
    "9999",
    "10000",
    "99999",
    "2147483648",
    "9223372036854775808",
    "0000-00-00",
    "9999-12-31",
    "10000-01-01",
    "2026-02-30",
    "2026-11-22T10:00:00+99:99",
    "25:61",
    "true",
    "null",
    "None",
    "undefined",
    "[]",
    "{}",
    "\ud800",
    "\udfff\ud800",
    b"\xff\xfe",
    b"\xc0\xaf",
    b"\xf4\x90\x80\x80",
    "\u0967\u0968\u0969",
    "\uff11\uff12",
    "\u202eabc",
    "e\u0301" * 40,
    "\U0001f9d1\u200d\U0001f33e",
    "\ufeff",
    "\u0130\u0131\u017f",
    "'\";--",
    "' OR 1=1 --",
    "%",
    "%s%n",
    "%00",
    "%252e%252e/",
    "_%_%",
    "{{7*7}}{% load x %}",
    "<script>alert(1)</script>",
    "../../../../etc/passwd",
    "..\\..\\x",
    "/",
    "//host/path",
    "javascript:alert(1)",
    "https://example.com/",
    "mailto:x@y",
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "0192f3a0-0000-7000-8000-0000000000zz",
    "urn:uuid:00000000-0000-0000-0000-000000000000",
    "{00000000000000000000000000000000}",
    "[" * 500,
    "(" * 500,
    "a b " * 200,
    "a" * 2000,
    "*",
    ".",
    "..",
    "a/.",
    "\n",
    "a\rb",
    "\u2028",
    "\x7f",
    "*" * 100,
    "\\" * 100,
    "=1+1",
    "a,b,,c",
    ",",
    "1," * 300,
    "__class__",
    "pk__in",
    "9876543210",
    "919876543210",
    "\u096f\u096e\u096d\u096c\u096b\u096a\u0969\u0968\u0967\u0966",
    "123456",
    "a@b.in",
    "a@" + "b" * 300 + ".in",
    "29ABCDE1234F1Z5",
)

LOOKUPS = (
    "",
    "__exact",
    "__iexact",
    "__year",
    "__month",
    "__day",
    "__year__gte",
    "__date",
    "__gte",
    "__lt",
    "__in",
    "__isnull",
    "__range",
    "__regex",
    "__iregex",
    "__search",
    "__contains",
    "__startswith",
    "__nothing",
    "__pk__pk",
    "__id__exact",
    "__" * 50,
    "____",
    "__contains__year",
)

LENGTHS = (600, 1990, 2048, 2049, 4_000, 16_000, 40_000, 60_000, 63_000)
_PIECES = (
    "a",
    "9",
    "%2e",
    "../",
    "a/",
    "9876543210",
    "token=",
    "code 123456 ",
    "%E0%A4%85",
    "%00",
    "a=b&",
    "é",
    "-",
    "a-",
    "=",
    "+91 ",
    "Bearer ",
    "session_id:",
    "x\\",
)


def hostile(chance: Random) -> str | bytes:
    value = chance.choice(HOSTILE)
    if chance.random() < 0.15:
        other = chance.choice(HOSTILE)
        value = as_text(value) + as_text(other)
    return value


def long(chance: Random) -> str:
    """A text of up to 64 kB that makes a backtracking regular expression slow."""
    length = chance.choice(LENGTHS)
    piece = chance.choice(_PIECES)
    text = piece * (length // len(piece))
    return text + chance.choice(("", "!", " ", "\n", "@"))


def as_text(value: str | bytes) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else value


def in_address(value: str | bytes, chance: Random) -> str:
    """Percent-encoded, correctly or not."""
    way = chance.random()
    if way < 0.06:
        raw = as_text(value).encode("utf-8", "surrogatepass").decode("latin-1")
        return "".join(letter for letter in raw if letter > " " and letter not in "\x7f?#")
    if way < 0.1:
        return quoted(value) + chance.choice(("%", "%z", "%zz", "%C3", "%ED%A0%80", "%u0041"))
    if way < 0.14:
        return quoted(quoted(value))
    return quoted(value)


def quoted(value: str | bytes) -> str:
    raw = value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")
    return quote(raw, safe="")


def anything(chance: Random, depth: int = 0) -> Any:
    """A JSON value that fits no schema."""
    kind = chance.randrange(10 if depth < 3 else 7)
    match kind:
        case 0:
            return None
        case 1:
            return chance.choice((True, False))
        case 2:
            return chance.choice((0, -1, 1, 2**31, 2**63, -(2**63) - 1, 10**30, 10**400))
        case 3:
            return chance.choice((0.1, -0.0, 1e308, float("inf"), float("nan"), 1.5))
        case 7:
            return [anything(chance, depth + 1) for _ in range(chance.choice((0, 1, 3, 200)))][:200]
        case 8:
            return {as_text(hostile(chance)): anything(chance, depth + 1) for _ in range(chance.randrange(4))}
        case 9:
            return long(chance)
    return as_text(hostile(chance))

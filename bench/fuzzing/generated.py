"""Generated requests: those to the API are Schemathesis', those to pages and admin forms our own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

import hypothesis
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.core.result import Ok

from bench.fuzzing.targets import Targets
from tests.money.site_processes import ROOT, TOKEN
from tests.test_admin_input import NAMES, VALUES

_PARAMETER = re.compile(r"<[^>]+>|:\w+")
_METHODS = ("GET", "GET", "GET", "GET", "HEAD", "POST", "POST", "PUT", "DELETE", "PROPFIND")
_NAMES = (*NAMES, "order", "kind", "next", "category", "level", "sort", "month", "date", "skip", "limit")
_LONG_PARTS = ("a", "9", "../", "%2e", "\u0905", "a=b&", "[", "\\", "code 123456 ", "Bearer ")
_LENGTHS = (600, 2048, 2049, 16_000, 60_000)
_FILE_NAMES = ("a.png", "../../a.png", "a" * 300 + ".svg", "\0.png", "a.mp4")
_HEADERS = {
    "Range": ["bytes=0-0", "bytes=5-2", "bytes=-0", "bytes=999999999999999999999-", "bytes=0-0,1-1," * 200],
    "If-None-Match": ["*", 'W/"x"', '"a",' * 300],
    "If-Modified-Since": ["Wed, 21 Oct 99999 07:28:00 GMT", "-1"],
    "Accept": ["application/xml;q=nan", "a/b;" * 500, "/"],
    "Accept-Language": ["en;q=9", "hi-IN," * 300],
    "Host": ["evil.example", "[::1", "127.0.0.1:99999"],
    "Origin": ["null", "http://["],
    "Referer": ["http://[", "http://127.0.0.1/" + "a" * 7000],
    "X-Forwarded-For": ["[", "1.2.3.4," * 500, "999.1.1.1"],
    "X-Request-ID": ["a" * 200],
    "Content-Type": ["/", "application/json; charset=nothing", "multipart/form-data; boundary="],
    "Authorization": ["Basic !!!"],
    "Cookie": ["=;=;=", "sessionid=" + "a" * 5000, "a=b;" * 900],
}


@dataclass(frozen=True, slots=True)
class Request:
    area: str
    who: str
    person: int
    prepared: requests.PreparedRequest

    def __str__(self) -> str:
        sent = self.prepared
        return f"{self.who} {sent.method} {sent.path_url[:200]} {str(sent.body or '')[:120]}"


def generate(targets: Targets, *, count: int, seed: int) -> Iterator[Request]:
    """To each area in turns. The same seed and targets give the same requests."""
    rng = Random(seed)  # noqa: S311 - not for security
    everybody = ("visitor", "member", "member", "staff")
    mostly_staff = ("staff", "staff", "staff", *everybody)
    for case in _cases(ceil(count / 4), rng):
        yield _request("api", _api(targets, case, rng), everybody, rng)
        yield _request("page", _route(targets, targets.pages, rng), everybody, rng)
        yield _request("admin", _route(targets, targets.admin_routes, rng), mostly_staff, rng)
        yield _request("form", _form(targets, rng), mostly_staff, rng)


def _request(area: str, arguments: dict[str, Any], people: Sequence[str], rng: Random) -> Request:
    headers = {**arguments.pop("headers", {})}
    if rng.random() < 0.95:
        headers["X-CSRFToken"] = TOKEN
    if rng.random() < 0.3:
        name = rng.choice(sorted(_HEADERS))
        headers[name] = rng.choice((*_HEADERS[name], _text(rng).encode().decode("latin-1")))
    # Those who log out would have no session for the other requests.
    who = "visitor" if "logout" in arguments["url"] else rng.choice(people)
    return Request(area, who, rng.randrange(6), requests.Request(**arguments, headers=headers).prepare())


def _cases(count: int, rng: Random) -> list[Any]:
    """Schemathesis' requests to all endpoints, most of them valid, in any order."""
    schema = schemathesis.openapi.from_dict(json.loads((ROOT / "docs" / "openapi.json").read_text()))
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    rng.shuffle(operations)
    valid, invalid = schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE
    found: list[Any] = []
    for operation in operations:
        strategy = (
            operation.as_strategy(valid) | operation.as_strategy(valid) | operation.as_strategy(invalid)
        )

        @hypothesis.seed(rng.random())
        @settings(
            max_examples=ceil(count / len(operations)),
            phases=[Phase.generate],
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )
        @hypothesis.given(strategy)
        def collect(case: Any) -> None:
            found.append(case)

        collect()
    rng.shuffle(found)
    return found[:count]


def _api(targets: Targets, case: Any, rng: Random) -> dict[str, Any]:
    """The request, with the keys of rows that exist in the place of some texts."""
    for given in (case.path_parameters, case.query, case.body):
        if isinstance(given, dict):
            for name in [name for name, value in given.items() if isinstance(value, str)]:
                given[name] = given[name] if rng.random() < 0.4 else _key(targets, rng)
    arguments = case.as_transport_kwargs(base_url=targets.site)
    return {name: value for name, value in arguments.items() if name != "cookies"}


def _route(targets: Targets, routes: Sequence[str], rng: Random) -> dict[str, Any]:
    """A URL with hostile parameters; sometimes a hostile form is sent to it."""
    path = _PARAMETER.sub(lambda _: quote(_value(targets, rng), safe=""), rng.choice(routes))
    query, form = (
        {rng.choice(_NAMES): _value(targets, rng) for _ in range(rng.randrange(3))} for _ in range(2)
    )
    method = rng.choice(_METHODS)
    data = form if method in ("POST", "PUT") else None
    return {"method": method, "url": f"{targets.site}/{path}?{urlencode(query)}", "data": data}


def _form(targets: Targets, rng: Random) -> dict[str, Any]:
    """An admin form as a browser sends it, with some values changed."""
    path, form = rng.choice(targets.forms)
    fields: dict[str, Any] = {
        name: value for name, value in form.fields.items() if name != "csrfmiddlewaretoken"
    }
    # A confirmed deletion leaves fewer rows for the other requests.
    if rng.random() < 0.9:
        fields.pop("post", None)
    for name in rng.sample(sorted(fields), min(len(fields), rng.choice((0, 1, 1, 2, 3, 8)))):
        options = form.options.get(name, [])
        fields[name] = rng.choice(options) if options and rng.random() < 0.5 else _value(targets, rng)
    if "action" in form.options:
        fields |= {"action": rng.choice(form.options["action"]), "_selected_action": _key(targets, rng)}
    if rng.random() < 0.01:
        fields |= {f"field{number}": "x" for number in range(12_000)}
    image = (rng.choice(_FILE_NAMES), _value(targets, rng), "image/png")
    files = {"image": image} if rng.random() < 0.3 else None
    return {"method": "POST", "url": targets.site + path, "data": fields, "files": files}


def _value(targets: Targets, rng: Random) -> str | bytes:
    kind = rng.random()
    if kind < 0.5:
        return _key(targets, rng)
    if kind < 0.53:
        part, length = rng.choice(_LONG_PARTS), rng.choice(_LENGTHS)
        return part * (length // len(part))
    return _text(rng) if kind < 0.65 else rng.choice(VALUES)


def _text(rng: Random) -> str:
    """Letters of many scripts."""
    return "".join(chr(rng.randrange(0xA1, 0xD7FF)) for _ in range(rng.randrange(1, 30)))


def _key(targets: Targets, rng: Random) -> str:
    """The key of a row that exists; half of them are of what the API sells."""
    return rng.choice(targets.sold if rng.random() < 0.5 else targets.keys)

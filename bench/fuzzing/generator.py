"""Generates requests: the same seed, number and data give the same request."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeVar
from urllib.parse import urlencode

from bench.fuzzing.targets import Form, Targets
from bench.fuzzing.values import LOOKUPS, anything, as_text, hostile, in_address, long, quoted
from tests.money.site_processes import TOKEN

Chosen = TypeVar("Chosen")

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "get")
UNSAFE = ("POST", "PUT", "PATCH", "DELETE")
_PARAMETER = re.compile(r"<(?:(\w+):)?(\w+)>")
_ADMIN_NAMES = ("q", "p", "o", "all", "_popup", "_to_field", "e", "_changelist_filters", "next", "date")
_AREAS = {"api": 42, "admin": 28, "form": 10, "page": 10, "file": 7, "unknown": 3}


@dataclass(frozen=True, slots=True)
class Request:
    number: int
    area: str
    who: str
    person: int
    method: str
    target: str
    """As in the request line, latin-1."""
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""

    def __str__(self) -> str:
        body = f" {self.body[:120]!r}... ({len(self.body)} bytes)" if self.body else ""
        target = f"{self.target[:200]} ({len(self.target)} characters)"
        return f"#{self.number} {self.who} {self.method} {target}{body}"


class Generator:
    def __init__(self, targets: Targets, seed: int) -> None:
        self._targets = targets
        self._seed = seed
        self._all_ids = [key for keys in targets.ids.values() for key in keys if key]
        self._shops = [key for label in _SOLD for key in targets.ids.get(label, ()) if key]

    def request(self, number: int) -> Request:
        rng = Random(f"{self._seed}:{number}")  # noqa: S311 - not for security
        area = rng.choices(list(_AREAS), list(_AREAS.values()))[0]
        who = "staff" if area in ("admin", "form") and rng.random() < 0.8 else ""
        request = replace(
            getattr(self, f"_{area}")(rng),
            number=number,
            who=who or rng.choice(("visitor", "member", "member", "staff")),
            person=rng.randrange(6),
        )
        return self._with_headers(self._stretched(request, rng), rng)

    # --- targets ---------------------------------------------------------------------------------

    def _api(self, rng: Random) -> Request:
        usual, route = self._chosen(self._targets.endpoints, rng)
        method = usual if rng.random() < 0.85 else rng.choice(METHODS)
        target = "/" + self._path(route, rng) + rng.choices(("", "/", "//"), (80, 17, 3))[0]
        target += self._query(self._targets.query_names, rng, often=0.9 if method == "GET" else 0.1)
        if method not in UNSAFE:
            return self._plain("api", method, target)
        schema = self._targets.bodies.get(re.sub(_PARAMETER, r"{\2}", route))
        return self._sent("api", method, target, rng, self._json(schema, rng))

    def _admin(self, rng: Random) -> Request:
        route = self._chosen(self._targets.admin_routes, rng)
        label = ".".join(route.split("/")[1:3])
        method = rng.choices(("GET", "POST", rng.choice(METHODS)), (75, 18, 7))[0]
        columns = self._targets.columns.get(label, ())
        names = [name + rng.choice(LOOKUPS) for name in columns] or list(_ADMIN_NAMES)
        target = "/" + self._path(route, rng, self._targets.ids.get(label, ()))
        target += self._query([*names, *_ADMIN_NAMES], rng, often=0.8)
        if method not in UNSAFE:
            return self._plain("admin", method, target)
        fields = {as_text(hostile(rng)): as_text(hostile(rng)) for _ in range(3)}
        fields |= {"action": "delete_selected", "_selected_action": self._key(rng)}
        return self._sent("admin", method, target, rng, fields)

    def _form(self, rng: Random) -> Request:
        """An admin form with its values, some of them changed."""
        form: Form = rng.choice(self._targets.forms)
        fields = dict(form.fields)
        fields.pop("csrfmiddlewaretoken", None)
        if rng.random() < 0.9 and form.path.endswith("/delete/"):
            fields.pop("post", None)  # It would delete the object.
        for name in rng.sample(sorted(fields), min(len(fields), rng.choice((0, 1, 1, 2, 3, 8)))):
            fields[name] = self._field(form, name, rng)
        if "action" in form.options:
            fields["action"] = rng.choice(form.options["action"])
            fields["_selected_action"] = self._key(rng)
        if rng.random() < 0.01:
            fields |= {f"field{number}": "x" for number in range(rng.choice((900, 12_000)))}
        return self._sent("form", "POST", form.path, rng, fields)

    def _field(self, form: Form, name: str, rng: Random) -> str:
        if name in form.options and rng.random() < 0.5:
            return rng.choice(form.options[name])
        if rng.random() < 0.05:
            return long(rng)
        return self._key(rng) if rng.random() < 0.15 else as_text(hostile(rng))

    def _page(self, rng: Random) -> Request:
        path = rng.choice(self._targets.pages)
        parts = [self._segment(rng) if part.startswith(":") else part for part in path.split("/")]
        names = [*self._targets.query_names, "order", "kind", "next", "category", "level", "sort", "month"]
        target = "/".join(parts) + self._query(names, rng, often=0.5)
        return self._plain("page", rng.choice(("GET", "GET", "GET", "HEAD", rng.choice(METHODS))), target)

    def _file(self, rng: Random) -> Request:
        if self._targets.media_urls and rng.random() < 0.4:
            target = rng.choice(self._targets.media_urls)
            if rng.random() < 0.3:
                place = rng.randrange(len(target))
                target = target[:place] + rng.choice("aA0-_:/.%") + target[place + 1 :]
        else:
            target = "/" + self._path(rng.choice(self._targets.files), rng)
            target += self._segment(rng) if target.endswith("/") else ""
        return self._plain("file", rng.choice(("GET", "GET", "HEAD", rng.choice(METHODS))), target)

    def _unknown(self, rng: Random) -> Request:
        start = rng.choice(
            ("/", "/api/", "/admin/", "/media/", "/static/", "/.well-known/", "//", "/sandbox/")
        )
        target = start + "/".join(self._segment(rng) for _ in range(rng.randrange(4)))
        target = target.replace("/control", "/x")
        return self._plain("unknown", rng.choice(METHODS), target + self._query(("q",), rng, often=0.3))

    # --- helpers ---------------------------------------------------------------------------------

    def _plain(self, area: str, method: str, target: str) -> Request:
        return Request(0, area, "", 0, method, target)

    def _chosen(self, routes: Sequence[Chosen], rng: Random) -> Chosen:
        """Logging out is made rare, so that most requests have a session."""
        route = rng.choice(routes)
        return route if "logout" not in str(route) or rng.random() < 0.1 else self._chosen(routes, rng)

    def _path(self, route: str, rng: Random, own: Sequence[str] = ()) -> str:
        def value(found: re.Match[str]) -> str:
            if own and rng.random() < 0.7:
                return quoted(rng.choice(own))
            if found[1] == "int" and rng.random() < 0.7:
                return rng.choice(("0", "1", "359", "360", "9" * 30))
            return self._segment(rng)

        return _PARAMETER.sub(value, route)

    def _segment(self, rng: Random) -> str:
        if rng.random() < 0.55:
            return quoted(self._key(rng))
        return in_address(hostile(rng), rng)

    def _key(self, rng: Random) -> str:
        return rng.choice(self._shops if rng.random() < 0.5 else self._all_ids)

    def _query(self, names: Sequence[str], rng: Random, *, often: float) -> str:
        if rng.random() > often:
            return ""
        pairs = []
        for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
            name = rng.choice(names) if rng.random() < 0.93 else as_text(hostile(rng))
            value = self._segment(rng) if rng.random() < 0.3 else in_address(hostile(rng), rng)
            pairs.append(f"{quoted(name)}={value}" if rng.random() < 0.97 else value)
        return "?" + "&".join(pairs)

    def _stretched(self, request: Request, rng: Random) -> Request:
        if rng.random() > 0.04:
            return request
        text = "".join(letter for letter in long(rng) if letter > " ")
        raw = text.encode().decode("latin-1")
        between = rng.choice(("/", "?", "&x=", "?q=", ""))
        return replace(request, target=(request.target + between + raw)[:65_000])

    # --- bodies ----------------------------------------------------------------------------------

    def _sent(self, area: str, method: str, target: str, rng: Random, content: Any) -> Request:
        """Encode the content as the endpoint expects it, or wrongly."""
        way = rng.random()
        is_json = area == "api" if way < 0.88 else rng.random() < 0.5
        if way > 0.95:
            kind, body = rng.choice(_BROKEN)
        elif is_json:
            kind = rng.choice(_JSON_KINDS) if rng.random() < 0.1 else "application/json"
            charset = "utf-16" if rng.random() < 0.02 else "utf-8"
            body = json.dumps(content, ensure_ascii=rng.random() < 0.7).encode(charset, "surrogatepass")
        elif rng.random() < 0.3:
            kind, body = _multipart(_flat(content), rng)
        else:
            kind = "application/x-www-form-urlencoded"
            body = urlencode(_flat(content), errors="surrogatepass").encode()
        return Request(0, area, "", 0, method, target, (("Content-Type", kind),), body)

    def _json(self, schema: Any, rng: Random) -> Any:
        if schema is None or rng.random() < 0.05:
            return anything(rng)
        found = {
            name: self._fitting(name, inner, rng) if rng.random() < 0.75 else anything(rng)
            for name, inner in schema.get("properties", {}).items()
            if rng.random() < 0.92
        }
        if rng.random() < 0.05:
            found[as_text(hostile(rng))] = anything(rng)
        return found

    def _fitting(self, name: str, schema: Mapping[str, Any], rng: Random) -> Any:
        """A value that fits the schema, more or less."""
        choices = schema.get("oneOf") or schema.get("anyOf") or schema.get("allOf")
        if choices:
            return self._fitting(name, rng.choice(choices), rng)
        if schema.get("enum"):
            return rng.choice(schema["enum"])
        kind = schema.get("type")
        kind = rng.choice(kind) if isinstance(kind, list) else kind
        match kind:
            case "object":
                return {
                    key: self._fitting(key, one, rng) for key, one in schema.get("properties", {}).items()
                }
            case "array":
                return [self._fitting(name, schema.get("items", {}), rng) for _ in range(rng.randrange(4))]
            case "integer" | "number":
                return rng.choice((0, 1, 5, 60, -1, 10**6, 2**63))
            case "boolean":
                return rng.choice((True, False))
            case "null":
                return None
        if "mobile" in name.lower():
            return str(rng.choice((9_100_000_000, 919_100_000_000, 7_000_000_000)) + rng.randrange(6))
        return self._key(rng) if rng.random() < 0.7 else as_text(hostile(rng))

    # --- headers ---------------------------------------------------------------------------------

    def _with_headers(self, request: Request, rng: Random) -> Request:
        found = [*request.headers]
        if rng.random() < 0.96:
            found.append(("X-CSRFToken", TOKEN))
        for name, values in _HEADERS.items():
            often = {"Host": 0.01, "Range": 0.5 if request.area == "file" else 0.02}.get(name, 0.05)
            if rng.random() < often:
                found.append((name, _sendable(rng.choice((*values, as_text(hostile(rng)))))))
        if rng.random() < 0.01:
            found.append(("Cookie", _sendable(long(rng))))
        return replace(request, headers=tuple(found))


_SOLD = (
    "catalog.course",
    "catalog.topic",
    "live.webinar",
    "live.mentorship",
    "live.livetrading",
    "live.programsession",
    "pro.proplan",
    "commerce.cart",
    "commerce.order",
    "commerce.coupon",
    "accounts.user",
)
_JSON_KINDS = (
    "application/json; charset=utf-16",
    "application/json; charset=nothing",
    "application/json;charset=\xff",
    "text/json",
    "text/plain",
    "application/problem+json",
    "",
    "/",
    "application/json" + ";a=b" * 500,
)
_BROKEN: tuple[tuple[str, bytes], ...] = (
    ("application/json", b""),
    ("application/json", b"{"),
    ("application/json", b'{"id":'),
    ("application/json", b"[" * 100_000),
    ("application/json", b'{"a":' * 50_000),
    ("application/json", b"9" * 10_000),
    ("application/json", b'{"id": ' + b"9" * 5_000 + b"}"),
    ("application/json", b'{"id": "\\ud800", "mobile": "\\ud800"}'),
    ("application/json", b'{"id": "\xff\xfe"}'),
    ("application/json", b"\xef\xbb\xbf{}"),
    ("application/json", b'{"id": 1, "id": [], "id": {}}'),
    ("application/json", b'{"id": 1e999999}'),
    ("application/json", b'{"id": "' + b"a" * 300_000 + b'"}'),
    ("application/x-www-form-urlencoded", b"%"),
    ("application/x-www-form-urlencoded", b"&" * 50_000),
    ("application/x-www-form-urlencoded", b"a=1&" * 20_000),
    ("application/x-www-form-urlencoded; charset=utf-7", b"a=+AGE-"),
    ("application/x-www-form-urlencoded; charset=nothing", b"a=1&_selected_action=1"),
    ("multipart/form-data", b"--x\r\n"),
    ("multipart/form-data; boundary=", b"--\r\n"),
    ("multipart/form-data; boundary=" + "x" * 300, b"--x\r\n"),
    ("multipart/form-data; boundary=x", b"--x\r\nContent-Disposition: form-data"),
    (
        "multipart/form-data; boundary=x",
        b'--x\r\nContent-Disposition: form-data; name="\x00"\r\n\r\n\x00\r\n--x--',
    ),
    ("multipart/form-data; boundary=x", b"--x\r\n" * 5_000),
    ("multipart/form-data; boundary=\xe9", b"--\xe9--"),
    ("application/octet-stream", b"\x00" * 1_200_000),
)
_HEADERS: Mapping[str, tuple[str, ...]] = {
    "Range": (
        "bytes=0-0",
        "bytes=0-",
        "bytes=-1",
        "bytes=-0",
        "bytes=5-2",
        "bytes=999999999999999999999-",
        "bytes=0-0,1-1," * 200,
        "bytes=\u0661-\u0662",
        "bytes=--1",
        "bytes=",
        "lines=1-2",
    ),
    "If-Range": ('"x"', "Wed, 21 Oct 2015 07:28:00 GMT", "Wed, 99 Foo 99999 00:00:00 GMT"),
    "If-None-Match": ("*", '"x"', "W/" * 500, '"a",' * 300),
    "If-Match": ("*", '"x"', '"' * 300),
    "If-Modified-Since": ("Wed, 21 Oct 2015 07:28:00 GMT", "Wed, 21 Oct 99999 07:28:00 GMT", "0", "-1"),
    "If-Unmodified-Since": ("Wed, 21 Oct 2015 07:28:00 GMT", "x"),
    "Accept": ("*/*", "text/html", "application/xml;q=nan", "a/b;" * 500, "/"),
    "Accept-Language": ("hi", "en;q=9", "a-" * 500, "hi-IN," * 300, "*;q=x"),
    "Accept-Encoding": ("gzip", "br;q=1.0, gzip;q=0", "identity;q=0", "gzip," * 500),
    "Host": ("evil.example", "", "[::1", "127.0.0.1:99999", "a" * 300, "127.0.0.1:x"),
    "Origin": ("null", "https://evil.example", "http://[", "http://127.0.0.1:\u0661"),
    "Referer": ("http://[", "https://evil.example/x", "http://127.0.0.1/" + "a" * 7000),
    "X-Request-ID": ("a" * 200, "x\x00", "9876543210987654", "0192f3a0-0000-7000-8000-000000000000"),
    "X-Forwarded-For": ("1.2.3.4", "::1%eth0", "[", "1.2.3.4," * 500, "999.1.1.1"),
    "X_Forwarded_For": ("1.2.3.4",),
    "X-Forwarded-Proto": ("https", "https,http", "x"),
    "X-Forwarded-Host": ("evil.example", "[", "a,b"),
    "X-HTTP-Method-Override": ("DELETE", "\u00e9"),
    "X-Requested-With": ("XMLHttpRequest",),
    "X-Razorpay-Signature": ("0" * 64, "\u00e9", "x" * 5000),
    "X-Razorpay-Event-Id": ("x", "a" * 300, "\u00e9"),
    "Sec-Fetch-Site": ("cross-site", "none", "x"),
    "User-Agent": ("", "\u00e9", "x" * 5000, "Mozilla/5.0 (" * 300),
    "Authorization": ("Basic !!!", "Bearer x", "Basic " + "QQ==" * 900),
    "Content-Encoding": ("gzip", "br"),
    "Expect": ("x",),
    "Cookie": ("sessionid=\x01", "csrftoken=", "=;=;=", "sessionid=" + "a" * 5000, "a=b;" * 900, '"'),
}


def _sendable(text: str) -> str:
    """Remove characters that no client can send in a header."""
    raw = text.encode("utf-8", "surrogatepass").decode("latin-1")
    return "".join(letter for letter in raw if letter >= " " and letter != "\x7f")


def _flat(content: Any) -> dict[str, str]:
    return (
        {str(name): str(value) for name, value in content.items()}
        if isinstance(content, dict)
        else {"a": "b"}
    )


def _multipart(fields: Mapping[str, str], rng: Random) -> tuple[str, bytes]:
    parts = []
    for name, value in fields.items():
        is_file = rng.random() < 0.1
        given = f'; filename="{rng.choice(_FILE_NAMES)}"\r\nContent-Type: image/png' if is_file else ""
        head = f'--boundary\r\nContent-Disposition: form-data; name="{name}"{given}\r\n\r\n'
        parts.append(f"{head}{value}\r\n".encode("utf-8", "surrogatepass"))
    return "multipart/form-data; boundary=boundary", b"".join(parts) + b"--boundary--\r\n"


_FILE_NAMES = ("a.png", "", "../../a.png", "a" * 300 + ".svg", "\x00.png", ".", "a.mp4", "\u0905.pdf", "con")

"""Requests by number: the same seed, number and data give the same request, whatever was sent before."""

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
from tests.money.world import TOKEN

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
    """As it stands in the request line, latin-1."""
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
        chance = Random(f"{self._seed}:{number}")  # noqa: S311 - repeatable, not secret
        area = chance.choices(list(_AREAS), list(_AREAS.values()))[0]
        who = "staff" if area in ("admin", "form") and chance.random() < 0.8 else ""
        made = replace(
            getattr(self, f"_{area}")(chance),
            number=number,
            who=who or chance.choice(("visitor", "member", "member", "staff")),
            person=chance.randrange(6),
        )
        return self._with_headers(self._stretched(made, chance), chance)

    # --- where to -------------------------------------------------------------------------------------

    def _api(self, chance: Random) -> Request:
        usual, route = self._chosen(self._targets.endpoints, chance)
        method = usual if chance.random() < 0.85 else chance.choice(METHODS)
        target = "/" + self._path(route, chance) + chance.choices(("", "/", "//"), (80, 17, 3))[0]
        target += self._query(self._targets.query_names, chance, often=0.9 if method == "GET" else 0.1)
        if method not in UNSAFE:
            return self._plain("api", method, target)
        schema = self._targets.bodies.get(re.sub(_PARAMETER, r"{\2}", route))
        return self._sent("api", method, target, chance, self._json(schema, chance))

    def _admin(self, chance: Random) -> Request:
        route = self._chosen(self._targets.admin_routes, chance)
        label = ".".join(route.split("/")[1:3])
        method = chance.choices(("GET", "POST", chance.choice(METHODS)), (75, 18, 7))[0]
        columns = self._targets.columns.get(label, ())
        names = [name + chance.choice(LOOKUPS) for name in columns] or list(_ADMIN_NAMES)
        target = "/" + self._path(route, chance, self._targets.ids.get(label, ()))
        target += self._query([*names, *_ADMIN_NAMES], chance, often=0.8)
        if method not in UNSAFE:
            return self._plain("admin", method, target)
        fields = {as_text(hostile(chance)): as_text(hostile(chance)) for _ in range(3)}
        fields |= {"action": "delete_selected", "_selected_action": self._key(chance)}
        return self._sent("admin", method, target, chance, fields)

    def _form(self, chance: Random) -> Request:
        """A form of the admin as its page has it, but for some fields."""
        form: Form = chance.choice(self._targets.forms)
        fields = dict(form.fields)
        fields.pop("csrfmiddlewaretoken", None)
        if chance.random() < 0.9 and form.path.endswith("/delete/"):
            fields.pop("post", None)  # It would be deleted.
        for name in chance.sample(sorted(fields), min(len(fields), chance.choice((0, 1, 1, 2, 3, 8)))):
            fields[name] = self._field(form, name, chance)
        if "action" in form.options:
            fields["action"] = chance.choice(form.options["action"])
            fields["_selected_action"] = self._key(chance)
        if chance.random() < 0.01:
            fields |= {f"field{number}": "x" for number in range(chance.choice((900, 12_000)))}
        return self._sent("form", "POST", form.path, chance, fields)

    def _field(self, form: Form, name: str, chance: Random) -> str:
        if name in form.options and chance.random() < 0.5:
            return chance.choice(form.options[name])
        if chance.random() < 0.05:
            return long(chance)
        return self._key(chance) if chance.random() < 0.15 else as_text(hostile(chance))

    def _page(self, chance: Random) -> Request:
        path = chance.choice(self._targets.pages)
        parts = [self._segment(chance) if part.startswith(":") else part for part in path.split("/")]
        names = [*self._targets.query_names, "order", "kind", "next", "category", "level", "sort", "month"]
        target = "/".join(parts) + self._query(names, chance, often=0.5)
        return self._plain(
            "page", chance.choice(("GET", "GET", "GET", "HEAD", chance.choice(METHODS))), target
        )

    def _file(self, chance: Random) -> Request:
        if self._targets.addresses and chance.random() < 0.4:
            target = chance.choice(self._targets.addresses)
            if chance.random() < 0.3:
                place = chance.randrange(len(target))
                target = target[:place] + chance.choice("aA0-_:/.%") + target[place + 1 :]
        else:
            target = "/" + self._path(chance.choice(self._targets.files), chance)
            target += self._segment(chance) if target.endswith("/") else ""
        return self._plain("file", chance.choice(("GET", "GET", "HEAD", chance.choice(METHODS))), target)

    def _unknown(self, chance: Random) -> Request:
        start = chance.choice(
            ("/", "/api/", "/admin/", "/media/", "/static/", "/.well-known/", "//", "/sandbox/")
        )
        target = start + "/".join(self._segment(chance) for _ in range(chance.randrange(4)))
        target = target.replace("/control", "/x")
        return self._plain("unknown", chance.choice(METHODS), target + self._query(("q",), chance, often=0.3))

    # --- its parts ------------------------------------------------------------------------------------

    def _plain(self, area: str, method: str, target: str) -> Request:
        return Request(0, area, "", 0, method, target)

    def _chosen(self, routes: Sequence[Chosen], chance: Random) -> Chosen:
        """Who has logged out learns little more, so few do."""
        route = chance.choice(routes)
        return route if "logout" not in str(route) or chance.random() < 0.1 else self._chosen(routes, chance)

    def _path(self, route: str, chance: Random, own: Sequence[str] = ()) -> str:
        def value(found: re.Match[str]) -> str:
            if own and chance.random() < 0.7:
                return quoted(chance.choice(own))
            if found[1] == "int" and chance.random() < 0.7:
                return chance.choice(("0", "1", "359", "360", "9" * 30))
            return self._segment(chance)

        return _PARAMETER.sub(value, route)

    def _segment(self, chance: Random) -> str:
        if chance.random() < 0.55:
            return quoted(self._key(chance))
        return in_address(hostile(chance), chance)

    def _key(self, chance: Random) -> str:
        return chance.choice(self._shops if chance.random() < 0.5 else self._all_ids)

    def _query(self, names: Sequence[str], chance: Random, *, often: float) -> str:
        if chance.random() > often:
            return ""
        pairs = []
        for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
            name = chance.choice(names) if chance.random() < 0.93 else as_text(hostile(chance))
            value = self._segment(chance) if chance.random() < 0.3 else in_address(hostile(chance), chance)
            pairs.append(f"{quoted(name)}={value}" if chance.random() < 0.97 else value)
        return "?" + "&".join(pairs)

    def _stretched(self, made: Request, chance: Random) -> Request:
        if chance.random() > 0.04:
            return made
        text = "".join(letter for letter in long(chance) if letter > " ")
        raw = text.encode().decode("latin-1")
        between = chance.choice(("/", "?", "&x=", "?q=", ""))
        return replace(made, target=(made.target + between + raw)[:65_000])

    # --- bodies ---------------------------------------------------------------------------------------

    def _sent(self, area: str, method: str, target: str, chance: Random, content: Any) -> Request:
        """The content as its endpoint reads it, or as it is not to be sent."""
        way = chance.random()
        is_json = area == "api" if way < 0.88 else chance.random() < 0.5
        if way > 0.95:
            kind, body = chance.choice(_BROKEN)
        elif is_json:
            kind = chance.choice(_JSON_KINDS) if chance.random() < 0.1 else "application/json"
            charset = "utf-16" if chance.random() < 0.02 else "utf-8"
            body = json.dumps(content, ensure_ascii=chance.random() < 0.7).encode(charset, "surrogatepass")
        elif chance.random() < 0.3:
            kind, body = _multipart(_flat(content), chance)
        else:
            kind = "application/x-www-form-urlencoded"
            body = urlencode(_flat(content), errors="surrogatepass").encode()
        return Request(0, area, "", 0, method, target, (("Content-Type", kind),), body)

    def _json(self, schema: Any, chance: Random) -> Any:
        if schema is None or chance.random() < 0.05:
            return anything(chance)
        found = {
            name: self._fitting(name, inner, chance) if chance.random() < 0.75 else anything(chance)
            for name, inner in schema.get("properties", {}).items()
            if chance.random() < 0.92
        }
        if chance.random() < 0.05:
            found[as_text(hostile(chance))] = anything(chance)
        return found

    def _fitting(self, name: str, schema: Mapping[str, Any], chance: Random) -> Any:
        """What the schema asks for, more or less."""
        choices = schema.get("oneOf") or schema.get("anyOf") or schema.get("allOf")
        if choices:
            return self._fitting(name, chance.choice(choices), chance)
        if schema.get("enum"):
            return chance.choice(schema["enum"])
        kind = schema.get("type")
        kind = chance.choice(kind) if isinstance(kind, list) else kind
        match kind:
            case "object":
                return {
                    key: self._fitting(key, one, chance) for key, one in schema.get("properties", {}).items()
                }
            case "array":
                return [
                    self._fitting(name, schema.get("items", {}), chance) for _ in range(chance.randrange(4))
                ]
            case "integer" | "number":
                return chance.choice((0, 1, 5, 60, -1, 10**6, 2**63))
            case "boolean":
                return chance.choice((True, False))
            case "null":
                return None
        if "mobile" in name.lower():
            return str(chance.choice((9_100_000_000, 919_100_000_000, 7_000_000_000)) + chance.randrange(6))
        return self._key(chance) if chance.random() < 0.7 else as_text(hostile(chance))

    # --- headers --------------------------------------------------------------------------------------

    def _with_headers(self, made: Request, chance: Random) -> Request:
        found = [*made.headers]
        if chance.random() < 0.96:
            found.append(("X-CSRFToken", TOKEN))
        for name, values in _HEADERS.items():
            often = {"Host": 0.01, "Range": 0.5 if made.area == "file" else 0.02}.get(name, 0.05)
            if chance.random() < often:
                found.append((name, _sendable(chance.choice((*values, as_text(hostile(chance)))))))
        if chance.random() < 0.01:
            found.append(("Cookie", _sendable(long(chance))))
        return replace(made, headers=tuple(found))


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
    """Without what no client can put into a header."""
    raw = text.encode("utf-8", "surrogatepass").decode("latin-1")
    return "".join(letter for letter in raw if letter >= " " and letter != "\x7f")


def _flat(content: Any) -> dict[str, str]:
    return (
        {str(name): str(value) for name, value in content.items()}
        if isinstance(content, dict)
        else {"a": "b"}
    )


def _multipart(fields: Mapping[str, str], chance: Random) -> tuple[str, bytes]:
    parts = []
    for name, value in fields.items():
        is_file = chance.random() < 0.1
        given = f'; filename="{chance.choice(_FILE_NAMES)}"\r\nContent-Type: image/png' if is_file else ""
        head = f'--boundary\r\nContent-Disposition: form-data; name="{name}"{given}\r\n\r\n'
        parts.append(f"{head}{value}\r\n".encode("utf-8", "surrogatepass"))
    return "multipart/form-data; boundary=boundary", b"".join(parts) + b"--boundary--\r\n"


_FILE_NAMES = ("a.png", "", "../../a.png", "a" * 300 + ".svg", "\x00.png", ".", "a.mp4", "\u0905.pdf", "con")

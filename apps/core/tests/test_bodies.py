"""Request bodies of every sort: a valid object, or a 400, never a crash."""

import io
import json
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler

from apps.core.testing.clients import ApiClient

pytestmark = pytest.mark.usefixtures("frame")

ECHO = "/api/try/echo"
LIMIT = 256 * 1024


def posted(client: ApiClient, body: bytes | str, content_type: str = "application/json") -> Any:
    return client.generic("POST", ECHO, body, content_type=content_type)


@pytest.mark.parametrize(
    "body",
    [
        b"[]",
        b'["text"]',
        b'"text"',
        b"7",
        b"null",
        b"true",
        b"{",
        b"{'text': 'single'}",
        b'{"text": "a",}',
        b" ",
        b'{"text": NaN}',
        b'{"count": Infinity}',
        b"[" * 100_000,
        b'{"text": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"a":' * 40_000 + b"1" + b"}" * 40_000,
        b'{"count": ' + b"9" * 5000 + b"}",
        b"\xff\xfe",
        b'{"text": "\xed\xa0\x80"}',
        b'{"text": "a\x00b"}',
        b"text=hello&is_loud=true",
        b"\xef\xbb\xbf{}",
    ],
    ids=lambda body: repr(body[:20]),
)
def test_what_is_no_json_object_is_400(visitor: ApiClient, body: bytes) -> None:
    answer = posted(visitor, body)
    assert answer.status_code == 400
    assert answer.json() == {
        "message": "The request body must be a JSON object.",
        "code": "invalid",
        "errors": {},
    }


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ("{}", {"text": ["This field is required."]}),
        ('{"text": null}', {"text": ["This field may not be null."]}),
        ('{"text": ""}', {"text": ["This field may not be blank."]}),
        ('{"text": 1}', {"text": ["This must be text."]}),
        ('{"text": true}', {"text": ["This must be text."]}),
        ('{"text": []}', {"text": ["This must be text."]}),
        ('{"text": {}}', {"text": ["This must be text."]}),
        (f'{{"text": {"9" * 4000}}}', {"text": ["This must be text."]}),
        ('{"text": "\\ud800"}', {"text": ["This contains characters that are not allowed."]}),
        ('{"text": "a\\u0000b"}', {"text": ["Null characters are not allowed."]}),
        ('{"text": "12345678901"}', {"text": ["Ensure this field has no more than 10 characters."]}),
        ('{"text": "a", "is_loud": "true"}', {"is_loud": ["This must be true or false."]}),
        ('{"text": "a", "is_loud": 1}', {"is_loud": ["This must be true or false."]}),
        ('{"text": "a", "is_loud": []}', {"is_loud": ["This must be true or false."]}),
        ('{"text": "a", "is_loud": null}', {"is_loud": ["This field may not be null."]}),
        ('{"text": "a", "colour": "green"}', {"colour": ["This must be one of the listed values."]}),
        ('{"text": "a", "colour": ["red"]}', {"colour": ["This must be one of the listed values."]}),
        ('{"text": "a", "colour": {"a": 1}}', {"colour": ["This must be one of the listed values."]}),
        ('{"text": "a", "colour": ""}', {"colour": ["This must be one of the listed values."]}),
        ('{"text": "a", "colour": "\\ud800"}', {"colour": ["This must be one of the listed values."]}),
        ('{"text": "a", "count": "10"}', {"count": ["This must be a whole number, 0 or more."]}),
        ('{"text": "a", "count": 10.0}', {"count": ["This must be a whole number, 0 or more."]}),
        ('{"text": "a", "count": -1}', {"count": ["This must be a whole number, 0 or more."]}),
        ('{"text": "a", "count": true}', {"count": ["This must be a whole number, 0 or more."]}),
        ('{"text": "a", "count": 1e999}', {"count": ["This must be a whole number, 0 or more."]}),
        ('{"text": "a", "count": 1000000001}', {"count": ["This must be a whole number, 0 or more."]}),
        ('{"text": "a", "inner": {}}', {"inner.city": ["This field is required."]}),
        (
            '{"text": "a", "inner": 7}',
            {"inner.non_field_errors": ["Invalid data. Expected a dictionary, but got int."]},
        ),
        ('{"text": "a", "rows": [{"city": "Pune"}, {}]}', {"rows.1.city": ["This field is required."]}),
        (
            '{"text": "a", "rows": {}}',
            {"rows.non_field_errors": ['Expected a list of items but got type "dict".']},
        ),
        ('{"is_loud": 1}', {"text": ["This field is required."], "is_loud": ["This must be true or false."]}),
    ],
)
def test_each_field_is_named_with_what_is_wrong(
    visitor: ApiClient, body: str, errors: dict[str, list[str]]
) -> None:
    answer = posted(visitor, body)
    assert answer.status_code == 400
    assert answer.json() == {
        "message": "Please check what you entered and try again.",
        "code": "invalid",
        "errors": errors,
    }


@pytest.mark.parametrize(
    ("body", "read"),
    [
        ('{"text": "नमस्ते 👋"}', {"text": "नमस्ते 👋"}),
        ('{"text": "\\ud83d\\udc4b"}', {"text": "👋"}),
        ('{"text": "a", "unknown": [1, {"deep": null}], "\\ud800": 1}', {"text": "a"}),
        ('{"text": "first", "text": "last"}', {"text": "last"}),
        (
            '{"text": "a", "count": 0, "is_loud": false, "colour": "red"}',
            {"text": "a", "count": 0, "is_loud": False, "colour": "red"},
        ),
        ('{"text": "a", "count": 1000000000}', {"text": "a", "count": 10**9}),
    ],
)
def test_what_makes_sense_is_read_as_it_is(visitor: ApiClient, body: str, read: dict[str, Any]) -> None:
    answer = posted(visitor, body.encode())
    assert (answer.status_code, answer.json()) == (200, {"data": read})


@pytest.mark.parametrize(
    "content_type",
    [
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "multipart/form-data; boundary=b",
        "nonsense",
        "application/json; charset=utf-8",
    ],
)
def test_json_is_understood_whatever_it_is_called(visitor: ApiClient, content_type: str) -> None:
    answer = posted(visitor, b'{"text": "hello"}', content_type)
    assert (answer.status_code, answer.json()) == (200, {"data": {"text": "hello"}})


@pytest.mark.parametrize("charset", ["utf-16", "base64_codec", "zlib_codec"])
def test_another_charset_is_400(visitor: ApiClient, charset: str) -> None:
    answer = posted(visitor, b'{"text": "hello"}', f"application/json; charset={charset}")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


@pytest.mark.parametrize(
    "content_type", ["multipart/form-data; boundary=b", "application/x-www-form-urlencoded"]
)
def test_a_form_is_400(visitor: ApiClient, content_type: str) -> None:
    assert posted(visitor, b"text=hello", content_type).status_code == 400


def test_an_empty_body_is_an_empty_object(visitor: ApiClient) -> None:
    answer = posted(visitor, b"")
    assert answer.status_code == 400
    assert answer.json()["errors"] == {"text": ["This field is required."]}
    assert visitor.post("/api/try/paged", b"", content_type="application/json").json() == {
        "skip": 0,
        "limit": 10,
    }


def test_a_body_of_a_delete_is_not_looked_at(visitor: ApiClient) -> None:
    assert visitor.delete(ECHO, b"{", content_type="application/json").status_code == 200


# --- how large it may be ---


def of_size(size: int) -> bytes:
    head, tail = b'{"text": "a", "rest": "', b'"}'
    return head + b"x" * (size - len(head) - len(tail)) + tail


def test_the_limit_itself_is_let_through(visitor: ApiClient) -> None:
    assert posted(visitor, of_size(LIMIT)).status_code == 200
    answer = posted(visitor, of_size(LIMIT + 1))
    assert answer.status_code == 413
    assert answer.json() == {
        "message": "The request is too large.",
        "code": "too_large",
    }


def raw(client: ApiClient, body: bytes, **environ: Any) -> tuple[int, dict[str, Any]]:
    """Send what no test client would: the lengths are what the test says they are."""
    seen: list[str] = []
    token = client.csrf_token()
    call = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": ECHO,
        "SERVER_NAME": "testserver",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "CONTENT_TYPE": "application/json",
        "HTTP_COOKIE": f"csrftoken={token}",
        "HTTP_X_CSRFTOKEN": token,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": io.StringIO(),
        "wsgi.url_scheme": "http",
        "wsgi.version": (1, 0),
        **environ,
    }
    response = WSGIHandler()(call, lambda status, _headers, *_: seen.append(status))
    return int(seen[0][:3]), json.loads(b"".join(response))


def test_a_body_in_chunks_is_read(visitor: ApiClient) -> None:
    status, answer = raw(visitor, b'{"text": "hello"}', HTTP_TRANSFER_ENCODING="chunked")
    assert (status, answer) == (200, {"data": {"text": "hello"}})


def test_a_large_body_in_chunks_is_413(visitor: ApiClient) -> None:
    assert raw(visitor, of_size(LIMIT), HTTP_TRANSFER_ENCODING="chunked")[0] == 200
    assert raw(visitor, of_size(LIMIT + 1), HTTP_TRANSFER_ENCODING="chunked")[0] == 413


@pytest.mark.parametrize("length", [str(LIMIT + 1), "9" * 5000, "-1", "ten", "1e3", "１"])
def test_a_length_that_is_too_much_or_none_is_413(visitor: ApiClient, length: str) -> None:
    status, answer = raw(visitor, b'{"text": "hello"}', CONTENT_LENGTH=length)
    assert (status, answer["code"]) == (413, "too_large")


@pytest.mark.parametrize("how", ["CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING"])
def test_what_is_too_large_is_read_to_its_end(visitor: ApiClient, how: str) -> None:
    """Else the server cuts the connection, and the caller's next request on it fails."""
    stream = io.BytesIO(of_size(LIMIT * 2))
    said = {"CONTENT_LENGTH": str(LIMIT * 2), "HTTP_TRANSFER_ENCODING": "chunked"}[how]
    status, _ = raw(visitor, b"", **{how: said, "wsgi.input": stream})
    assert (status, stream.read()) == (413, b"")


@pytest.mark.parametrize(
    ("call", "refused"),
    [
        ({"REQUEST_METHOD": "PATCH"}, 405),
        ({"PATH_INFO": "/api/none"}, 404),
        ({"HTTP_X_CSRFTOKEN": ""}, 403),
        ({"PATH_INFO": "/api/user/erase"}, 401),
        ({"REQUEST_METHOD": "DELETE"}, 200),
    ],
)
def test_what_nobody_looks_at_is_read_to_its_end(
    visitor: ApiClient, call: dict[str, str], refused: int
) -> None:
    body = of_size(LIMIT)
    stream = io.BytesIO(body)
    status, _ = raw(visitor, b"", CONTENT_LENGTH=str(len(body)), **{**call, "wsgi.input": stream})
    assert (status, stream.read()) == (refused, b"")


def test_a_caller_who_hangs_up_is_answered_as_ever(visitor: ApiClient) -> None:
    class Cut(io.BytesIO):
        def read(self, *_: Any) -> bytes:
            raise ConnectionResetError

    said = {"CONTENT_LENGTH": "10", "PATH_INFO": "/api/none", "wsgi.input": Cut()}
    assert raw(visitor, b"", **said)[0] == 404


def test_a_length_that_says_too_little_is_taken_at_its_word(visitor: ApiClient) -> None:
    status, answer = raw(visitor, of_size(LIMIT * 2), CONTENT_LENGTH="10")
    assert (status, answer["code"]) == (400, "invalid")


def test_without_any_length_there_is_no_body(visitor: ApiClient) -> None:
    status, answer = raw(visitor, of_size(LIMIT * 2))
    assert (status, answer["errors"]) == (400, {"text": ["This field is required."]})

"""Responses to visitors may be cached; those to members, and all errors, are cached nowhere."""

import gzip

import pytest

from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.usefixtures("frame")

OPEN = "/api/try/open"
NOWHERE = "private, no-store"


def test_a_visitor_asks_again_with_the_etag_and_is_told_nothing_is_new(visitor: ApiClient) -> None:
    first = visitor.get(OPEN)
    assert first.status_code == 200
    assert first["Cache-Control"] == "public, max-age=0, must-revalidate"
    assert "Cookie" in first["Vary"]
    again = visitor.get(OPEN, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    assert again["Cache-Control"] == first["Cache-Control"]


def test_another_etag_gets_the_whole_answer(visitor: ApiClient) -> None:
    assert visitor.get(OPEN, headers={"If-None-Match": '"other"'}).status_code == 200


def test_a_packed_answer_is_known_again_by_its_etag(visitor: ApiClient) -> None:
    plain = visitor.get(OPEN)
    packed = visitor.get(OPEN, headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert "Accept-Encoding" in packed["Vary"]
    assert packed["ETag"] == "W/" + plain["ETag"]
    for name in (plain["ETag"], packed["ETag"]):
        again = visitor.get(OPEN, headers={"Accept-Encoding": "gzip", "If-None-Match": name})
        assert again.status_code == 304


def test_a_member_is_always_answered_afresh(visitor: ApiClient, member: Person) -> None:
    etag = visitor.get(OPEN)["ETag"]
    for headers in ({}, {"If-None-Match": etag}, {"If-None-Match": "*"}):
        answer = member.api.get(OPEN, headers=headers)
        assert answer.status_code == 200
        assert answer["Cache-Control"] == NOWHERE
        assert "ETag" not in answer


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/user", 401),
        ("/api/none", 404),
        ("/api/try/failing/not_found", 404),
        ("/api/try/paged?limit=x", 400),
        ("/api/try/failing/database", 503),
    ],
)
def test_no_refusal_is_kept(visitor: ApiClient, path: str, status: int) -> None:
    answer = visitor.get(path, headers={"If-None-Match": "*"})
    assert (answer.status_code, answer["Cache-Control"]) == (status, NOWHERE)
    assert "ETag" not in answer


def test_personal_answers_are_kept_nowhere(member: Person) -> None:
    assert member.api.get("/api/user")["Cache-Control"] == NOWHERE
    assert member.api.get("/api/try/closed")["Cache-Control"] == NOWHERE


def test_what_is_written_is_kept_nowhere(visitor: ApiClient) -> None:
    assert visitor.post("/api/try/echo", {"text": "a"})["Cache-Control"] == NOWHERE


def test_the_head_of_an_answer_has_its_rules(visitor: ApiClient, member: Person) -> None:
    assert visitor.head(OPEN)["Cache-Control"] == "public, max-age=0, must-revalidate"
    assert member.api.head(OPEN)["Cache-Control"] == NOWHERE

"""Every call has its row, and answers everybody as the row says."""

from __future__ import annotations

import re
import sys
from types import ModuleType
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from apps.core.api.views import ApiView
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from tests.authorisation import routes, world
from tests.authorisation.matrix import ROWS, WHO, Row


@pytest.fixture
def clients(api: ApiClient, member: Person, other_member: Person, staff: Person) -> dict[str, ApiClient]:
    return {"visitor": api, "member": member.api, "other member": other_member.api, "staff": staff.api}


def test_every_call_has_a_row() -> None:
    spoken_for = {(row.method, row.route) for row in ROWS} | {(routes.ANY_METHOD, row.route) for row in ROWS}
    assert sorted(routes.of_api() - spoken_for) == []


def test_every_row_has_a_call() -> None:
    there = routes.of_api()
    assert [
        row for row in ROWS if not there & {(row.method, row.route), (routes.ANY_METHOD, row.route)}
    ] == []


def test_no_row_is_there_twice() -> None:
    names = [str(row) for row in ROWS]
    assert sorted(names) == sorted(set(names))


@pytest.mark.django_db
@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_a_call_answers_as_its_row_says(
    row: Row, who: str, clients: dict[str, ApiClient], member: Person
) -> None:
    things = world.made_for(member)
    answer = clients[who].generic(*request_line(row, things))
    assert answer.status_code == row.statuses[WHO.index(who)], answer.content[:300]


def filled(row: Row, things: world.World) -> str:
    """The route's address with the row's values in place of its parameters."""
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(row.values[found[1]](things)), row.route)


def request_line(row: Row, things: world.World) -> tuple[Any, ...]:
    address = filled(row, things)
    if row.body is None:
        return row.method, address
    values = {name: value(things) if callable(value) else value for name, value in row.body.items()}
    body, content_type = ApiClient()._encode_data(values, format="json")
    return row.method, address, body, content_type


class Fresh(ApiView):
    def get(self, request: HttpRequest) -> None: ...

    def put(self, request: HttpRequest) -> None: ...


def plain(_request: HttpRequest) -> HttpResponse: ...


def test_a_new_call_is_noticed(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    urls = ModuleType("urls_with_a_new_call")
    inner = [path("fresh/<uuid:key>", Fresh.as_view()), path("plain", plain)]
    urls.urlpatterns = [path("api/", include(inner)), path("page", plain), path("", include("config.urls"))]
    monkeypatch.setitem(sys.modules, urls.__name__, urls)
    before = routes.of_api()
    settings.ROOT_URLCONF = urls.__name__
    assert routes.of_api() - before == {
        ("GET", "api/fresh/<uuid:key>"),
        ("PUT", "api/fresh/<uuid:key>"),
        (routes.ANY_METHOD, "api/plain"),
    }

"""Every endpoint has a row, and its responses have the statuses of that row."""

from __future__ import annotations

import sys
from copy import deepcopy
from types import ModuleType
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from apps.core.api.views import ApiView
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person
from tests.authorisation import objects, routes
from tests.authorisation.matrix import ROWS, USERS, Row


@pytest.fixture
def clients(api: ApiClient, member: Person, other_member: Person, staff: Person) -> dict[str, ApiClient]:
    return {"visitor": api, "member": member.api, "other member": other_member.api, "staff": staff.api}


def test_every_endpoint_has_a_row() -> None:
    in_matrix = {(row.method, row.route) for row in ROWS} | {(routes.ANY_METHOD, row.route) for row in ROWS}
    assert sorted(routes.api_endpoints() - in_matrix) == []


def test_every_row_has_an_endpoint() -> None:
    existing = routes.api_endpoints()
    assert [
        row for row in ROWS if not existing & {(row.method, row.route), (routes.ANY_METHOD, row.route)}
    ] == []


def test_rows_are_unique() -> None:
    names = [str(row) for row in ROWS]
    assert sorted(names) == sorted(set(names))


@pytest.mark.django_db
@pytest.mark.once
def test_statuses_match_the_rows(clients: dict[str, ApiClient], member: Person) -> None:
    created, wrong = objects.create_objects(member), {}
    for row in ROWS:
        for user, status in zip(USERS, row.statuses, strict=True):
            response = send(row, created, clients[user])
            if response.status_code != status:
                wrong[f"{row}, {user}"] = (response.status_code, response.content[:300])
    assert wrong == {}


def send(row: Row, created: objects.Objects, client: ApiClient) -> Any:
    """The response, after which everything is again as before the request."""
    cookies, before = deepcopy(client.cookies), transaction.savepoint()
    body = row.filled_body(created)
    sent = () if body is None else client._encode_data(body, format="json")
    response = client.generic(row.method, row.url(created), *sent)
    transaction.savepoint_rollback(before)
    client.cookies = cookies
    cache.clear()
    return response


class NewView(ApiView):
    def get(self, request: HttpRequest) -> None: ...

    def put(self, request: HttpRequest) -> None: ...


def function_view(_request: HttpRequest) -> HttpResponse: ...


def test_a_new_endpoint_is_found(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    urls = ModuleType("urls_with_a_new_endpoint")
    inner = [path("new/<uuid:key>", NewView.as_view()), path("plain", function_view)]
    urls.urlpatterns = [
        path("api/", include(inner)),
        path("page", function_view),
        path("", include("config.urls")),
    ]
    monkeypatch.setitem(sys.modules, urls.__name__, urls)
    before = routes.api_endpoints()
    settings.ROOT_URLCONF = urls.__name__
    assert routes.api_endpoints() - before == {
        ("GET", "api/new/<uuid:key>"),
        ("PUT", "api/new/<uuid:key>"),
        (routes.ANY_METHOD, "api/plain"),
    }

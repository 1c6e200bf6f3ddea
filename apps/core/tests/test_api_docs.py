"""The description of the API: OpenAPI 3.1 for machines, and a page that the site's policy lets work."""

import json
import re
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer2

from apps.core.api import docs
from apps.core.testing.clients import ApiClient
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db


def test_the_schema_is_openapi_and_names_the_endpoints(visitor: ApiClient) -> None:
    answer = visitor.get("/api/schema")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    schema = answer.json()
    assert schema["openapi"] == "3.1.0"
    assert schema["paths"]["/api/user"]["get"]["operationId"] == "getUser"
    assert set(schema["paths"]["/api/user"]["get"]["responses"]) == {"200", "401", "414"}
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            common = {"414"} if method == "get" else {"400", "403", "404", "413", "414"}
            common |= {"400", "404"} if operation.get("parameters") else set()
            assert common <= set(operation["responses"]), (method, path)
    assert all(path.startswith("/api/") for path in schema["paths"])
    assert "/api/schema" not in schema["paths"]


def test_the_schema_is_json_whatever_is_asked_for(visitor: ApiClient) -> None:
    answer = visitor.get("/api/schema?format=yaml", headers={"Accept": "application/yaml"})
    assert answer["Content-Type"] == "application/json"
    assert answer.json()["openapi"] == "3.1.0"


def test_the_schema_is_that_of_the_code_with_this_sites_cookie(visitor: ApiClient, settings: Any) -> None:
    generator: Any = SchemaGenerator
    assert visitor.get("/api/schema").json() == json.loads(
        OpenApiJsonRenderer2().render(generator().get_schema(request=None, public=True))
    )
    settings.SESSION_COOKIE_NAME = "__Host-sessionid"
    scheme = json.loads(docs._document.__wrapped__())["components"]["securitySchemes"]["session"]
    assert scheme == {"type": "apiKey", "in": "cookie", "name": "__Host-sessionid"}


def test_a_visitor_may_keep_the_schema(visitor: ApiClient) -> None:
    etag = visitor.get("/api/schema")["ETag"]
    assert visitor.get("/api/schema", headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize("path", ["/api/docs", "/api/docs/"])
def test_the_page_loads_the_sites_own_files_and_runs_no_inline_script(visitor: ApiClient, path: str) -> None:
    answer = visitor.get(path)
    page = answer.content.decode()
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/html; charset=utf-8")
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", page, re.DOTALL)
    assert len(scripts) == 3
    assert all("src=" in attributes and not content.strip() for attributes, content in scripts)
    addresses = re.findall(r"(?:src|href)=\"([^\"]+)\"", page)
    assert addresses
    assert all(address.startswith(("/static/", "/api/docs")) for address in addresses)
    for address in addresses:
        if address.startswith("/static/drf_spectacular_sidecar/"):
            assert finders.find(address.removeprefix("/static/")), address


def test_the_policy_lets_the_page_work_and_no_more(visitor: ApiClient) -> None:
    policy = dict(
        part.strip().partition(" ")[::2]
        for part in visitor.get("/api/docs")["Content-Security-Policy"].split(";")
    )
    assert policy["script-src"] == "'self'"
    assert policy["style-src"] == "'self' 'unsafe-inline'"
    assert policy["connect-src"] == "'self'"
    assert policy["default-src"] == "'none'"


def test_its_script_asks_for_the_schema_and_is_kept_nowhere(visitor: ApiClient) -> None:
    answer = visitor.get("/api/docs?script=")
    assert answer["Content-Type"] == "application/javascript"
    assert answer["Cache-Control"] == "private, no-store"
    assert re.search(r'url: "([^"]+)"', answer.content.decode()).group(1) == "/api/schema"


@pytest.mark.parametrize("path", ["/api/schema", "/api/docs"])
def test_a_wrong_method_is_refused_in_json(visitor: ApiClient, path: str) -> None:
    answer = visitor.post(path, {})
    assert answer.status_code == 405
    assert answer["Content-Type"] == "application/json"
    assert answer.json()["code"] == "method_not_allowed"


def test_members_read_it_too(member: Person) -> None:
    for path in ("/api/schema", "/api/docs"):
        answer = member.api.get(path)
        assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-store")


def test_an_endpoint_has_the_policy_of_a_page_without_the_admins_work(
    visitor: ApiClient, member: Person
) -> None:
    site, page = visitor.get("/api/user"), visitor.get("/login")
    policies = [re.sub(r" 'nonce-[^']+'", "", answer["Content-Security-Policy"]) for answer in (site, page)]
    assert sorted(policies[0].split("; ")) == sorted(policies[1].split("; "))
    assert (site["X-Frame-Options"], site["X-Content-Type-Options"]) == ("DENY", "nosniff")
    request = member.api.get("/api/user").wsgi_request
    assert not hasattr(request, "_messages")
    assert not hasattr(request.user, "otp_device")
    elsewhere = member.api.get("/login").wsgi_request
    assert hasattr(elsewhere, "_messages")
    assert elsewhere.user.otp_device is None

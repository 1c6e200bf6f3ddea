"""Violations of the policy are logged, without what browsers say about people and pages."""

import json
import logging
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from apps.core import policy_reports

URL = "/csp-reports"
PAGE = "https://www.example.in/support/request?key=secret"


def report_to(**body: Any) -> dict[str, Any]:
    return {
        "type": "csp-violation",
        "url": PAGE,
        "user_agent": "Firefox",
        "body": {"documentURL": PAGE, **body},
    }


def report_uri(**report: Any) -> dict[str, Any]:
    return {"csp-report": {"document-uri": PAGE, "referrer": PAGE, **report}}


@pytest.fixture(autouse=True)
def _no_reports_before() -> None:
    cache.delete("policy-reports")


def logged(caplog: pytest.LogCaptureFixture, sent: object) -> list[dict[str, str]]:
    content = sent if isinstance(sent, bytes) else json.dumps(sent).encode()
    client = Client(enforce_csrf_checks=True)
    with caplog.at_level(logging.WARNING, logger="rally.policy"):
        answer = client.post(URL, content, content_type="application/reports+json")
    assert (answer.status_code, answer.content) == (204, b"")
    assert all(
        line.getMessage() == "policy violated" for line in caplog.records if line.name == "rally.policy"
    )
    return [line.facts for line in caplog.records if line.name == "rally.policy"]


@pytest.mark.parametrize(
    ("blocked", "origin"),
    [
        ("https://evil.example:8443/a.js?id=9876543210", "https://evil.example:8443"),
        ("https://user:password@evil.example/", "https://evil.example"),
        ("inline", "inline"),
        ("data:text/html,9876543210", "data"),
        ("blob:https://www.example.in/x", "blob"),
    ],
)
def test_a_line_has_the_directive_and_the_origin(
    caplog: pytest.LogCaptureFixture, blocked: str, origin: str
) -> None:
    sent = [report_to(effectiveDirective="script-src-elem", blockedURL=blocked)]
    assert logged(caplog, sent) == [{"directive": "script-src-elem", "blocked": origin}]
    caplog.clear()
    older = report_uri(**{"effective-directive": "img-src", "blocked-uri": blocked})
    assert logged(caplog, older) == [{"directive": "img-src", "blocked": origin}]


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"nonsense",
        b"[" * 10_000,
        [1, None, {"body": 1}, {"csp-report": []}],
        [report_to()],
        [report_to(effectiveDirective="img src\n", blockedURL="inline")],
        [report_to(effectiveDirective="img-src", blockedURL="inl ine\n")],
        [report_to(effectiveDirective="img-src", blockedURL="https://[")],
        [report_to(effectiveDirective=["img-src"], blockedURL={"a": 1})],
        [report_to(effectiveDirective="img-src", blockedURL="inline", sample="x" * 16 * 1024)],
    ],
)
def test_what_is_no_report_is_not_logged(caplog: pytest.LogCaptureFixture, sent: object) -> None:
    assert logged(caplog, sent) == []


def test_a_minute_has_a_limited_number_of_lines(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy_reports, "_A_MINUTE", 3)
    report = report_to(effectiveDirective="img-src", blockedURL="inline")
    assert len(logged(caplog, [report, report])) == 2
    assert len(logged(caplog, [report, report])) == 3


def test_other_methods_are_refused() -> None:
    assert Client().get(URL).status_code == 405


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/nowhere", "/admin/login/"])
def test_pages_say_where_reports_go(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer["Reporting-Endpoints"] == f'csp="{URL}"'
    policy = answer["Content-Security-Policy"].split("; ")
    assert {"report-to csp", f"report-uri {URL}"} <= set(policy)

"""The yearly compliance audits."""

from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.content.models import ComplianceAudit
from apps.content.services import demo_audits
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db


def test_the_demo_has_three_years_and_seeding_again_changes_nothing(api: Any) -> None:
    with time_machine.travel("2026-11-20T09:30:00Z", tick=False):
        demo_audits.seed(timezone.now())
        demo_audits.seed(timezone.now())
        audits = api.get("/api/audit")
    assert_matches_schema(audits.json(), path="audit")
    rows = [(row["financialYear"], row["isConducted"]) for row in audits.json()["data"]]
    assert rows == [("2026-27", False), ("2025-26", True), ("2024-25", True)]


def test_a_conducted_audit_must_have_its_report(admin_client: Client) -> None:
    answer = admin_client.post(
        reverse("admin:content_complianceaudit_add"), {"year": "2025", "status": "conducted"}
    )
    assert answer.status_code == 200
    assert not ComplianceAudit.objects.exists()

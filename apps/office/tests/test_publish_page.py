"""Publishing the text of this release on a site that has an older one."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from apps.content.models import Page
from apps.office.selectors import health

pytestmark = pytest.mark.django_db


def publish(**options: Any) -> dict[str, Any]:
    output = StringIO()
    call_command("publish_page", "privacy-policy", json=True, stdout=output, **options)
    found: dict[str, Any] = json.loads(output.getvalue())
    return found


def test_the_release_becomes_the_next_version_once() -> None:
    Page.objects.filter(slug="privacy-policy").update(text="## Old\n\nOne cookie.")
    page = Page.objects.get(slug="privacy-policy")
    page.versions.update(text=page.text)
    assert health.privacy_policy().verdict == health.Verdict.WRONG
    trial = publish(dry_run=True)
    assert (trial["changed"], "-One cookie." in trial["diff"]) == (True, True)
    page.refresh_from_db()
    assert page.version == 1
    assert publish()["changed"]
    page.refresh_from_db()
    newest, first = page.versions.all()
    assert (page.version, newest.number, newest.text == page.text) == (2, 2, True)
    assert (first.text, newest.published_by) == ("## Old\n\nOne cookie.", None)
    assert "{table_of_cookies}" in page.text
    assert health.privacy_policy().verdict == health.Verdict.OK
    assert not publish()["changed"]
    assert page.versions.count() == 2

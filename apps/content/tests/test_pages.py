"""Legal and information pages: seeded, versioned, sanitised, reviewed by people."""

from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from apps.content import page_seeds, page_text
from apps.content.models import Page, PageVersion, SiteSettings
from apps.content.selectors import pages as selector
from apps.core import business_constants
from apps.core.testing.fixtures import Person
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db

SLUGS = (*page_seeds.SLUGS, "SEBI-Investor-charter")


def page(slug: str) -> Page:
    return Page.objects.get(slug=slug)


def form(of: Page, **changes: Any) -> dict[str, Any]:
    data = {"based_on": of.version, "title": of.title, "lead": of.lead, "text": of.text}
    return {**data, **changes}


def address(of: Page) -> str:
    return reverse("admin:content_page_change", args=[of.pk])


@pytest.mark.parametrize("slug", SLUGS)
def test_every_page_is_seeded(api: Any, slug: str) -> None:
    answer = api.get(f"/api/page/{quote(slug)}")
    assert answer.status_code == 200
    assert_matches_schema(answer.json(), path="page/{slug}")
    data = answer.json()["data"]
    assert (data["version"], data["lastReviewedOn"], data["reviewedBy"]) == (1, None, None)
    assert len(data["html"]) > 500
    assert "{" not in data["html"]
    assert "lorem" not in data["html"].lower()


def test_terms_are_found_plain_and_encoded(api: Any) -> None:
    typed, encoded = api.get("/api/page/terms&conditions"), api.get("/api/page/terms%26conditions")
    assert typed.json() == encoded.json()
    assert typed.json()["data"]["title"] == "Terms and conditions"


@pytest.mark.parametrize("slug", ["none", "Privacy-Policy", "%00", "a" * 2000, "privacy-policy%20"])
def test_unknown_slug_is_404(api: Any, slug: str) -> None:
    assert api.get(f"/api/page/{slug}").status_code == 404


def test_placeholders_are_filled_and_escaped(api: Any) -> None:
    hostile = "<script>alert(1)</script>[x](javascript:alert(1)) **Asha** & sons_"
    SiteSettings.objects.create(registered_name=hostile, registration_number="INA000012345")
    html = api.get("/api/page/SEBI-IA-Registration").json()["data"]["html"]
    assert "<td>INA000012345</td>" in html
    escaped = "&lt;script&gt;alert(1)&lt;/script&gt;[x](javascript:alert(1)) **Asha** &amp; sons_"
    assert f"<td>{escaped}</td>" in html


def test_headings_have_unique_anchors() -> None:
    rendered = page_text.render("## Fees & tax\n\n## हिंदी\n\n## Fees & tax\n", placeholders={})
    assert [(part.anchor, part.title) for part in rendered.sections] == [
        ("section-fees-tax", "Fees & tax"),
        ("section-2", "हिंदी"),
        ("section-fees-tax-3", "Fees & tax"),
    ]
    assert '<h2 id="section-fees-tax">Fees &amp; tax</h2>' in rendered.html


def test_page_is_cached(api: Any, django_assert_num_queries: Any) -> None:
    business_constants.version()  # each process has the GST rates at hand
    with django_assert_num_queries(3):
        api.get("/api/page/privacy-policy")
    with django_assert_num_queries(0):
        api.get("/api/page/privacy-policy")


def test_etag_gives_304(api: Any) -> None:
    etag = api.get("/api/page/audit")["ETag"]
    assert api.get("/api/page/audit", headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.usefixtures("one_person_decides")
def test_saving_adds_a_version(admin_client: Client, staff: Person, api: Any, committed: Any) -> None:
    was = page("refund-policy")
    api.get("/api/page/refund-policy")
    with committed():
        answer = admin_client.post(address(was), form(was, text="## Now\n\nAll comes back.\r\n"))
    assert answer.status_code == 302
    data = api.get("/api/page/refund-policy").json()["data"]
    assert (data["version"], data["html"]) == (2, '<h2 id="section-now">Now</h2>\n<p>All comes back.</p>\n')
    newest, first = PageVersion.objects.filter(page=was).order_by("-number")
    assert (newest.number, newest.published_by, first.number, first.text) == (2, staff.user, 1, was.text)
    assert first.valid_from < newest.valid_from


def test_saving_without_a_change_adds_no_version(admin_client: Client) -> None:
    was = page("audit")
    admin_client.post(address(was), form(was, text=was.text.replace("\n", "\r\n")))
    assert PageVersion.objects.filter(page=was).count() == 1


@pytest.mark.usefixtures("one_person_decides")
def test_second_of_two_concurrent_edits_is_refused(admin_client: Client) -> None:
    was = page("audit")
    admin_client.post(address(was), form(was, lead="First."))
    answer = admin_client.post(address(was), form(was, lead="Second."))
    assert answer.status_code == 200
    assert page("audit").lead == "First."
    assert PageVersion.objects.filter(page=was).count() == 2


def test_unknown_placeholder_is_refused(admin_client: Client) -> None:
    was = page("audit")
    answer = admin_client.post(address(was), form(was, text="By {auditor_of_the_moon}."))
    shown = answer.content.decode()
    assert "There is no placeholder {auditor_of_the_moon}. Known are {" in shown
    assert ", {brand_name}, " in shown
    assert page("audit").version == 1


@pytest.mark.usefixtures("one_person_decides")
def test_review_belongs_to_one_version(admin_client: Client, staff: Person, api: Any, committed: Any) -> None:
    was = page("privacy-policy")
    version = PageVersion.objects.get(page=was)
    with committed():
        admin_client.post(
            reverse("admin:content_pageversion_change", args=[version.pk]),
            {"reviewed_date": "2026-11-20", "reviewed_by": "A. Advocate, Mumbai", "text": "Changed?"},
        )
    data = api.get("/api/page/privacy-policy").json()["data"]
    assert (data["lastReviewedOn"], data["reviewedBy"]) == ("2026-11-20", "A. Advocate, Mumbai")
    version.refresh_from_db()
    assert version.text == was.text
    with committed():
        admin_client.post(address(was), form(was, lead="Other words."))
    data = api.get("/api/page/privacy-policy").json()["data"]
    assert (data["version"], data["lastReviewedOn"], data["reviewedBy"]) == (2, None, None)


@pytest.mark.parametrize(
    "data",
    [
        {"reviewed_date": "2026-11-20", "reviewed_by": ""},
        {"reviewed_date": "", "reviewed_by": "Somebody"},
        {"reviewed_date": "2100-01-01", "reviewed_by": "Somebody"},
    ],
)
def test_half_a_review_is_none(admin_client: Client, data: dict[str, str]) -> None:
    version = PageVersion.objects.get(page__slug="audit")
    answer = admin_client.post(reverse("admin:content_pageversion_change", args=[version.pk]), data)
    assert answer.status_code == 200
    version.refresh_from_db()
    assert version.reviewed_date is None


def test_nothing_that_was_published_can_be_deleted_or_added(admin_client: Client) -> None:
    version = PageVersion.objects.first()
    assert version is not None
    for name, key in (("page", version.page_id), ("pageversion", version.pk)):
        assert (
            admin_client.post(
                reverse(f"admin:content_{name}_delete", args=[key]), {"post": "yes"}
            ).status_code
            == 403
        )
        assert admin_client.get(reverse(f"admin:content_{name}_add")).status_code == 403


def test_the_screens_say_that_nobody_reviewed_it(admin_client: Client) -> None:
    html = admin_client.get(reverse("admin:content_page_changelist")).content.decode()
    assert html.count("Not yet reviewed by a lawyer.") == len(page_seeds.SLUGS)


def test_list_has_constant_query_count(admin_client: Client, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(10):
        admin_client.get(reverse("admin:content_page_changelist"))


def test_preview_renders_the_form_and_saves_nothing(admin_client: Client) -> None:
    answer = admin_client.post(
        reverse("admin:content_page_preview"),
        {
            "title": "T",
            "lead": "L",
            "text": "By {registration_number}. <img src=x onerror=alert(1)>{nothing}",
        },
    )
    html = answer.content.decode()
    assert "By INA000000000 (placeholder)." in html
    assert "onerror" not in html
    assert "There is no placeholder {nothing}." in html
    assert page("audit").version == 1


def test_preview_is_for_staff_only(member: Person) -> None:
    assert member.api.post(reverse("admin:content_page_preview"), {"text": "x"}).status_code == 302


@pytest.mark.usefixtures("one_person_decides")
def test_seeding_again_keeps_changes_by_staff(admin_client: Client) -> None:
    was = page("about-us")
    admin_client.post(address(was), form(was, title="Who we are"))
    PageVersion.objects.filter(page__slug="audit").delete()
    Page.objects.filter(slug="audit").delete()
    page_seeds.seed()
    assert page("about-us").title == "Who we are"
    assert page("audit").version == 1
    assert Page.objects.count() == len(page_seeds.SLUGS)


def test_each_page_has_one_current_version() -> None:
    assert set(selector.changed_at()) == set(page_seeds.SLUGS)

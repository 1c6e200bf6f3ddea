"""The pages of words: there from the first day, versioned, harmless, reviewed by people alone."""

from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from apps.content import first_content, page_text
from apps.content.models import Page, PageVersion, SiteSettings
from apps.content.selectors import pages as selector
from apps.core.testing.described import assert_described
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db

SLUGS = (*first_content.SLUGS, "SEBI-Investor-charter")


def page(slug: str) -> Page:
    return Page.objects.get(slug=slug)


@pytest.fixture
def admin_user(staff: Person) -> Any:
    return staff.user


@pytest.fixture
def desk(admin_client: Client) -> Client:
    return admin_client


def form(of: Page, **changes: Any) -> dict[str, Any]:
    told = {"based_on": of.version, "title": of.title, "lead": of.lead, "text": of.text}
    return {**told, **changes}


def address(of: Page) -> str:
    return reverse("admin:content_page_change", args=[of.pk])


@pytest.mark.parametrize("slug", SLUGS)
def test_every_page_is_there_before_anybody_wrote_one(api: Any, slug: str) -> None:
    answer = api.get(f"/api/page/{quote(slug)}")
    assert answer.status_code == 200
    assert_described(answer.json(), path="page/{slug}")
    told = answer.json()["data"]
    assert (told["version"], told["lastReviewedOn"], told["reviewedBy"]) == (1, None, None)
    assert len(told["html"]) > 500
    assert "{" not in told["html"]
    assert "lorem" not in told["html"].lower()


def test_the_terms_are_found_typed_and_encoded(api: Any) -> None:
    typed, encoded = api.get("/api/page/terms&conditions"), api.get("/api/page/terms%26conditions")
    assert typed.json() == encoded.json()
    assert typed.json()["data"]["title"] == "Terms and conditions"


@pytest.mark.parametrize("slug", ["none", "Privacy-Policy", "%00", "a" * 2000, "privacy-policy%20"])
def test_a_name_that_no_page_has_is_not_found(api: Any, slug: str) -> None:
    assert api.get(f"/api/page/{slug}").status_code == 404


def test_facts_come_from_the_site_settings_as_words(api: Any) -> None:
    hostile = "<script>alert(1)</script>[x](javascript:alert(1)) **Asha** & sons_"
    SiteSettings.objects.create(registered_name=hostile, registration_number="INA000012345")
    html = api.get("/api/page/SEBI-IA-Registration").json()["data"]["html"]
    assert "<td>INA000012345</td>" in html
    shown = "&lt;script&gt;alert(1)&lt;/script&gt;[x](javascript:alert(1)) **Asha** &amp; sons_"
    assert f"<td>{shown}</td>" in html


def test_headings_can_be_linked_to_and_no_two_share_a_place() -> None:
    shown = page_text.shown("## Fees & tax\n\n## हिंदी\n\n## Fees & tax\n", facts={})
    assert [(part.anchor, part.title) for part in shown.sections] == [
        ("section-fees-tax", "Fees & tax"),
        ("section-2", "हिंदी"),
        ("section-fees-tax-3", "Fees & tax"),
    ]
    assert '<h2 id="section-fees-tax">Fees &amp; tax</h2>' in shown.html


def test_a_page_costs_a_fixed_number_of_queries_and_then_none(
    api: Any, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(3):
        api.get("/api/page/privacy-policy")
    with django_assert_num_queries(0):
        api.get("/api/page/privacy-policy")


def test_a_visitor_asking_again_gets_304(api: Any) -> None:
    etag = api.get("/api/page/audit")["ETag"]
    assert api.get("/api/page/audit", headers={"If-None-Match": etag}).status_code == 304


def test_saving_makes_a_version_and_keeps_the_one_before(
    desk: Client, staff: Person, api: Any, committed: Any
) -> None:
    was = page("refund-policy")
    api.get("/api/page/refund-policy")
    with committed():
        answer = desk.post(address(was), form(was, text="## Now\n\nAll comes back.\r\n"))
    assert answer.status_code == 302
    told = api.get("/api/page/refund-policy").json()["data"]
    assert (told["version"], told["html"]) == (2, '<h2 id="section-now">Now</h2>\n<p>All comes back.</p>\n')
    newest, first = PageVersion.objects.filter(page=was).order_by("-number")
    assert (newest.number, newest.published_by, first.number, first.text) == (2, staff.user, 1, was.text)
    assert first.valid_from < newest.valid_from


def test_saving_without_a_change_makes_no_version(desk: Client) -> None:
    was = page("audit")
    desk.post(address(was), form(was, text=was.text.replace("\n", "\r\n")))
    assert PageVersion.objects.filter(page=was).count() == 1


def test_of_two_who_change_the_same_version_the_second_is_told(desk: Client) -> None:
    was = page("audit")
    desk.post(address(was), form(was, lead="First."))
    answer = desk.post(address(was), form(was, lead="Second."))
    assert answer.status_code == 200
    assert page("audit").lead == "First."
    assert PageVersion.objects.filter(page=was).count() == 2


def test_a_fact_that_nobody_knows_is_refused(desk: Client) -> None:
    was = page("audit")
    answer = desk.post(address(was), form(was, text="By {auditor_of_the_moon}."))
    assert "There is no fact {auditor_of_the_moon}" in answer.content.decode()
    assert page("audit").version == 1


def test_a_review_belongs_to_its_version_alone(desk: Client, staff: Person, api: Any, committed: Any) -> None:
    was = page("privacy-policy")
    version = PageVersion.objects.get(page=was)
    with committed():
        desk.post(
            reverse("admin:content_pageversion_change", args=[version.pk]),
            {"reviewed_date": "2026-11-20", "reviewed_by": "A. Advocate, Mumbai", "text": "Changed?"},
        )
    told = api.get("/api/page/privacy-policy").json()["data"]
    assert (told["lastReviewedOn"], told["reviewedBy"]) == ("2026-11-20", "A. Advocate, Mumbai")
    version.refresh_from_db()
    assert version.text == was.text
    with committed():
        desk.post(address(was), form(was, lead="Other words."))
    told = api.get("/api/page/privacy-policy").json()["data"]
    assert (told["version"], told["lastReviewedOn"], told["reviewedBy"]) == (2, None, None)


@pytest.mark.parametrize(
    "told",
    [
        {"reviewed_date": "2026-11-20", "reviewed_by": ""},
        {"reviewed_date": "", "reviewed_by": "Somebody"},
        {"reviewed_date": "2100-01-01", "reviewed_by": "Somebody"},
    ],
)
def test_half_a_review_is_none(desk: Client, told: dict[str, str]) -> None:
    version = PageVersion.objects.get(page__slug="audit")
    answer = desk.post(reverse("admin:content_pageversion_change", args=[version.pk]), told)
    assert answer.status_code == 200
    version.refresh_from_db()
    assert version.reviewed_date is None


def test_nothing_that_was_published_can_be_deleted_or_added(desk: Client) -> None:
    version = PageVersion.objects.first()
    assert version is not None
    for name, key in (("page", version.page_id), ("pageversion", version.pk)):
        assert (
            desk.post(reverse(f"admin:content_{name}_delete", args=[key]), {"post": "yes"}).status_code == 403
        )
        assert desk.get(reverse(f"admin:content_{name}_add")).status_code == 403


def test_the_screens_say_that_nobody_reviewed_it(desk: Client) -> None:
    html = desk.get(reverse("admin:content_page_changelist")).content.decode()
    assert html.count("Not reviewed yet by a lawyer.") == len(first_content.SLUGS)


def test_the_list_costs_the_same_queries_for_all_pages(
    desk: Client, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(9):
        desk.get(reverse("admin:content_page_changelist"))


def test_the_preview_shows_what_is_in_the_form_and_saves_nothing(desk: Client) -> None:
    answer = desk.post(
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
    assert "There is no fact {nothing}" in html
    assert page("audit").version == 1


def test_the_preview_is_for_staff_alone(member: Person) -> None:
    assert member.api.post(reverse("admin:content_page_preview"), {"text": "x"}).status_code == 302


def test_planting_again_leaves_what_staff_wrote(desk: Client) -> None:
    was = page("about-us")
    desk.post(address(was), form(was, title="Who we are"))
    PageVersion.objects.filter(page__slug="audit").delete()
    Page.objects.filter(slug="audit").delete()
    first_content.seed()
    assert page("about-us").title == "Who we are"
    assert page("audit").version == 1
    assert Page.objects.count() == len(first_content.SLUGS)


def test_each_page_has_one_present_version() -> None:
    assert set(selector.changed_at()) == set(first_content.SLUGS)

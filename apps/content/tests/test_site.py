import pytest

from apps.content.models import SiteSettings
from apps.content.selectors import public, site
from apps.core.testing.schema_checks import assert_matches_schema

pytestmark = pytest.mark.django_db

RISK = (
    "Investment in securities market are subject to market risks. "
    "Read all the related documents carefully before investing."
)


def test_site_without_saved_settings_shows_placeholders(api, django_assert_num_queries):
    with django_assert_num_queries(2):  # the site's settings and those of the login form
        response = api.get("/api/site")

    assert response.status_code == 200
    data = response.json()["data"]
    assert data["registration"]["number"] == "INA000000000 (placeholder)"
    assert data["workingHours"] == "9:00-18:00 Monday to Friday"
    assert data["disclaimers"][0] == RISK
    assert "guarantee performance" in data["disclaimers"][1]
    assert len(data["disclaimers"]) == 3
    assert data["socialLinks"] == []
    assert_matches_schema(response.json(), path="site")


def test_site_shows_what_staff_saved(api):
    SiteSettings.objects.create(
        brand_name="Aarohan", x_url="https://x.com/aarohan", google_play_url="https://play.google.com/aarohan"
    )

    data = api.get("/api/site").json()["data"]

    assert data["brandName"] == "Aarohan"
    assert data["socialLinks"] == [{"name": "X", "url": "https://x.com/aarohan"}]
    assert data["storeLinks"] == [{"name": "Google Play", "url": "https://play.google.com/aarohan"}]


def test_endpoint_and_selector_agree(api):
    assert api.get("/api/site").json() == public.site()


def test_site_is_cached(django_assert_num_queries):
    site.current()

    with django_assert_num_queries(0):
        site.current()


def test_saving_invalidates_the_cache(committed):
    row = SiteSettings.objects.create(tagline="before")
    assert site.current()["tagline"] == "before"

    with committed():
        row.tagline = "after"
        row.save()

    assert site.current()["tagline"] == "after"


def test_queryset_update_invalidates_the_cache(committed):
    SiteSettings.objects.create(tagline="before")
    assert site.current()["tagline"] == "before"

    with committed():
        SiteSettings.objects.update(tagline="after")

    assert site.current()["tagline"] == "after"


def test_etag_gives_304(api):
    etag = api.get("/api/site")["ETag"]

    assert api.get("/api/site", headers={"If-None-Match": etag}).status_code == 304

"""The supplier's details on invoices, and which tax numbers staff may save."""

from datetime import UTC, datetime

import pytest
from django.core.exceptions import ValidationError
from django.forms.models import model_to_dict

from apps.accounts import gstin
from apps.content.models import SiteSettings
from apps.content.models.site_settings import NO_GSTIN, NO_PAN
from apps.content.services import demo_site
from apps.core import supplier
from apps.core.supplier import Supplier

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
VALID = {"company_gstin": "27AAPFU0939F1ZV", "company_pan": "AAPFU0939F", "company_state": "Maharashtra"}


def test_supplier_is_what_staff_saved():
    SiteSettings.objects.create(
        registered_name="Aarohan Advisers LLP",
        registration_address="Fort, Mumbai 400001",
        registration_number="INA000012345",
        contact_email="help@aarohan.example.in",
        contact_phone="+91 22 0000 0000",
        **VALID,
    )

    assert supplier.current() == Supplier(
        name="Aarohan Advisers LLP",
        address="Fort, Mumbai 400001",
        state="Maharashtra",
        gstin="27AAPFU0939F1ZV",
        pan="AAPFU0939F",
        registration_number="INA000012345",
        email="help@aarohan.example.in",
        phone="+91 22 0000 0000",
    )


def test_supplier_without_settings_has_placeholders():
    current = supplier.current()

    assert current.state == "Maharashtra"
    for value in (current.name, current.address, current.gstin, current.pan, current.registration_number):
        assert "placeholder" in value


def test_supplier_is_cached(django_assert_num_queries):
    supplier.current()

    with django_assert_num_queries(0):
        supplier.current()


def test_saving_invalidates_the_cache(committed):
    row = SiteSettings.objects.create()
    assert supplier.current().state == "Maharashtra"

    with committed():
        row.company_state = "Karnataka"
        row.save()

    assert supplier.current().state == "Karnataka"


def test_matching_tax_numbers_are_saved_in_capitals():
    row = SiteSettings(**VALID | {"company_gstin": "27aapfu0939f1zv", "company_pan": "aapfu0939f"})

    row.full_clean()

    assert (row.company_gstin, row.company_pan) == ("27AAPFU0939F1ZV", "AAPFU0939F")


@pytest.mark.parametrize("known", [{}, {"company_pan": "AAPFU0939F"}, {"company_state": "Karnataka"}])
def test_placeholders_are_allowed(known):
    SiteSettings(**known).full_clean()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"company_gstin": "27AAPFU0939F1ZW"}, "company_gstin"),
        ({"company_gstin": "27AAPFU0939F1ZV (ours)"}, "company_gstin"),
        ({"company_gstin": ""}, "company_gstin"),
        ({"company_state": "Karnataka"}, "company_gstin"),
        ({"company_pan": "AAACR5055K"}, "company_gstin"),
        ({"company_pan": NO_PAN}, "company_gstin"),
        ({"company_pan": "AAPFU0939"}, "company_pan"),
        ({"company_pan": "1APFU0939F"}, "company_pan"),
        ({"company_state": "Bombay"}, "company_state"),
    ],
)
def test_invalid_tax_numbers_are_refused(change, field):
    with pytest.raises(ValidationError) as error:
        SiteSettings(**VALID | change).full_clean()

    assert field in error.value.message_dict


def test_admin_shows_what_is_wrong_with_a_number(admin_client):
    row = SiteSettings.objects.create()

    form = {**model_to_dict(row), **VALID, "company_gstin": "27AAPFU0939F1ZW"}
    page = admin_client.post("/admin/content/sitesettings/1/change/", form)

    assert "This is not a GSTIN. Please check each character." in page.content.decode()
    row.refresh_from_db()
    assert row.company_gstin == NO_GSTIN


def test_staff_save_tax_numbers(admin_client):
    row = SiteSettings.objects.create()

    response = admin_client.post("/admin/content/sitesettings/1/change/", {**model_to_dict(row), **VALID})

    assert response.status_code == 302
    assert supplier.current().gstin == "27AAPFU0939F1ZV"


def test_demo_has_valid_tax_numbers():
    demo_site.seed(NOW)

    row = SiteSettings.objects.get()
    row.full_clean()
    assert gstin.parse(row.company_gstin) == row.company_gstin


def test_demo_adds_tax_numbers_to_an_older_row_but_not_over_those_of_staff():
    SiteSettings.objects.create(brand_name="Aarohan")
    assert demo_site.seed(NOW) == "kept, with tax numbers"
    assert SiteSettings.objects.get().company_pan == "AAACR0000A"

    SiteSettings.objects.update(**VALID)
    assert demo_site.seed(NOW) == "kept as they are"
    assert SiteSettings.objects.get().company_gstin == "27AAPFU0939F1ZV"

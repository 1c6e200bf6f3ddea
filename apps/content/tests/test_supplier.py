"""The adviser's own facts as invoices need them, and which tax numbers staff may save."""

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
RIGHT = {"company_gstin": "27AAPFU0939F1ZV", "company_pan": "AAPFU0939F", "company_state": "Maharashtra"}


@pytest.fixture
def admin_user(staff):
    return staff.user


def test_supplier_is_what_staff_saved():
    SiteSettings.objects.create(
        registered_name="Aarohan Advisers LLP",
        registration_address="Fort, Mumbai 400001",
        registration_number="INA000012345",
        contact_email="help@aarohan.example.in",
        contact_phone="+91 22 0000 0000",
        **RIGHT,
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


def test_supplier_without_saved_settings_is_made_of_placeholders():
    told = supplier.current()

    assert told.state == "Maharashtra"
    for fact in (told.name, told.address, told.gstin, told.pan, told.registration_number):
        assert "placeholder" in fact


def test_supplier_is_asked_of_the_database_once(django_assert_num_queries):
    supplier.current()

    with django_assert_num_queries(0):
        supplier.current()


def test_saved_supplier_is_seen_at_once(committed):
    row = SiteSettings.objects.create()
    assert supplier.current().state == "Maharashtra"

    with committed():
        row.company_state = "Karnataka"
        row.save()

    assert supplier.current().state == "Karnataka"


def test_tax_numbers_that_fit_each_other_are_taken_in_capitals():
    row = SiteSettings(**RIGHT | {"company_gstin": "27aapfu0939f1zv", "company_pan": "aapfu0939f"})

    row.full_clean()

    assert (row.company_gstin, row.company_pan) == ("27AAPFU0939F1ZV", "AAPFU0939F")


@pytest.mark.parametrize("known", [{}, {"company_pan": "AAPFU0939F"}, {"company_state": "Karnataka"}])
def test_placeholders_may_stay_for_now(known):
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
def test_tax_numbers_that_cannot_be_true_are_refused(change, field):
    with pytest.raises(ValidationError) as refused:
        SiteSettings(**RIGHT | change).full_clean()

    assert field in refused.value.message_dict


def test_staff_are_told_what_is_wrong_with_a_number(admin_client):
    row = SiteSettings.objects.create()

    form = {**model_to_dict(row), **RIGHT, "company_gstin": "27AAPFU0939F1ZW"}
    page = admin_client.post("/admin/content/sitesettings/1/change/", form)

    assert "This is not a GSTIN. Please check each character." in page.content.decode()
    row.refresh_from_db()
    assert row.company_gstin == NO_GSTIN


def test_staff_save_tax_numbers(admin_client):
    row = SiteSettings.objects.create()

    response = admin_client.post("/admin/content/sitesettings/1/change/", {**model_to_dict(row), **RIGHT})

    assert response.status_code == 302
    assert supplier.current().gstin == "27AAPFU0939F1ZV"


def test_demo_has_tax_numbers_of_the_right_form():
    demo_site.seed(NOW)

    row = SiteSettings.objects.get()
    row.full_clean()
    assert gstin.parsed(row.company_gstin) == row.company_gstin


def test_demo_gives_tax_numbers_to_an_older_row_and_leaves_those_of_staff():
    SiteSettings.objects.create(brand_name="Aarohan")
    assert demo_site.seed(NOW) == "kept, with tax numbers"
    assert SiteSettings.objects.get().company_pan == "AAACR0000A"

    SiteSettings.objects.update(**RIGHT)
    assert demo_site.seed(NOW) == "kept as they are"
    assert SiteSettings.objects.get().company_gstin == "27AAPFU0939F1ZV"

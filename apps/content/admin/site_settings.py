from django.contrib import admin

from apps.content.models import SiteSettings
from apps.core.advertised_texts import AdvertisedTextsMixin
from apps.core.single_row_admin import SingleRowAdmin


@admin.register(SiteSettings)
class SiteSettingsAdmin(AdvertisedTextsMixin, SingleRowAdmin):
    fieldsets = (
        (None, {"fields": ("brand_name", "tagline", "verified_badge", "pro_heading", "copyright_line")}),
        (
            "Contact",
            {
                "fields": (
                    "contact_phone",
                    "contact_email",
                    "contact_city",
                    "contact_address",
                    "working_hours",
                )
            },
        ),
        (
            "Links",
            {
                "fields": (
                    "x_url",
                    "youtube_url",
                    "instagram_url",
                    "linkedin_url",
                    "facebook_url",
                    "telegram_url",
                    "app_store_url",
                    "google_play_url",
                )
            },
        ),
        (
            "Registration",
            {
                "fields": (
                    "registered_name",
                    "registration_type",
                    "registration_number",
                    "registration_validity",
                    "registration_address",
                    ("principal_officer_name", "principal_officer_email", "principal_officer_phone"),
                    ("compliance_officer_name", "compliance_officer_email", "compliance_officer_phone"),
                    ("grievance_officer_name", "grievance_officer_email", "grievance_officer_phone"),
                    "enlistment_number",
                )
            },
        ),
        ("Regulator", {"fields": ("regulator_name", "regulator_address", "regulator_phone")}),
        (
            "Company",
            {"fields": ("company_name", "company_cin", "company_gstin", "company_pan", "company_state")},
        ),
        ("Disclaimers", {"fields": ("risk_statement", "no_assurance_statement", "education_statement")}),
    )

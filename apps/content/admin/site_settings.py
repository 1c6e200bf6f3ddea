from django.contrib import admin
from django.http import HttpRequest

from apps.content.models import SiteSettings
from apps.core.changed_fields import ChangedFieldsAdmin


@admin.register(SiteSettings)
class SiteSettingsAdmin(ChangedFieldsAdmin):
    """One row: it is added once, then edited, and cannot be deleted."""

    list_display = ("brand_name", "registration_number", "contact_phone", "contact_email")
    fieldsets = (
        (None, {"fields": ("brand_name", "tagline", "copyright_line")}),
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

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and not SiteSettings.objects.exists()

    def has_delete_permission(self, request: HttpRequest, obj: SiteSettings | None = None) -> bool:
        return False

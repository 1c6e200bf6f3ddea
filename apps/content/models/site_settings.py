from typing import ClassVar

from django.db import models

from apps.core.shown import Shown, ShownQuerySet

RISK_STATEMENT = (
    "Investment in securities market are subject to market risks. "
    "Read all the related documents carefully before investing."
)
NO_ASSURANCE_STATEMENT = (
    "Registration granted by SEBI, enlistment with the exchange and certification from NISM in no way "
    "guarantee performance of the intermediary or provide any assurance of returns to investors."
)
EDUCATION_STATEMENT = (
    "The courses and sessions on this site are for education. Securities named in them are examples "
    "and not recommendations."
)


class SiteSettingsQuerySet(ShownQuerySet["SiteSettings"]):
    pass


class SiteSettings(Shown, models.Model):
    """
    What every page says about who runs the site.

    There is one row. Until staff fill it in, the legal facts are placeholders that nobody can take for real.
    """

    shown_in = ("site",)

    ONLY_ID = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY_ID, editable=False)
    brand_name = models.CharField(max_length=40, default="Rally")
    tagline = models.CharField(max_length=160, default="Learn the market from a registered adviser.")
    copyright_line = models.CharField(max_length=160, default="© Rally. All rights reserved.")

    contact_phone = models.CharField(max_length=30, default="+91 00000 00000 (placeholder)")
    contact_email = models.EmailField(default="contact@example.in")
    contact_city = models.CharField(max_length=60, default="Mumbai")
    contact_address = models.CharField(max_length=300, default="Office address (placeholder)")
    working_hours = models.CharField(max_length=80, default="9:00-18:00 Monday to Friday")

    x_url = models.URLField("X", blank=True)
    youtube_url = models.URLField("YouTube", blank=True)
    instagram_url = models.URLField("Instagram", blank=True)
    linkedin_url = models.URLField("LinkedIn", blank=True)
    facebook_url = models.URLField("Facebook", blank=True)
    telegram_url = models.URLField("Telegram", blank=True)
    app_store_url = models.URLField("App Store", blank=True)
    google_play_url = models.URLField("Google Play", blank=True)

    registered_name = models.CharField(max_length=120, default="Registered name (placeholder)")
    registration_type = models.CharField(max_length=120, default="Investment Adviser, non-individual")
    registration_number = models.CharField(max_length=40, default="INA000000000 (placeholder)")
    registration_validity = models.CharField(max_length=80, default="Validity (placeholder)")
    registration_address = models.CharField(max_length=300, default="Registered address (placeholder)")
    principal_officer_name = models.CharField(max_length=80, default="Principal officer (placeholder)")
    principal_officer_email = models.EmailField(default="principal@example.in")
    principal_officer_phone = models.CharField(max_length=30, default="+91 00000 00000 (placeholder)")
    compliance_officer_name = models.CharField(max_length=80, default="Compliance officer (placeholder)")
    compliance_officer_email = models.EmailField(default="compliance@example.in")
    compliance_officer_phone = models.CharField(max_length=30, default="+91 00000 00000 (placeholder)")

    regulator_name = models.CharField(max_length=120, default="Securities and Exchange Board of India")
    regulator_address = models.CharField(
        max_length=300,
        default="SEBI Bhavan, Plot No. C4-A, G Block, Bandra Kurla Complex, Bandra (East), Mumbai 400051",
    )
    regulator_phone = models.CharField(max_length=60, default="+91-22-26449000 / 40459000")

    company_name = models.CharField(max_length=120, default="Company name (placeholder)")
    company_cin = models.CharField("CIN", max_length=40, default="U00000MH0000PTC000000 (placeholder)")
    company_gstin = models.CharField("GSTIN", max_length=40, default="27AAAAA0000A0Z0 (placeholder)")
    company_state = models.CharField(max_length=60, default="Maharashtra")

    risk_statement = models.CharField(max_length=400, default=RISK_STATEMENT)
    no_assurance_statement = models.CharField(max_length=400, default=NO_ASSURANCE_STATEMENT)
    education_statement = models.CharField(max_length=400, default=EDUCATION_STATEMENT)

    objects = SiteSettingsQuerySet.as_manager()

    class Meta:
        verbose_name = "site settings"
        verbose_name_plural = "site settings"
        constraints: ClassVar = [
            models.CheckConstraint(condition=models.Q(id=1), name="site_settings_are_one_row"),
        ]

    def __str__(self) -> str:
        return f"Settings of {self.brand_name}"

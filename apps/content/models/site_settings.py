import re
from typing import ClassVar

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_noop

from apps.accounts import gstin
from apps.core import indian_states
from apps.core.cache_invalidation import InvalidatesCache, InvalidatesCacheQuerySet

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

VERIFIED_BADGE = gettext_noop("SEBI Verified")
PRO_HEADING = "Unlock the Secrets of Smart Investing with Power-Packed Webinars!"

NO_GSTIN = "27AAAAA0000A0Z0 (placeholder)"
NO_PAN = "AAAAA0000A (placeholder)"

_PAN = re.compile(r"[A-Z]{5}[0-9]{4}[A-Z]")


class SiteSettingsQuerySet(InvalidatesCacheQuerySet["SiteSettings"]):
    pass


class SiteSettings(InvalidatesCache, models.Model):
    """
    Who runs the site: contact, registration, company and disclaimers.

    There is one row. Until staff fill it in, the legal details are obvious placeholders.
    """

    cache_tags = ("site",)

    ONLY_ID = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY_ID, editable=False)
    brand_name = models.CharField(max_length=40, default="Rally")
    tagline = models.CharField(max_length=160, default="Learn the market from a registered adviser.")
    copyright_line = models.CharField(max_length=160, default="© Rally. All rights reserved.")

    verified_badge = models.CharField(
        "badge in the header",
        max_length=30,
        default=VERIFIED_BADGE,
        db_default=VERIFIED_BADGE,
        help_text="Beside the brand on every page; it leads to the registration.",
    )
    pro_heading = models.CharField(
        "heading of the Pro page",
        max_length=120,
        default=PRO_HEADING,
        db_default=PRO_HEADING,
    )

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

    grievance_officer_name = models.CharField(max_length=80, default="Grievance officer (placeholder)")
    grievance_officer_email = models.EmailField(default="grievance@example.in")
    grievance_officer_phone = models.CharField(max_length=30, default="+91 00000 00000 (placeholder)")
    enlistment_number = models.CharField(
        max_length=40,
        default="Enlistment number (placeholder)",
        help_text="With the body recognised by SEBI for the administration of investment advisers.",
    )

    regulator_name = models.CharField(max_length=120, default="Securities and Exchange Board of India")
    regulator_address = models.CharField(
        max_length=300,
        default="SEBI Bhavan, Plot No. C4-A, G Block, Bandra Kurla Complex, Bandra (East), Mumbai 400051",
    )
    regulator_phone = models.CharField(max_length=60, default="+91-22-26449000 / 40459000")

    company_name = models.CharField(max_length=120, default="Company name (placeholder)")
    company_cin = models.CharField("CIN", max_length=40, default="U00000MH0000PTC000000 (placeholder)")
    company_gstin = models.CharField("GSTIN", max_length=40, default=NO_GSTIN)
    company_pan = models.CharField("PAN", max_length=40, default=NO_PAN)
    company_state = models.CharField(
        max_length=60,
        default="Maharashtra",
        choices=[(name, name) for name in sorted(indian_states.BY_CODE.values())],
        help_text="State of GST registration. It decides whether an invoice has CGST and SGST, or IGST.",
    )

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
        return f"Settings for {self.brand_name}"

    def clean(self) -> None:
        """
        Check that the tax numbers, which are on every invoice, are valid and match each other.

        Placeholders are allowed, so that the rest can be edited before the numbers are known.
        """
        errors: dict[str, str] = {}
        if self.company_pan != NO_PAN:
            self.company_pan = self.company_pan.upper()
            if _PAN.fullmatch(self.company_pan) is None:
                errors["company_pan"] = "A PAN has five letters, four digits and a letter."
        if self.company_gstin != NO_GSTIN:
            error = self._gstin_error()
            if error is not None:
                errors["company_gstin"] = error
        if errors:
            raise ValidationError(errors)

    def _gstin_error(self) -> str | None:
        number = gstin.parse(self.company_gstin)
        if number is None:
            return "This is not a GSTIN. Please check each character."
        self.company_gstin = number
        if indian_states.BY_CODE.get(number[:2]) != self.company_state:
            return "This GSTIN belongs to another state."
        if number[2:12] != self.company_pan:
            return "This GSTIN contains a different PAN."
        return None

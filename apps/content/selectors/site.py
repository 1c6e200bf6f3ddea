from typing import TypedDict

from apps.accounts.selectors import login_form
from apps.content.models import SiteSettings
from apps.core import tagged_cache
from apps.core.json_types import Email, Url, component


@component("SiteLinkOut")
class Link(TypedDict):
    name: str
    url: Url


class Contact(TypedDict):
    phone: str
    email: Email
    city: str
    address: str


class Officer(TypedDict):
    name: str
    email: Email
    phone: str


class Registration(TypedDict):
    registeredName: str
    type: str
    number: str
    validity: str
    address: str
    principalOfficer: Officer
    complianceOfficer: Officer
    grievanceOfficer: Officer
    enlistmentNumber: str


class Regulator(TypedDict):
    name: str
    address: str
    phone: str


class Company(TypedDict):
    name: str
    cin: str
    gstin: str
    state: str


@component("SiteOut")
class SiteFacts(TypedDict):
    brandName: str
    tagline: str
    verifiedBadge: str
    proHeading: str
    contact: Contact
    workingHours: str
    socialLinks: list[Link]
    storeLinks: list[Link]
    registration: Registration
    regulator: Regulator
    company: Company
    disclaimers: list[str]
    copyright: str
    login: login_form.LoginFacts


@tagged_cache.cached(tags=("site",), key="site")
def current() -> SiteFacts:
    """The site settings for pages and the API, with placeholders until staff fill them in."""
    row = saved()
    return {
        "brandName": row.brand_name,
        "tagline": row.tagline,
        "verifiedBadge": row.verified_badge,
        "proHeading": row.pro_heading,
        "contact": {
            "phone": row.contact_phone,
            "email": row.contact_email,
            "city": row.contact_city,
            "address": row.contact_address,
        },
        "workingHours": row.working_hours,
        "socialLinks": _links(
            X=row.x_url,
            YouTube=row.youtube_url,
            Instagram=row.instagram_url,
            LinkedIn=row.linkedin_url,
            Facebook=row.facebook_url,
            Telegram=row.telegram_url,
        ),
        "storeLinks": _links(**{"App Store": row.app_store_url, "Google Play": row.google_play_url}),
        "registration": _registration(row),
        "regulator": {
            "name": row.regulator_name,
            "address": row.regulator_address,
            "phone": row.regulator_phone,
        },
        "company": {
            "name": row.company_name,
            "cin": row.company_cin,
            "gstin": row.company_gstin,
            "state": row.company_state,
        },
        "disclaimers": [row.risk_statement, row.no_assurance_statement, row.education_statement],
        "copyright": row.copyright_line,
        "login": login_form.facts(),
    }


def saved() -> SiteSettings:
    """The row of settings, or its defaults if there is none."""
    return SiteSettings.objects.filter(pk=SiteSettings.ONLY_ID).first() or SiteSettings()


def _registration(row: SiteSettings) -> Registration:
    return {
        "registeredName": row.registered_name,
        "type": row.registration_type,
        "number": row.registration_number,
        "validity": row.registration_validity,
        "address": row.registration_address,
        "principalOfficer": {
            "name": row.principal_officer_name,
            "email": row.principal_officer_email,
            "phone": row.principal_officer_phone,
        },
        "complianceOfficer": {
            "name": row.compliance_officer_name,
            "email": row.compliance_officer_email,
            "phone": row.compliance_officer_phone,
        },
        "grievanceOfficer": {
            "name": row.grievance_officer_name,
            "email": row.grievance_officer_email,
            "phone": row.grievance_officer_phone,
        },
        "enlistmentNumber": row.enlistment_number,
    }


def _links(**urls: str) -> list[Link]:
    return [{"name": name, "url": url} for name, url in urls.items() if url]

from apps.content.models import SiteSettings
from apps.core import tagged_cache
from apps.core.supplier import Supplier


def current() -> Supplier:
    """The seller for invoices, with placeholders until staff fill them in."""
    return tagged_cache.get_or_set(tags=("site",), key="supplier", make=_read)


def _read() -> Supplier:
    row = SiteSettings.objects.filter(pk=SiteSettings.ONLY_ID).first() or SiteSettings()
    return Supplier(
        name=row.registered_name,
        address=row.registration_address,
        state=row.company_state,
        gstin=row.company_gstin,
        pan=row.company_pan,
        registration_number=row.registration_number,
        email=row.contact_email,
        phone=row.contact_phone,
    )

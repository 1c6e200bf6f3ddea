from collections.abc import Mapping
from datetime import datetime

from apps.audit.selectors import recorded_values
from apps.content.models import SiteSettings
from apps.content.selectors import site
from apps.core import tagged_cache
from apps.core.supplier import Supplier, Then

_COLUMNS: Mapping[str, str] = {
    "name": "registered_name",
    "address": "registration_address",
    "state": "company_state",
    "gstin": "company_gstin",
    "pan": "company_pan",
    "registration_number": "registration_number",
    "email": "contact_email",
    "phone": "contact_phone",
}


@tagged_cache.cached(tags=("site",), key="supplier")
def current() -> Supplier:
    """The seller for invoices, with placeholders until staff fill them in."""
    row = site.saved()
    return Supplier(**{name: getattr(row, column) for name, column in _COLUMNS.items()})


def history() -> Then:
    """What staff changed is in the audit trail; what nobody ever changed there is as it is now."""
    now, known = site.saved(), recorded_values.histories(SiteSettings, list(_COLUMNS.values()))
    found: dict[tuple[int, int], Mapping[str, set[str]]] = {}

    def texts_of(column: str, at: datetime) -> set[str]:
        # It is None before the row was added, and where it is empty.
        default = getattr(SiteSettings(), column)
        texts = known.around(SiteSettings.ONLY_ID, column, at=at, now=getattr(now, column))
        return {text or "" for text in texts} | ({default} if None in texts else set())

    def then(at: datetime) -> Mapping[str, set[str]]:
        period = known.period(at)
        if period not in found:
            found[period] = {name: texts_of(column, at) for name, column in _COLUMNS.items()}
        return found[period]

    return then

from apps.commerce.services import coupon_imports
from apps.core.csv_imports import Imported
from apps.core.management.imports import ImportCommand


class Command(ImportCommand):
    help = (
        "Create coupons from a CSV file in UTF-8, a row for each. "
        f"Columns: {', '.join(coupon_imports.COLUMNS.required)}; "
        f"optional: {', '.join(coupon_imports.COLUMNS.optional)}."
    )
    things = "coupons"

    def import_content(self, content: bytes, *, is_dry_run: bool) -> Imported:
        return coupon_imports.import_coupons(content=content, is_dry_run=is_dry_run)

"""
The payment provider is a port: nothing outside its gateway names it, but for the fields of the API and the
privacy policy, which has to name who gets personal data.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROVIDER = re.compile("razorpay", re.IGNORECASE)

GATEWAY = ("apps/commerce/gateways/razorpay/", "frontend/src/features/checkout/lib/providers/")
SANDBOX = ("apps/sandbox/", "config/sandbox_proxy.py")
SETTINGS = ("config/settings/",)
FIELDS_OF_THE_API = ("apps/commerce/api/provider_fields.py", "frontend/src/shared/api/generated/")
EXISTING_ROWS = ("apps/commerce/migrations/0001_squashed_0033_refund_parts.py",)
PRIVACY_POLICY = ("apps/core/privacy_inventory.py",)
TESTS = ("/tests/", ".test.", "frontend/src/test/")


@pytest.mark.parametrize("folder", ["apps", "config", "templates", "frontend/src"])
def test_no_module_outside_the_gateway_names_the_provider(folder: str) -> None:
    files = [path for path in (ROOT / folder).rglob("*") if path.suffix in {".py", ".ts", ".tsx", ".html"}]
    names = [str(path.relative_to(ROOT)) for path in files if PROVIDER.search(path.read_text("utf-8"))]

    allowed = (*GATEWAY, *SANDBOX, *SETTINGS, *FIELDS_OF_THE_API, *EXISTING_ROWS, *PRIVACY_POLICY)
    assert files
    assert [
        name for name in names if not name.startswith(allowed) and not any(part in name for part in TESTS)
    ] == []

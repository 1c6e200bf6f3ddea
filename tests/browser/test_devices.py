"""A member's devices: listing sessions and logging one out from another."""

from __future__ import annotations

from playwright.sync_api import expect

from .stack import Stack
from .tabs import Tabs, visit

MOBILE = "9611100001"


def test_a_device_is_logged_out_from_another_browser(tabs: Tabs, stack: Stack) -> None:
    stack.shell(f"from apps.accounts.models import User; User.objects.create_user(mobile='{MOBILE}')")
    lost = visit(
        tabs.open(member=MOBILE, own_session=True, allow=(r"status 401: .*", r"console: .*")), "/settings"
    )
    here = visit(tabs.open(member=MOBILE, own_session=True), "/settings")
    mine = here.get_by_role("listitem").filter(has_text="This device")
    expect(mine).to_contain_text("Active now")
    others = here.get_by_role("listitem").filter(has_text="Last active")
    expect(others).to_have_count(1)

    others.get_by_role("button").click()

    expect(here.get_by_text("is logged out.")).to_be_focused()
    expect(others).to_have_count(0)
    expect(mine).to_have_count(1)
    lost.reload()
    # The page itself has a link without scripts.
    expect(lost.get_by_role("banner").get_by_role("link", name="Login")).to_be_visible()

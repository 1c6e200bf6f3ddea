"""Admin login."""

from __future__ import annotations

import re
from base64 import b32decode

from django_otp.oath import totp
from playwright.sync_api import Page, expect

from .stack import STAFF, STAFF_PASSWORD, Stack, create_superuser

_AUTHENTICATOR = """
call_command("staff_authenticator", "--mobile", "9000000072")
"""


def test_staff_log_in_with_mobile_and_password(page: Page) -> None:
    """With an account from `createsuperuser` and the admin's Content-Security-Policy."""
    page.goto("/admin/")
    page.get_by_label("Mobile").fill(STAFF)
    page.get_by_label("Password").fill(STAFF_PASSWORD)
    page.get_by_role("button", name="Log in").click()

    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/admin/$"))


def test_a_wrong_password_is_refused(page: Page) -> None:
    page.goto("/admin/")
    page.get_by_label("Mobile").fill(STAFF)
    page.get_by_label("Password").fill("not the pass phrase")
    page.get_by_role("button", name="Log in").click()

    expect(page.get_by_text("Enter the correct mobile number and password")).to_be_visible()
    expect(page.get_by_role("button", name="Log out")).to_have_count(0)


def test_an_account_with_an_authenticator_asks_for_its_code(page: Page, stack: Stack) -> None:
    output = stack.shell(create_superuser("9000000072") + _AUTHENTICATOR)
    key = output.splitlines()[-1].partition(": ")[2].replace(" ", "")

    page.goto("/admin/accounts/user/")
    page.get_by_label("Mobile").fill("+91 90000 00072")
    page.get_by_label("Password").fill(STAFF_PASSWORD)
    page.get_by_label("Authenticator code").fill(f"{totp(b32decode(key)):06}")
    page.get_by_role("button", name="Log in").click()

    expect(page.get_by_role("link", name="9000000072")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/admin/accounts/user/$"))


def test_the_admin_has_no_inline_scripts(stack: Stack) -> None:
    policy = stack.get("/admin/login/").headers["Content-Security-Policy"]

    assert "script-src 'self'" in [part.strip() for part in policy.split(";")]
    assert "unsafe" not in policy

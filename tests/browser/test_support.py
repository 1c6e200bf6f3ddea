"""A grievance is filed, staff answer it with a template, and the person reads and replies by the link."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .stack import Stack
from .tabs import NARROW, Tabs
from .test_login import last_message

EMAIL = "leela.support@example.in"


def emailed_link(stack: Stack) -> str:
    """The link of the reply, which comes after the acknowledgement; without the host."""
    body = last_message(stack, EMAIL, count=2)["body"]
    return "/support/request?key=" + body.split("/support/request?key=")[1].split()[0]


def test_grievance_is_answered_and_replied_to_by_the_link(tabs: Tabs, desk: Page, stack: Stack) -> None:
    page = tabs.open(width=NARROW)
    page.goto("/grievance-redressal")
    form = page.locator("#form")
    form.get_by_label("Your name").fill("Leela Iyer")
    form.get_by_label("Mobile number").fill("9612345678")
    form.get_by_label("Email").fill(EMAIL)
    form.get_by_label("Subject").fill("Charged twice")
    form.get_by_label("Message").fill("I was charged twice for one course.")
    form.get_by_role("button", name="Submit grievance").click()
    number = page.get_by_text(re.compile(r"^GR-")).inner_text()

    desk.goto("/admin/support/ticket/")
    desk.get_by_role("link", name=number).click()
    desk.get_by_label("Template").select_option("Refund made")
    desk.get_by_role("button", name="Insert").click()
    assert number in desk.get_by_label("Text").input_value()
    document = {"name": f"{'a' * 96}.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.7"}
    desk.get_by_label("Attachments").set_input_files([document])
    desk.get_by_label("Status after the reply").select_option("Resolved")
    desk.get_by_role("button", name="Send reply").click()
    expect(desk.get_by_text("Reply sent.")).to_be_visible()
    desk.set_viewport_size({"width": NARROW, "height": 844})
    expect(desk.get_by_role("link", name=document["name"])).to_be_visible()
    assert desk.evaluate("document.documentElement.scrollWidth") <= NARROW

    page.goto(emailed_link(stack))
    thread = page.get_by_role("list", name="Conversation")
    # A message with attachments has a list of its own.
    expect(thread.locator("> li")).to_have_count(2)
    expect(thread).to_contain_text("Dear Leela Iyer,")
    page.get_by_label("Your reply").fill("Only one of them came back.")
    page.get_by_role("button", name="Reply and reopen").click()
    expect(page.get_by_text("We have received your reply.")).to_be_visible()
    expect(thread.locator("> li")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390

    desk.reload()
    expect(desk.locator(".thread")).to_contain_text("Only one of them came back.")

"""Sanitised hostile markup in a real browser, without a Content-Security-Policy."""

from __future__ import annotations

from playwright.sync_api import Browser

from apps.content.chapter_text import render
from apps.core.html import sanitise
from tests.hostile_markup import FRAGMENTS

_CHECK = """(markups) => {
  window.pwned = () => { window.acted = true; };
  // Handlers would have their say, but no link leads away.
  document.addEventListener('click', (event) => event.preventDefault());
  const faults = [];
  for (const markup of markups) {
    document.body.innerHTML = markup;
    for (const element of document.body.querySelectorAll('*')) {
      const name = element.localName;
      if (/^(script|style|iframe|object|embed|form|input|base|meta|link|svg|math|template)$/.test(name)) {
        faults.push([markup, name]);
      }
      for (const { name: attribute } of element.attributes) {
        if (/^(on|style|id|name|srcset|form)/.test(attribute)) faults.push([markup, attribute]);
      }
      const address = element.href ?? element.src ?? '';
      if (address && !/^(https?|mailto|tel):/.test(address)) faults.push([markup, address]);
      if (/evil/.test(address) && !address.startsWith(location.origin)) faults.push([markup, address]);
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    }
  }
  return faults;
}"""


def test_sanitised_markup_runs_nothing_in_a_browser(browser: Browser) -> None:
    context = browser.new_context(offline=True)
    page = context.new_page()
    empty = {"body": "<!doctype html><body></body>", "content_type": "text/html"}
    page.route("**/*", lambda route: route.fulfill(**empty))
    page.goto("https://www.example.in/")

    left = [clean(fragment) for fragment in FRAGMENTS for clean in (sanitise, render)]

    faults = page.evaluate(_CHECK, left)
    page.wait_for_timeout(300)

    assert faults == []
    assert page.evaluate("() => window.acted") is None
    context.close()

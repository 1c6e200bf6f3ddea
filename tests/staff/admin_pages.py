"""Reads the form of an admin page as a browser does: its fields with their initial values."""

from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.urls import reverse

Fields = dict[str, list[str]]

_NOT_SENT = ("submit", "button", "file", "image", "reset")


def admin_url(row: Any, page: str = "change") -> str:
    meta = row._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_{page}", args=[row.pk])


def load_form(client: Client, url: str) -> Fields:
    """The fields of the page's form, as submitting it unchanged would send them."""
    response = client.get(url)
    assert response.status_code == 200, response.status_code
    return read_form(response.content.decode()).fields


def read_form(html: str) -> "Form":
    form = Form()
    form.feed(html)
    return form


def errors(response: Any) -> dict[str, list[str]]:
    """The errors of a form that was shown again, including its inlines."""
    found: dict[str, list[str]] = {**response.context["adminform"].form.errors}
    for inline in response.context["inline_admin_formsets"]:
        for form in inline.formset.forms:
            found.update({f"{form.prefix}-{name}": list(texts) for name, texts in form.errors.items()})
    return found


class Form(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.fields: Fields = {}
        self.options: dict[str, list[str]] = {}
        """The values that each select offers."""
        self._is_inside = False
        self._select: tuple[str, bool] | None = None
        self._options: list[tuple[str, bool]] = []
        self._area: tuple[str, list[str]] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value if value is not None else "" for name, value in attrs}
        if tag == "form":
            self._is_inside = given.get("method") == "post" and "action" not in given
        if not self._is_inside:
            return
        name = given.get("name", "")
        if tag == "input" and name and "disabled" not in given:
            self._input(name, given)
        elif tag == "select" and name and "disabled" not in given:
            self._select, self._options = (name, "multiple" in given), []
        elif tag == "option" and self._select:
            self._options.append((given.get("value", ""), "selected" in given))
        elif tag == "textarea" and name:
            self._area = (name, [])

    def _input(self, name: str, given: dict[str, str]) -> None:
        kind = given.get("type", "text")
        if kind in _NOT_SENT or (kind in ("checkbox", "radio") and "checked" not in given):
            return
        self.fields.setdefault(name, []).append(given.get("value", "on" if kind == "checkbox" else ""))

    def handle_data(self, data: str) -> None:
        if self._area:
            self._area[1].append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self._area:
            name, parts = self._area
            # Browsers drop the first newline and send the others as CRLF.
            text = "".join(parts).removeprefix("\n")
            self.fields[name] = ["\r\n".join(text.splitlines())]
            self._area = None
        elif tag == "select" and self._select:
            name, is_multiple = self._select
            self.options[name] = [value for value, _ in self._options]
            chosen = [value for value, is_selected in self._options if is_selected]
            if not chosen and not is_multiple and self._options:
                chosen = [self._options[0][0]]
            if chosen:
                self.fields[name] = chosen
            self._select = None
        elif tag == "form":
            self._is_inside = False

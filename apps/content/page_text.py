"""
Renders the Markdown of a legal or information page.

It may contain placeholders such as '{registration_number}' and '{credit_validity}', which are filled with the
site settings and the figures before the Markdown is parsed, so that the values are sanitised with the rest.
The tables of the privacy policy, such as '{table_of_data}', come from `core/privacy_inventory.py`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape

from apps.content import chapter_text
from apps.core import business_constants, placeholders, privacy_inventory

PLACEHOLDERS = (
    "brand_name",
    "company_cin",
    "company_gstin",
    "company_name",
    "company_state",
    "compliance_officer_email",
    "compliance_officer_name",
    "compliance_officer_phone",
    "contact_address",
    "contact_city",
    "contact_email",
    "contact_phone",
    "enlistment_number",
    "grievance_officer_email",
    "grievance_officer_name",
    "grievance_officer_phone",
    "principal_officer_email",
    "principal_officer_name",
    "principal_officer_phone",
    "registered_name",
    "registration_address",
    "registration_number",
    "registration_type",
    "registration_validity",
    "regulator_address",
    "regulator_name",
    "regulator_phone",
    "working_hours",
)
"""Fields of the site settings that a text may contain."""

HELP = (
    "Markdown. Headings start with ##. Placeholders are replaced with values from the site settings: "
    + ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
    + ". Unsafe HTML is removed when the page is shown."
)

_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
# Not possessive: Python 3.11.2 then finds none. It stops at the next h2, so it is linear as it is.
_HEADING = re.compile(r"<h2>((?:[^<]|<(?!/?h2>))*)</h2>")
_TAG = re.compile(r"<[^<>]*+>")
_NOT_IN_ANCHORS = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Section:
    anchor: str
    title: str


@dataclass(frozen=True, slots=True)
class RenderedPage:
    html: str
    sections: list[Section]


def render(text: str, *, placeholders: Mapping[str, str]) -> RenderedPage:
    """The HTML of a page, and its headings, each with an anchor."""
    sections: list[Section] = []

    def add_anchor(match: re.Match[str]) -> str:
        title = unescape(_TAG.sub("", match[1])).strip()
        section = Section(anchor=_anchor(title, taken=sections), title=title)
        sections.append(section)
        return f'<h2 id="{section.anchor}">{match[1]}</h2>'

    html = chapter_text.render(_fill_placeholders(_fill_tables(text), placeholders))
    return RenderedPage(html=_HEADING.sub(add_anchor, html), sections=sections)


def validation_errors(text: str) -> list[str]:
    known = {*PLACEHOLDERS, *business_constants.names(), *privacy_inventory.TABLES}
    return [
        *placeholders.errors(text, known=known),
        *chapter_text.validation_errors(text),
    ]


def _fill_placeholders(text: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda found: _escape(values.get(found[1], found[0])), text)


def _fill_tables(text: str) -> str:
    tables = privacy_inventory.TABLES
    return _PLACEHOLDER.sub(lambda found: tables[found[1]]() if found[1] in tables else found[0], text)


def _escape(value: str) -> str:
    """Write everything but letters and digits as character references: no Markdown, no HTML tag."""
    return "".join(char if char.isalnum() else f"&#{ord(char)};" for char in value)


def _anchor(title: str, *, taken: list[Section]) -> str:
    stem = "-".join(filter(None, _NOT_IN_ANCHORS.split(title.lower())))
    anchor = f"section-{stem}" if stem else f"section-{len(taken) + 1}"
    is_taken = anchor in {section.anchor for section in taken}
    return f"{anchor}-{len(taken) + 1}" if is_taken else anchor

"""
The Markdown of a page of words, and what the page shows of it.

Facts of the company stand in it as names in braces, '{registration_number}', and are filled in from the
site settings: before anything is parsed, so that whatever staff typed there is judged with the rest.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import unescape

from apps.content import chapter_text

FACTS = (
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
"""Columns of the site settings that a text may name."""

HELP = (
    "Markdown. Headings begin with ##. Facts from the site settings stand in braces: "
    + ", ".join(f"{{{name}}}" for name in FACTS)
    + ". Unsafe markup is left out wherever the page is shown."
)

_FACT = re.compile(r"\{([a-z_]+)\}")
_HEADING = re.compile(r"<h2>((?:[^<]|<(?!/?h2>))*+)</h2>")
_TAG = re.compile(r"<[^<>]*+>")
_NOT_IN_ANCHORS = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Section:
    anchor: str
    title: str


@dataclass(frozen=True, slots=True)
class Shown:
    html: str
    sections: list[Section]


def shown(text: str, *, facts: Mapping[str, str]) -> Shown:
    """What the page shows, and its headings, each with a place of its own to be linked to."""
    sections: list[Section] = []

    def anchored(match: re.Match[str]) -> str:
        title = _TAG.sub("", match[1])
        section = Section(anchor=_anchor(title, taken=sections), title=_plain(title))
        sections.append(section)
        return f'<h2 id="{section.anchor}">{match[1]}</h2>'

    html = chapter_text.html_of(_filled(text, facts))
    return Shown(html=_HEADING.sub(anchored, html), sections=sections)


def problems_in(text: str) -> list[str]:
    """What an author should know before it is saved."""
    unknown = sorted(set(_FACT.findall(text)) - set(FACTS))
    return [
        *(f"There is no fact {{{name}}} in the site settings." for name in unknown),
        *chapter_text.problems_in(text),
    ]


def _filled(text: str, facts: Mapping[str, str]) -> str:
    return _FACT.sub(lambda found: _inert(facts.get(found[1], found[0])), text)


def _inert(value: str) -> str:
    """As references to characters, which Markdown never takes for structure, and HTML for no tag."""
    return "".join(sign if sign.isalnum() else f"&#{ord(sign)};" for sign in value)


def _anchor(title: str, *, taken: list[Section]) -> str:
    stem = "-".join(filter(None, _NOT_IN_ANCHORS.split(_plain(title).lower())))
    wanted = f"section-{stem}" if stem else f"section-{len(taken) + 1}"
    used = {section.anchor for section in taken}
    return wanted if wanted not in used else f"{wanted}-{len(taken) + 1}"


def _plain(markup: str) -> str:
    return unescape(markup).strip()

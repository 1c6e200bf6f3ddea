"""What the site itself says: nothing that the advertisement code restricts, no promise of young charts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from apps.content.models import AdvertFinding
from apps.content.services import advert_findings
from apps.core import advert_words, demo
from apps.core.advert_words import Claim, PublicText
from apps.live.services import demo_programs

ROOT = Path(__file__).resolve().parents[1]
TEXTS = (
    "site settings",
    "instructors",
    "questions and reviews",
    "academy",
    "courses",
    "curricula",
    "webinars",
    "mentorships",
    "live trading",
    "session plans",
    "Pro",
    "coupons",
)


@pytest.mark.django_db
def test_nothing_is_found_in_the_texts_of_a_new_site() -> None:
    """The message templates are there anyway."""
    seeders: dict[str, Any] = demo._seeders
    for name in TEXTS:
        seeders[name](timezone.now())
    advert_findings.scan_all()
    assert [(row.object_text, row.found) for row in AdvertFinding.objects.all()] == []


def texts_of_the_browser() -> Iterator[PublicText]:
    for path in sorted((ROOT / "frontend/src/app/leads").glob("*.json")):
        for name, text in json.loads(path.read_text(encoding="utf-8")).items():
            yield PublicText(f"{path.name}: {name}", str(text), is_outside_market_hours=True)
    steps = ROOT / "frontend/src/features/live/components/ProgramSteps.tsx"
    yield PublicText(steps.name, steps.read_text(encoding="utf-8"), is_outside_market_hours=True)


def test_the_pages_speak_of_past_charts_and_of_no_market_hours() -> None:
    """The programs of the demo begin after the exchange has closed."""
    assert all(str(program.start) > "15:30" for program in demo_programs.PROGRAMS.read())
    young = (Claim.FRESH_PRICES, Claim.MARKET_HOURS, Claim.PROMISE, Claim.EARNINGS)
    found = [one for one in advert_words.find(list(texts_of_the_browser())) if one.claim in young]
    assert found == []

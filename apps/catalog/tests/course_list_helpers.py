"""Requests of the course list, and courses to filter."""

from datetime import UTC, datetime

import pytest

from apps.catalog.tests.factories import CategoryFactory, CourseFactory
from apps.content.tests.factories import InstructorFactory

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


def asked(api, **body):
    response = api.post("/api/course/mobile", body)
    assert response.status_code == 200, response.json()
    return response.json()


def titles(api, **body):
    return [course["title"] for course in asked(api, **body)["courses"]]


@pytest.fixture
def catalogue():
    charts, funds = CategoryFactory(title="Charts"), CategoryFactory(title="Funds & ETFs")
    meera, kavya = (
        InstructorFactory(name="Meera", slug="meera"),
        InstructorFactory(name="Kavya", slug="kavya"),
    )
    CourseFactory(
        title="Free", category=charts, taught_by=[meera], offer_price_paise=0, total_learners=50, rating="4.9"
    )
    CourseFactory(
        title="Pro", category=funds, taught_by=[kavya], offer_price_paise=0, is_pro=True, level="Advanced"
    )
    CourseFactory(
        title="Dear",
        category=funds,
        taught_by=[meera, kavya],
        offer_price_paise=500_000,
        total_learners=10,
        language="Hindi",
        rating="4.1",
    )
    CourseFactory(title="Hidden", category=charts, is_published=False)
    return meera

"""Courses for search tests, and a helper that searches."""

from datetime import UTC, datetime

import pytest

from apps.catalog.tests.factories import CategoryFactory, ChapterFactory, CourseFactory, TopicFactory
from apps.content.tests.factories import InstructorFactory

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)

CANDLES = "Candlesticks from the First Principle"
TREND = "Trend, Range and Volume"
OPTIONS = "Options: Rights, Obligations and Price"
HEDGING = "Hedging with Index Options"
FUNDS = "Mutual Funds from the Factsheet Up"
LADDER = "शेयर बाज़ार की पहली सीढ़ी"


@pytest.fixture
def searchable_courses(committed):
    with committed():
        charts, contracts, funds = (
            CategoryFactory(title=title)
            for title in ("Technical Analysis", "Options and Futures", "Mutual Funds and ETFs")
        )
        meera, arjun, rohit = (
            InstructorFactory(name=name) for name in ("Meera Iyer", "Arjun Deshmukh", "रोहित सक्सेना")
        )
        candles = CourseFactory(
            title=CANDLES,
            category=charts,
            taught_by=[meera],
            lead="What a candle records.",
            what_you_will_learn=["Explain any candle in one sentence", "Draw a résumé of a year"],
            total_learners=60,
        )
        CourseFactory(
            title=TREND,
            category=charts,
            taught_by=[meera, arjun],
            what_you_will_learn=["Doubt every candlestick"],
            total_learners=50,
            offer_price_paise=0,
        )
        CourseFactory(title=OPTIONS, category=contracts, taught_by=[arjun], total_learners=40)
        CourseFactory(title=HEDGING, category=contracts, taught_by=[arjun], total_learners=45)
        CourseFactory(
            title=FUNDS, category=funds, taught_by=[rohit], total_learners=30, offer_price_paise=99_900
        )
        CourseFactory(
            title=LADDER,
            weburlname="share-bazaar-ki-pehli-seedhi",
            category=funds,
            taught_by=[rohit],
            what_you_will_learn=["शेयर, सूचकांक और डीमैट खाते का मतलब"],
            total_learners=20,
            language="Hindi",
        )
        CourseFactory(title="Secret Candlesticks", is_published=False)
        chapter = ChapterFactory(course=candles, title="Doji and hammer")
        TopicFactory(chapter=chapter, title="The spinning top")
    return candles


def search_titles(api, text, **question):
    response = api.post("/api/course/mobile", {"search": text, "limit": 100, **question})
    assert response.status_code == 200, response.json()
    answer = response.json()
    assert answer["totalCount"] == len(answer["courses"])
    return [course["title"] for course in answer["courses"]]

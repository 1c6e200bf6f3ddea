"""Whatever way an article is saved, only what is harmless is kept."""

import pytest

from apps.catalog.models import Topic
from apps.catalog.tests.factories import ChapterFactory, TopicFactory

pytestmark = pytest.mark.django_db

EVIL = '<p onclick="steal()">Text</p><script>steal()</script>'
CLEAN = "<p>Text</p>"


def test_saving_cleans():
    topic = TopicFactory(text=EVIL)

    assert topic.text == CLEAN
    topic.refresh_from_db()
    assert topic.text == CLEAN


def test_creating_many_cleans():
    Topic.objects.bulk_create(
        [Topic(chapter=ChapterFactory(), title="One", content_type="article", text=EVIL)]
    )

    assert Topic.objects.get().text == CLEAN


def test_changing_many_cleans():
    topic = TopicFactory()
    topic.text = EVIL

    Topic.objects.bulk_update([topic], ["text"])

    assert Topic.objects.get().text == CLEAN


def test_updating_in_one_statement_cleans():
    TopicFactory()

    Topic.objects.update(text=EVIL)

    assert Topic.objects.get().text == CLEAN

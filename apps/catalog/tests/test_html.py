"""Article HTML is sanitised in whatever way it is saved."""

import pytest

from apps.catalog.models import Topic
from apps.catalog.tests.factories import ChapterFactory, TopicFactory

pytestmark = pytest.mark.django_db

EVIL = '<p onclick="steal()">Text</p><script>steal()</script>'
CLEAN = "<p>Text</p>"


def test_save_sanitises():
    topic = TopicFactory(text=EVIL)

    assert topic.text == CLEAN
    topic.refresh_from_db()
    assert topic.text == CLEAN


def test_bulk_create_sanitises():
    Topic.objects.bulk_create(
        [Topic(chapter=ChapterFactory(), title="One", content_type="article", text=EVIL)]
    )

    assert Topic.objects.get().text == CLEAN


def test_bulk_update_sanitises():
    topic = TopicFactory()
    topic.text = EVIL

    Topic.objects.bulk_update([topic], ["text"])

    assert Topic.objects.get().text == CLEAN


def test_queryset_update_sanitises():
    TopicFactory()

    Topic.objects.update(text=EVIL)

    assert Topic.objects.get().text == CLEAN

"""A video for a topic from a file of the server."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from apps.catalog.models import Topic
from apps.catalog.tests.factories import TopicFactory
from apps.core.testing.videos import make_video
from apps.media.models import Asset, VideoImport

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _own_files(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


def ran(*options: str) -> Any:
    out = StringIO()
    call_command("import_video", "--json", *options, stdout=out)
    return json.loads(out.getvalue())


def test_a_file_becomes_the_video_of_a_topic_once(tmp_path: Path) -> None:
    topic, file = TopicFactory(content_type="article"), make_video(tmp_path / "waves.mp4")
    options = (str(file), "--topic", str(topic.pk))
    assert ran("--dry-run", *options) == {"topic": str(topic.pk)}
    assert Asset.objects.count() == 0
    facts = ran(*options)

    asset = Asset.objects.get()
    topic = Topic.objects.get(pk=topic.pk)
    assert (topic.content_type, topic.asset, asset.title) == ("video", asset, "waves")
    assert facts == {"topic": str(topic.pk), "asset": str(asset.pk), "queued": True}
    assert VideoImport.objects.get().asset == asset
    with pytest.raises(CommandError, match="has a video of this name and size already"):
        ran(*options)
    assert Asset.objects.count() == 1


def test_what_is_no_video_or_no_topic_is_refused(tmp_path: Path) -> None:
    topic, text = TopicFactory(content_type="article"), tmp_path / "notes.mp4"
    text.write_text("no video")
    for options, message in (
        ((str(text), "--topic", str(topic.pk)), "no video, or it is cut off"),
        ((str(tmp_path / "none.mp4"), "--topic", str(topic.pk)), "is no file"),
        ((str(text), "--topic", "waves"), "enter the topic's id"),
        ((str(text), "--topic", "00000000-0000-0000-0000-000000000000"), "There is no topic with that id"),
    ):
        with pytest.raises(CommandError, match=message):
            ran(*options)
    assert (Asset.objects.count(), Topic.objects.get().content_type) == (0, "article")

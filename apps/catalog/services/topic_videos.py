"""Gives a topic its video from a file of this machine."""

from datetime import datetime
from pathlib import Path
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.files import File
from django.db import transaction

from apps.catalog.models import Topic
from apps.catalog.states import ContentType
from apps.core.errors import Conflict, Invalid, NotFound
from apps.media import ffmpeg
from apps.media.models import Asset
from apps.media.services import video_imports
from apps.media.states import AssetKind

_MAX_TITLE_LENGTH = 120


class UnknownTopic(NotFound):
    code = "topic_not_found"
    message = "There is no topic with that id."


class HasThatVideo(Conflict):
    code = "topic_has_video"
    message = "The topic has a video of this name and size already."


def check(*, topic_id: UUID, path: Path) -> Topic:
    """
    The topic, locked, if the file can become its video. Runs in the caller's transaction.

    :raises UnknownTopic: if it does not exist
    :raises HasThatVideo: if the file was given to it before
    :raises Invalid: if the file is no video
    """
    topic = Topic.objects.select_for_update(of=("self",), no_key=True).filter(pk=topic_id).first()
    if topic is None:
        raise UnknownTopic()
    if not path.is_file():
        raise Invalid(message=f"{path} is no file.")
    # Not with the locked row: a lock must not join.
    current = topic.asset
    if current is not None and (current.title, current.size_bytes) == (_title(path), path.stat().st_size):
        raise HasThatVideo()
    try:
        if ffmpeg.is_available():
            ffmpeg.probe(path, filename=path.name)
    except ffmpeg.BadVideo as error:
        raise Invalid(message=str(error)) from error
    return topic


@transaction.atomic(durable=True)
def add(*, topic_id: UUID, path: Path, now: datetime) -> Asset:
    """
    Store the file, make it the video of the topic, and queue its import. An earlier video stays an asset.

    :raises UnknownTopic, HasThatVideo, Invalid: as `check`
    """
    topic = check(topic_id=topic_id, path=path)
    with path.open("rb") as content:
        asset = Asset(title=_title(path), kind=AssetKind.VIDEO, file=File(content, name=path.name))
        try:
            asset.full_clean()
        except ValidationError as error:
            raise Invalid(message=" ".join(error.messages)) from None
        asset.save()
    topic.asset, topic.content_type = asset, ContentType.VIDEO
    topic.save(update_fields=["asset", "content_type"])
    video_imports.queue(asset=asset, now=now)
    return asset


def _title(path: Path) -> str:
    return path.stem[:_MAX_TITLE_LENGTH]

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from apps.catalog.services import topic_videos
from apps.core import ids
from apps.core.management.operations import OperationsCommand, Result
from apps.media import ffmpeg


class Command(OperationsCommand):
    help = "Make a file the video of a topic. The video worker, or import_videos, converts it."
    runs_alone = True

    def add_own_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--topic", required=True, help="the topic's id, from its page in the admin")

    def run(self, options: Mapping[str, Any]) -> Result:
        path: Path = options["file"]
        topic_id = ids.parse(options["topic"])
        if topic_id is None:
            raise CommandError("--topic: enter the topic's id.")
        if options["dry_run"]:
            with transaction.atomic():
                topic = topic_videos.check(topic_id=topic_id, path=path)
            return Result({"topic": str(topic.pk)}, [f"{path.name} would become the video of '{topic}'."])
        asset = topic_videos.add(topic_id=topic_id, path=path, now=timezone.now())
        is_queued = ffmpeg.is_available()
        then = "It waits for the video worker." if is_queued else "It is played as it is: ffmpeg is missing."
        facts = {"topic": str(topic_id), "asset": str(asset.pk), "queued": is_queued}
        return Result(facts, [f"{path.name} is the video of the topic. {then}"])

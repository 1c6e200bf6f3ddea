from collections.abc import Mapping
from typing import Any

from apps.core.management.operations import OperationsCommand, Result
from apps.media.services import video_imports


class Command(OperationsCommand):
    help = "Import the uploaded videos that wait. For machines without a worker, or to run by hand."

    def run(self, options: Mapping[str, Any]) -> Result:
        waiting = video_imports.count_waiting()
        if options["dry_run"]:
            return Result({"waiting": waiting}, [f"{waiting} videos would be processed"])
        bar, processed = self.progress(waiting), []
        while (done := video_imports.run_next()) is not None:
            processed.append(str(done))
            bar.show(len(processed))
        return Result({"videos": processed}, [*processed, f"{len(processed)} videos processed"])

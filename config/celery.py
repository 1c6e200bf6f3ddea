"""The Celery application."""

import os
from typing import Any

from celery import Celery, Task

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")


class WatchedTask(Task):  # type: ignore[misc]
    """Records which of our scheduled tasks fail, or fail on some of their rows."""

    abstract = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        from apps.outbox.services import sweeps  # noqa: PLC0415 - Django is set up when it runs

        if not self.name.startswith("apps."):
            return super().__call__(*args, **kwargs)
        with sweeps.watch(self.name.rpartition(".")[2]):
            return super().__call__(*args, **kwargs)


app = Celery("rally", task_cls=WatchedTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

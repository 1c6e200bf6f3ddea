from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def migrate(*targets: Any) -> Any:
    """Migrate to these, or to the newest; returns the models as they are there."""
    executor = MigrationExecutor(connection)
    state = executor.migrate(list(targets) or executor.loader.graph.leaf_nodes())
    ContentType.objects.clear_cache()
    return state.apps

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections

from apps.core import squashed_migrations


class Command(migrate.Command):
    """Django's, which first refuses a database that lacks some of what was squashed."""

    def handle(self, *args: Any, **options: Any) -> None:
        if refusal := squashed_migrations.refusal(connections[options["database"]]):
            raise CommandError(refusal)
        super().handle(*args, **options)

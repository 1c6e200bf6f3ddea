"""Which databases can no longer be migrated, since the files of what they lack are gone (decision 0126)."""

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder


def refusal(connection: BaseDatabaseWrapper) -> str:
    """
    Why this database cannot be migrated; empty if it can.

    A squashed migration stands for many, of which a database has all or none. Where only some are applied,
    Django leaves the squashed one out: it fails, or it finds nothing to do.
    """
    applied = MigrationRecorder(connection).applied_migrations()
    missing: list[tuple[str, str]] = []
    for squashed in MigrationLoader(None).replacements.values():
        unapplied = [key for key in squashed.replaces if key not in applied]
        if len(unapplied) < len(squashed.replaces):
            missing += unapplied
    if not missing:
        return ""
    names = ", ".join(f"{app}.{name}" for app, name in sorted(missing)[:3])
    more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
    return (
        f"This database is older than the last release: it lacks {names}{more}, which are squashed by now. "
        "Nothing was changed. Run 'manage.py migrate' of the last release that has these migrations, then "
        "migrate with this one."
    )

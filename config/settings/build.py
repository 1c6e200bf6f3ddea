"""For collectstatic during the build: no database, no secrets."""

from config.settings.base import *  # noqa: F403

SECRET_KEY = "used by collectstatic only"  # noqa: S105

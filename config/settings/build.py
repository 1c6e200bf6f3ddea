"""Gathering and compressing the static files: no database, no secret, nothing of the outside."""

from config.settings.base import *  # noqa: F403

SECRET_KEY = "only used to gather files, never to serve"  # noqa: S105

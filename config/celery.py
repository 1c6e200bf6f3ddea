"""The background worker: it sweeps up what the web process could not hand over at once."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")

app = Celery("rally")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

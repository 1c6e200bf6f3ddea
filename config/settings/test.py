"""Settings of the tests: fast, without network, without real secrets."""

import os
import tempfile
from pathlib import Path

from apps.core.testing import migrated_file
from config.settings.base import *  # noqa: F403
from config.settings.base import CACHES, DATABASES, WEBPACK_LOADER, env

SECRET_KEY = "a key for tests, which protects nothing"  # noqa: S105
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
DATA_DIR = Path(tempfile.mkdtemp(prefix="rally-test-"))
MEDIA_ROOT = DATA_DIR / "media"
SEEDS_DEMO_DATA = True
OUTBOX_FILE = DATA_DIR / "outbox.jsonl"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CELERY_TASK_ALWAYS_EAGER = True
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
# Each worker of pytest-xdist has a database of its own, and keys of its own in the one Redis.
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
CACHES["default"]["KEY_PREFIX"] = f"rally-test{WORKER}"
# As with Redis: query counts must not depend on the machine's speed.
USER_CACHE_SECONDS = 600
# Otherwise Whitenoise scans the static folder for each of thousands of test clients, 0.05 s each.
WHITENOISE_AUTOREFRESH = True
# Tests of pages need the built renderer (.build/server), but no bundles for browsers and no collectstatic.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "private": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WEBPACK_LOADER["DEFAULT"]["LOADER_CLASS"] = "webpack_loader.loaders.FakeWebpackLoader"
# Nothing listens at this port: a test that needs the provider starts its own.
RAZORPAY_BASE_URL = "http://127.0.0.1:9"
RAZORPAY_KEY_ID = "rzp_test_tests"
RAZORPAY_KEY_SECRET = "a key's secret for tests"  # noqa: S105
RAZORPAY_WEBHOOK_SECRETS = ["the webhook's secret for tests", "the webhook's old secret"]
ROUTE_ASSETS_FILE = DATA_DIR / "route-assets.json"

if "sqlite" in DATABASES["default"]["ENGINE"]:
    # A file, not memory: the threads of a race test share it.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    # pytest-django adds the worker's name.
    migrated_file.copy_to(DATA_DIR / (f"test.sqlite3_{WORKER}" if WORKER else "test.sqlite3"))
else:
    # Without waiting for the disk at each commit: no test needs its rows after a crash of the server.
    DATABASES["default"]["OPTIONS"]["options"] = "-c synchronous_commit=off"

env.check()

"""The test run: fast, closed to the world, with no secrets worth keeping."""

import tempfile
from pathlib import Path

from config.settings.base import *  # noqa: F403
from config.settings.base import CACHES, DATABASES, WEBPACK_LOADER, env

SECRET_KEY = "a key for tests alone, which protects nothing of any worth"  # noqa: S105
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
DATA_DIR = Path(tempfile.mkdtemp(prefix="rally-test-"))
MEDIA_ROOT = DATA_DIR / "media"
SEEDS_DEMO_DATA = True
OUTBOX_FILE = DATA_DIR / "outbox.jsonl"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CELERY_TASK_ALWAYS_EAGER = True
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CACHES["default"]["KEY_PREFIX"] = "rally-test"
# As with Redis: what a call costs does not hang on how quick the machine is.
PERSON_CACHE_SECONDS = 600
# Else Whitenoise reads the whole folder for each of thousands of clients, 0.05 seconds every time.
WHITENOISE_AUTOREFRESH = True
# Pages are tested without a build: no file needs to have been collected.
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WEBPACK_LOADER["DEFAULT"]["LOADER_CLASS"] = "webpack_loader.loaders.FakeWebpackLoader"
# Nobody listens at that port: a test that needs the provider brings its own.
RAZORPAY_BASE_URL = "http://127.0.0.1:9"
RAZORPAY_KEY_ID = "rzp_test_tests"
RAZORPAY_KEY_SECRET = "a key's secret for tests"  # noqa: S105
RAZORPAY_WEBHOOK_SECRETS = ["the webhook's secret for tests", "the webhook's old secret"]
ROUTE_ASSETS_FILE = DATA_DIR / "route-assets.json"

if "sqlite" in DATABASES["default"]["ENGINE"]:
    # A file, not memory: threads of a race test need a database that they can share.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}

env.check()

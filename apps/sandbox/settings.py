import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from apps.sandbox.keys import read_or_create_secret

if os.environ.get("RAZORPAY_KEY_ID") or "production" in os.environ.get("DJANGO_SETTINGS_MODULE", ""):
    raise ImproperlyConfigured("The payment sandbox never runs beside the real provider or in production.")

DATA_DIR = Path(__file__).resolve().parents[2] / (os.environ.get("DATA_DIR") or "var")
DATA_DIR.mkdir(parents=True, exist_ok=True)

SANDBOX_KEY_ID = os.environ.get("SANDBOX_KEY_ID") or "rzp_test_sandbox"
SANDBOX_KEY_SECRET = os.environ.get("SANDBOX_KEY_SECRET") or read_or_create_secret(DATA_DIR / "sandbox.key")
SANDBOX_WEBHOOK_SECRET = os.environ.get("SANDBOX_WEBHOOK_SECRET") or read_or_create_secret(
    DATA_DIR / "sandbox-webhook.key"
)
# Where webhooks are sent. Without it events are only stored.
SANDBOX_WEBHOOK_URL = os.environ.get("SANDBOX_WEBHOOK_URL") or ""
# The control API, by which tests inject faults and read the journal.
SANDBOX_CONTROL = os.environ.get("SANDBOX_CONTROL") == "1"
# What a repeated receipt does with `unique_receipt`. Accounts at the provider differ.
SANDBOX_RECEIPT_MODE = os.environ.get("SANDBOX_RECEIPT_MODE") or "same"
if SANDBOX_RECEIPT_MODE not in {"same", "reject", "duplicate"}:
    raise ImproperlyConfigured("SANDBOX_RECEIPT_MODE takes same, reject or duplicate.")

DEBUG = False
SECRET_KEY = secrets.token_urlsafe(50)  # nothing is signed for longer than the process runs
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
INSTALLED_APPS = ["apps.sandbox"]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.common.CommonMiddleware",  # rejects other host names
]
ROOT_URLCONF = "apps.sandbox.urls"
APPEND_SLASH = False
USE_TZ = True
TIME_ZONE = "UTC"
# The payment window opens the bank's page as a pop-up, which must be able to message it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin-allow-popups"
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": DATA_DIR / "sandbox.sqlite3",
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;",
        },
    }
}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "sandbox %(levelname)s %(message)s"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        # 4xx responses are normal here.
        "django.request": {"handlers": ["console"], "level": "ERROR", "propagate": False},
    },
}

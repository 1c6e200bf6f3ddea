import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from apps.sandbox.keys import secret_kept_in

if os.environ.get("RAZORPAY_KEY_ID") or "production" in os.environ.get("DJANGO_SETTINGS_MODULE", ""):
    raise ImproperlyConfigured("The payment sandbox never runs beside the real provider or in production.")

DATA_DIR = Path(__file__).resolve().parents[2] / (os.environ.get("DATA_DIR") or "var")
DATA_DIR.mkdir(parents=True, exist_ok=True)

SANDBOX_KEY_ID = os.environ.get("SANDBOX_KEY_ID") or "rzp_test_sandbox"
SANDBOX_KEY_SECRET = os.environ.get("SANDBOX_KEY_SECRET") or secret_kept_in(DATA_DIR / "sandbox.key")
SANDBOX_WEBHOOK_SECRET = os.environ.get("SANDBOX_WEBHOOK_SECRET") or secret_kept_in(
    DATA_DIR / "sandbox-webhook.key"
)
# Where events are told; without it they are only kept.
SANDBOX_WEBHOOK_URL = os.environ.get("SANDBOX_WEBHOOK_URL") or ""
# The surface by which tests make the provider fail and read its journal.
SANDBOX_CONTROL = os.environ.get("SANDBOX_CONTROL") == "1"
# What a repeated receipt does when `unique_receipt` is asked for: accounts at the provider differ.
SANDBOX_RECEIPT_MODE = os.environ.get("SANDBOX_RECEIPT_MODE") or "same"
if SANDBOX_RECEIPT_MODE not in {"same", "reject", "duplicate"}:
    raise ImproperlyConfigured("SANDBOX_RECEIPT_MODE takes same, reject or duplicate.")

DEBUG = False
SECRET_KEY = secrets.token_urlsafe(50)  # nothing signed here outlives the process
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
INSTALLED_APPS = ["apps.sandbox"]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.common.CommonMiddleware",  # refuses host names that are not this machine's
]
ROOT_URLCONF = "apps.sandbox.urls"
APPEND_SLASH = False
USE_TZ = True
TIME_ZONE = "UTC"
# The payment window opens the bank's page as a pop-up and must hear from it.
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
        # A refused call is the sandbox at work, not news.
        "django.request": {"handlers": ["console"], "level": "ERROR", "propagate": False},
    },
}

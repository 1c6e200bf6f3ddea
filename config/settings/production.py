"""Production: does not start until it is fully configured, and lists every problem."""

from urllib.parse import urlsplit

import sentry_sdk

from apps.core.logs import scrub_event
from config.settings.base import *  # noqa: F403
from config.settings.base import (
    API_HOST,
    BEHIND_PROXY,
    DATABASES,
    RAZORPAY_BASE_URL,
    REDIS_URL,
    SENDS_EMAIL,
    SESSION_COOKIE_DOMAIN,
    SITE_URL,
    WEB_WORKERS,
    env,
)

SECRET_KEY = env.required(
    "SECRET_KEY", hint="use at least 50 random characters, and keep them secret and unchanged"
)
ALLOWED_HOSTS = env.names("ALLOWED_HOSTS")

env.refuse_if(
    env.flag("DEBUG") or env.flag("DEV"), "DEBUG and DEV must be off: error pages would show secrets"
)
env.refuse_if(
    bool(SECRET_KEY) and (len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 10 or "insecure" in SECRET_KEY),
    "SECRET_KEY is a default or too short: use at least 50 random characters",
)
env.refuse_if(not ALLOWED_HOSTS, "ALLOWED_HOSTS is not set: name the hosts, such as www.example.in")
env.refuse_if(
    "*" in ALLOWED_HOSTS, "ALLOWED_HOSTS must name the hosts: with * anybody could pose as the site"
)
env.refuse_if(
    bool(API_HOST) and API_HOST.partition(":")[0] not in ALLOWED_HOSTS,
    "API_HOST is not among ALLOWED_HOSTS",
)
env.refuse_if(
    not env.text("RAZORPAY_KEY_ID") or env.has_any("SANDBOX_"),
    "the payment sandbox is not for production: set RAZORPAY_KEY_ID and unset everything named SANDBOX_*",
)
env.refuse_if(
    not RAZORPAY_BASE_URL.startswith("https://") or "/sandbox/" in RAZORPAY_BASE_URL,
    "RAZORPAY_BASE_URL is not the payment provider's https:// URL",
)
env.refuse_if(not env.text("SMS_AUTH_KEY"), "SMS_AUTH_KEY is not set: nobody could log in")
env.refuse_if(SENDS_EMAIL and not env.text("EMAIL_FROM"), "EMAIL_URL is set but EMAIL_FROM is not")
env.refuse_if(
    "sqlite" in DATABASES["default"]["ENGINE"] and WEB_WORKERS > 1,
    "SQLite supports one worker only: set DATABASE_URL to PostgreSQL, or WEB_WORKERS to 1",
)
env.refuse_if(
    not REDIS_URL and WEB_WORKERS > 1,
    "several workers need a shared cache: set REDIS_URL, or WEB_WORKERS to 1",
)
env.refuse_if(not SITE_URL.startswith("https://"), "SITE_URL is not set to the site's https:// URL")
env.check()

# A leaked staff password alone must not be enough.
STAFF_OTP_REQUIRED = env.flag("STAFF_OTP_REQUIRED", True)

# It would contain OTPs in plain text.
OUTBOX_FILE = None

# Browsers accept such cookies from this host only (with a domain: over TLS only), so another subdomain cannot
# set them.
_prefix = "__Secure-" if SESSION_COOKIE_DOMAIN else "__Host-"
SESSION_COOKIE_NAME = f"{_prefix}sessionid"
CSRF_COOKIE_NAME = f"{_prefix}csrftoken"

SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
LANGUAGE_COOKIE_SECURE = True
SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

if dsn := env.text("SENTRY_DSN"):
    ERROR_REPORTS_HOST = urlsplit(dsn).hostname or ""
    sentry_sdk.init(dsn=dsn, send_default_pii=False, max_request_body_size="never", before_send=scrub_event)

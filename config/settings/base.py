"""Settings of all environments."""

import os
from pathlib import Path
from typing import Any

from apps.accounts.deadlines import LOGIN_LIFETIME
from apps.commerce.gateways.razorpay.origins import CHECKOUT_SCRIPT, ORIGINS
from apps.core import logs
from apps.core.security_headers import content_security_policy, permissions_policy
from config import api_tags, schedule
from config.databases import postgresql, sqlite
from config.env import Environment

BASE_DIR = Path(__file__).resolve().parents[2]
BUILD_DIR = BASE_DIR / ".build"
env = Environment(os.environ)

DATA_DIR = Path(env.text("DATA_DIR", "var"))
if not DATA_DIR.is_absolute():
    DATA_DIR = BASE_DIR / DATA_DIR

DEBUG = False
WSGI_APPLICATION = "config.wsgi.application"
ROOT_URLCONF = "config.urls"
APPEND_SLASH = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The public URL of the site, for canonical links, messages and calendar files.
_local_url = f"http://127.0.0.1:{env.text('PORT', '8000')}"
SITE_URL = env.url("SITE_URL", _local_url, schemes=("http://", "https://")).rstrip("/")
API_HOST = env.text("API_HOST").lower()
WEB_ORIGINS = env.origins("WEB_ORIGINS")
env.refuse_if(
    bool(API_HOST) and not WEB_ORIGINS,
    "API_HOST is set but WEB_ORIGINS is not: name the origins, such as https://www.example.in",
)

# --- apps and middleware -------------------------------------------------------------------------------

INSTALLED_APPS = [
    "apps.accounts.staff.apps.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "corsheaders",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "webpack_loader",
    "django_otp",
    "apps.accounts.staff.apps.AuthenticatorsConfig",
    "apps.core",
    "apps.audit",
    "apps.outbox",
    "apps.accounts",
    "apps.media",
    "apps.content",
    "apps.support",
    "apps.catalog",
    "apps.live",
    "apps.pro",
    "apps.commerce",
    "apps.office",
    "apps.site",
]

MIDDLEWARE = [
    "apps.core.middleware.PermissionsPolicy",
    "apps.core.middleware.RequestLog",
    "apps.core.middleware.RequestLimits",
    "apps.core.middleware.StreamLimit",
    "apps.core.middleware.Health",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "apps.core.middleware.ApiUrls",
    "corsheaders.middleware.CorsMiddleware",
    "apps.core.middleware.BodyLimit",
    "apps.core.middleware.Compression",
    "apps.core.middleware.FailedRequest",
    "django.middleware.http.ConditionalGetMiddleware",
    "apps.core.language.Language",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "apps.accounts.middleware.SessionAge",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "apps.core.middleware.Authenticator",
    "apps.core.middleware.StaffBodyLimit",
    "apps.core.middleware.Messages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "apps.core.middleware.SecurityPolicy",
    "apps.core.middleware.AdminSecurityPolicy",
]

AUTH_USER_MODEL = "accounts.User"
# The admin requires a session that began with a password; everybody else logs in with an OTP.
AUTHENTICATION_BACKENDS = ["apps.accounts.backends.ByPassword", "apps.accounts.backends.ByCode"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# --- data -----------------------------------------------------------------------------------------

# Trust X-Forwarded-* headers of the one proxy in front; otherwise ignore them.
BEHIND_PROXY = env.flag("BEHIND_PROXY")

WEB_THREADS = env.number("WEB_THREADS", 8, at_least=1)
# For what waits for the database or for React, people who are logged in and pages that are rendered: the rest
# of the site goes on meanwhile.
WAITING_THREADS = max(1, WEB_THREADS * 3 // 4)
WEB_WORKERS = max(env.number(name, 1, at_least=1) for name in ("WEB_WORKERS", "GRANIAN_WORKERS"))

_database = env.database("DATABASE_URL")
if _database is None:
    DATABASES = {"default": sqlite(DATA_DIR / "db.sqlite3")}
elif "sqlite" in _database["ENGINE"]:
    DATABASES = {"default": sqlite(Path(_database["NAME"]))}
else:
    DATABASES = {"default": postgresql(_database, threads=WEB_THREADS)}

REDIS_URL = env.url("REDIS_URL", schemes=("redis://", "rediss://", "unix://"))
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "apps.core.redis_cache.OptionalRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "rally",
        "OPTIONS": {"socket_timeout": 1.0, "socket_connect_timeout": 0.5},
    }
    if REDIS_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    }
}

# The user is read in every request. Without Redis a cached user expires soon, because other processes cannot
# invalidate it.
USER_CACHE_SECONDS = 60 if REDIS_URL else 2

SESSION_ENGINE = "apps.accounts.models.session"
SESSION_COOKIE_AGE = int(LOGIN_LIFETIME.total_seconds())
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "apps.core.error_responses.csrf_failure"
SESSION_COOKIE_DOMAIN = CSRF_COOKIE_DOMAIN = env.text("COOKIE_DOMAIN") or None
CSRF_TRUSTED_ORIGINS = WEB_ORIGINS

MEDIA_ROOT = DATA_DIR / "media"
MEDIA_URL = "/media/"
# The demo data has accounts with well-known numbers.
SEEDS_DEMO_DATA = False
# In production the reverse proxy serves media files.
SERVES_MEDIA = False
# The program that converts videos for streaming. Without it videos are played as they were uploaded.
FFMPEG = env.text("FFMPEG") or "ffmpeg"
# Messages go to this file while no gateway is configured.
OUTBOX_FILE: Path | None = DATA_DIR / "outbox.jsonl"

# Metrics for Prometheus: without a token there are none. Processes count in files that they share.
METRICS_TOKEN = env.text("METRICS_TOKEN")
METRICS_DIR = DATA_DIR / "metrics"
env.refuse_if(
    bool(METRICS_TOKEN) and len(METRICS_TOKEN) < 20,
    "METRICS_TOKEN is too short: use at least 20 random characters",
)
if METRICS_TOKEN:
    METRICS_DIR.mkdir(parents=True, exist_ok=True)
    # Read when the first metric is created.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(METRICS_DIR)

# --- Celery ---------------------------------------------------------------------------

if REDIS_URL:
    # Celery has another name for Unix sockets, and for the database behind one.
    CELERY_BROKER_URL = REDIS_URL
    if REDIS_URL.startswith("unix://"):
        _path, _, _query = REDIS_URL.removeprefix("unix://").partition("?")
        CELERY_BROKER_URL = f"redis+socket://{_path}?{_query.replace('db=', 'virtual_host=')}"
    # Otherwise beat waits without end for a Redis that vanished without closing the connection.
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {"socket_timeout": 10, "socket_connect_timeout": 5}
else:
    # Without Redis the broker is a folder.
    CELERY_BROKER_URL = "filesystem://"
    CELERY_BROKER_TRANSPORT = "config.folder_broker:Transport"
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(DATA_DIR / "celery" / "queue"),
        "data_folder_out": str(DATA_DIR / "celery" / "queue"),
        "control_folder": str(DATA_DIR / "celery" / "control"),
        "store_processed": False,
    }
    (DATA_DIR / "celery" / "queue").mkdir(parents=True, exist_ok=True)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "rally"
CELERY_TASK_ROUTES = schedule.ROUTES
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "Asia/Kolkata"
CELERY_BEAT_SCHEDULE = schedule.BEAT

# --- language and time ----------------------------------------------------------------------------

LANGUAGE_CODE = "en-in"
TIME_ZONE = "Asia/Kolkata"
USE_I18N = True
# With the country, as LANGUAGE_CODE and as `lang` of the pages.
LANGUAGES = [("en-in", "English"), ("hi-in", "हिन्दी")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_DOMAIN = SESSION_COOKIE_DOMAIN
FORMAT_MODULE_PATH = "config.formats"
FORMS_URLFIELD_ASSUME_HTTPS = True
USE_TZ = True

# --- pages and files ------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = BUILD_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Uploaded videos and documents: a folder of this machine, or a private bucket of an S3-compatible storage.
MEDIA_BUCKET = env.text("MEDIA_BUCKET")
MEDIA_ENDPOINT = "".join(env.origins("MEDIA_ENDPOINT")[:1])
env.refuse_if(bool(MEDIA_BUCKET) != bool(MEDIA_ENDPOINT), "MEDIA_BUCKET and MEDIA_ENDPOINT belong together")
PRIVATE_STORAGE: dict[str, Any] = {"BACKEND": "django.core.files.storage.FileSystemStorage"}
if MEDIA_BUCKET:
    PRIVATE_STORAGE = {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": {
            "bucket_name": MEDIA_BUCKET,
            "endpoint_url": MEDIA_ENDPOINT,
            "region_name": env.text("MEDIA_REGION") or None,
            "access_key": env.text("MEDIA_ACCESS_KEY") or None,
            "secret_key": env.text("MEDIA_SECRET_KEY") or None,
            "addressing_style": "path",
            "signature_version": "s3v4",
            "querystring_auth": True,
            "file_overwrite": False,
        },
    }
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "private": PRIVATE_STORAGE,
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
# Names in dist/ contain a content hash, so these files never change.
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/dist/.+\.[0-9a-f]{6}\.(js|css|woff2|svg|png)$"
WHITENOISE_MAX_AGE = 3600

WEBPACK_LOADER = {
    "DEFAULT": {
        "CACHE": True,
        "STATS_FILE": str(BUILD_DIR / "webpack-stats.json"),
        "BUNDLE_DIR_NAME": "dist/",
    }
}
ROUTE_ASSETS_FILE = BUILD_DIR / "route-assets.json"

RENDER_SCRIPT = BUILD_DIR / "server" / "server.js"
NODE = env.text("NODE") or "node"
"""The program that renders the pages."""
STYLEGUIDE = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ],
        },
    }
]

# --- the API --------------------------------------------------------------------------------------

DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
# The curriculum page of the admin has eight fields for each of several hundred topics.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000
API_BODY_LIMIT = 256 * 1024
# Outside the API: request bodies of visitors, and uploads of staff, which include videos.
PAGE_BODY_LIMIT = 1024 * 1024
STAFF_BODY_LIMIT = env.number("STAFF_UPLOAD_MIB", 2048, at_least=1) * 1024 * 1024
# How many responses over 1 MiB (videos, documents) a worker sends at a time.
FILE_STREAMS = env.number("FILE_STREAMS", 64, at_least=1)
# The response header that makes the reverse proxy send a file.
SENDFILE_HEADER = env.choice("SENDFILE_HEADER", ("", "X-Accel-Redirect", "X-Sendfile"))

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["apps.core.api.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["apps.core.api.parsers.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "apps.core.api.parsers.JSONOnlyNegotiation",
    "DEFAULT_SCHEMA_CLASS": "apps.core.api.schema.ApiSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "apps.core.api.errors.exception_handler",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

API_TAG_OF_MODULE = api_tags.TAG_OF_MODULE

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Rally",
    "DESCRIPTION": (
        "The API of the Rally learning platform. Money is rupees as a JSON number unless a field says "
        "paise; datetimes are ISO 8601 in UTC."
    ),
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SCHEMA_PATH_PREFIX": "/api",
    "COMPONENT_SPLIT_REQUEST": True,
    "COMPONENT_NO_READ_ONLY_REQUIRED": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "/static/brand/icon.svg",
    "TAGS": [{"name": name, "description": description} for name, description in api_tags.TAGS],
    "ENUM_NAME_OVERRIDES": {
        "CourseLevel": "apps.catalog.states.Level.values",
        "TeachingLanguage": "apps.catalog.states.Language.values",
        "CategoryIcon": "apps.catalog.states.Icon.values",
        "PriceFilter": "apps.catalog.states.Price.values",
        "CourseSort": "apps.catalog.states.Sort.values",
        "TopicType": "apps.catalog.states.ContentType.values",
        "CoursePricing": "apps.catalog.states.Pricing.values",
        "CourseAction": "apps.catalog.states.CourseAction.values",
        "CourseNotOpen": "apps.catalog.states.NotOpen.values",
        "TopicAccess": "apps.catalog.states.TopicAccess.values",
        "ProAction": "apps.accounts.states.ProAction.values",
        "SubscriptionSource": ["purchase", "trial", "staff"],
        "AcknowledgementChannel": ["mail", "sms"],
        "TaxName": ["CGST", "SGST", "IGST"],
        "OwnerChoice": ["move", "credit", "refund"],
        "ReviewStatus": "apps.catalog.states.ReviewStatus.values",
        "OrderStatus": ["awaiting", "checking", "paid", "refunded", "expired"],
        "RefundStatus": ["requested", "processed", "failed"],
        "WaitKind": "apps.live.states.WaitKind.values",
        "LiveKind": ["session", "webinar", "mentorship"],
        "NextKind": ["session", "webinar", "mentorship", "course"],
        "BookingStatus": ["upcoming", "live", "completed", "canceled"],
        "LiveStatus": ["upcoming", "live", "completed"],
        "ScheduleStatus": ["planned", "live", "over", "cancelled"],
        "LiveOffer": "apps.live.states.Offer.values",
        "SupportKind": ["grievance", "message"],
        "SupportStatus": [
            "received",
            "working",
            "waiting",
            "escalated",
            "answered",
            "resolved",
            "closed",
        ],
    },
    "PREPROCESSING_HOOKS": ["apps.core.api.schema.only_api_paths"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "apps.core.api.schema.without_null_component",
    ],
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "session": {"type": "apiKey", "in": "cookie", "name": "sessionid"},
            "csrf": {"type": "apiKey", "in": "header", "name": "X-CSRFToken"},
        }
    },
}

CORS_ALLOWED_ORIGINS = WEB_ORIGINS
CORS_ALLOW_CREDENTIALS = True
CORS_URLS_REGEX = r"^/api/"
CORS_EXPOSE_HEADERS = ["X-Request-ID", "Retry-After", "ETag"]

# --- external services ------------------------------------------------------------------------------

# Every payment provider that has orders, and the one that takes new ones: an order stays with its provider.
PAYMENT_GATEWAYS = {"razorpay": "apps.commerce.gateways.razorpay.gateway.RazorpayGateway"}
PAYMENT_GATEWAY = env.choice("PAYMENT_GATEWAY", ("", *PAYMENT_GATEWAYS)) or "razorpay"

RAZORPAY_KEY_ID = env.text("RAZORPAY_KEY_ID")
RAZORPAY_KEY_SECRET = env.text("RAZORPAY_KEY_SECRET")
RAZORPAY_WEBHOOK_SECRETS = env.names("RAZORPAY_WEBHOOK_SECRETS")
for _name in ("RAZORPAY_KEY_SECRET", "RAZORPAY_WEBHOOK_SECRETS"):
    env.refuse_if(
        bool(RAZORPAY_KEY_ID) and not env.text(_name),
        f"RAZORPAY_KEY_ID is set but {_name} is not: the provider's dashboard shows both",
    )
LIVE_PAYMENTS = bool(RAZORPAY_KEY_ID)
RAZORPAY_CHECKOUT_SCRIPT = CHECKOUT_SCRIPT if LIVE_PAYMENTS else "/sandbox/razorpay/v1/checkout.js"
# What browsers may load from payment providers; the sandbox's pages are the site's own.
PAYMENT_ORIGINS = [ORIGINS] if LIVE_PAYMENTS else []
RAZORPAY_BASE_URL = env.url(
    "RAZORPAY_BASE_URL", "https://api.razorpay.com", schemes=("http://", "https://")
).rstrip("/")
SANDBOX_PORT = env.number("SANDBOX_PORT", 0) if not LIVE_PAYMENTS else 0
# Timeout of a request to the provider, and how many a process makes at a time: a slow provider must not
# occupy all threads.
PROVIDER_TIMEOUT_SECONDS = env.number("PROVIDER_TIMEOUT_SECONDS", 10, at_least=1)
PROVIDER_CONCURRENCY = env.number("PROVIDER_CONCURRENCY", max(1, WEB_THREADS // 2), at_least=1)

# OTPs for one mobile number, and from one IP address. In India many phones share an IP address.
OTP_NUMBER_LIMIT = env.rate("OTP_NUMBER_LIMIT", "6/hour")
OTP_ADDRESS_LIMIT = env.rate("OTP_ADDRESS_LIMIT", "100/hour")
# OTPs of the whole site in a calendar day of India: each costs money.
OTP_DAILY_LIMIT = env.number("OTP_DAILY_LIMIT", 20_000, at_least=1)

# Grievances and contact messages: from one mobile number or email address, and from one IP address.
FORM_SENDER_LIMIT = env.rate("FORM_SENDER_LIMIT", "5/hour")
FORM_ADDRESS_LIMIT = env.rate("FORM_ADDRESS_LIMIT", "20/hour")

# Changes of one person's email address, with the links that confirm it: each is an email.
EMAIL_CHANGE_LIMIT = env.rate("EMAIL_CHANGE_LIMIT", "5/day")

# Consents that one person gives or withdraws on the site: each stays in the consent history for ever.
CONSENT_CHANGE_LIMIT = env.rate("CONSENT_CHANGE_LIMIT", "20/day")

# Searches, lists and feeds: by one member, and by all visitors of one IP address, such as a whole classroom.
# They are counted in the cache.
READ_MEMBER_LIMIT = env.rate("READ_MEMBER_LIMIT", "600/minute")
READ_ADDRESS_LIMIT = env.rate("READ_ADDRESS_LIMIT", "12000/minute")

# SMS and WhatsApp through MSG91. Without a key messages go to OUTBOX_FILE and the console.
SMS_AUTH_KEY = env.text("SMS_AUTH_KEY")
SMS_BASE_URL = env.url("SMS_BASE_URL", "https://control.msg91.com", schemes=("http://", "https://")).rstrip(
    "/"
)
SMS_WHATSAPP_NUMBER = env.text("SMS_WHATSAPP_NUMBER")
SMS_WHATSAPP_NAMESPACE = env.text("SMS_WHATSAPP_NAMESPACE")
EMAIL_FROM = env.text("EMAIL_FROM", "Rally <no-reply@localhost>")

# The admin requires an authenticator code, also of staff who have no authenticator yet.
STAFF_OTP_REQUIRED = env.flag("STAFF_OTP_REQUIRED")
# The issuer shown in authenticator apps.
OTP_TOTP_ISSUER = "Rally"

# 'Name, country' of whom the privacy policy has to name and other settings do not.
HOSTING_PROVIDER = env.text("HOSTING_PROVIDER")
EMAIL_PROVIDER = env.text("EMAIL_PROVIDER")
MEDIA_PROVIDER = env.text("MEDIA_PROVIDER")
ERROR_REPORTS_PROVIDER = env.text("ERROR_REPORTS_PROVIDER")
ERROR_REPORTS_HOST = ""

MOENGAGE_APP_ID = env.text("MOENGAGE_APP_ID")
MOENGAGE_CLUSTER = env.text("MOENGAGE_CLUSTER", "DC_3")

EMAIL_TIMEOUT = 5
_email = env.email("EMAIL_URL")
SENDS_EMAIL = bool(_email)
if _email:
    for _name, _value in _email.items():
        globals()[_name] = _value

# --- security ---------------------------------------------------------------------------------------

SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
# The provider's frame opens the bank's page as a pop-up, which must be able to message it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin-allow-popups"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = content_security_policy(
    payment_origins=PAYMENT_ORIGINS,
    engagement=bool(MOENGAGE_APP_ID),
    media_origin=MEDIA_ENDPOINT,
    development_port=None,
)
PERMISSIONS_POLICY = permissions_policy(payment_origins=PAYMENT_ORIGINS)

LOGGING = logs.configuration(
    style=env.text("LOG_FORMAT", "json"), level=env.text("LOG_LEVEL", "INFO").upper()
)
LOGGING_CONFIG = "logging.config.dictConfig"

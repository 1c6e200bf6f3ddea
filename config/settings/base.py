"""What is true everywhere. The modules beside this one hold differences only."""

import os
from pathlib import Path
from typing import Any

from celery.schedules import crontab

from apps.core import logs
from apps.core.policy import content_security_policy, permissions_policy
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

# Where the site lives, as the outside sees it: canonical addresses, mails and calendar files use it.
_local_address = f"http://127.0.0.1:{env.text('PORT', '8000')}"
SITE_URL = env.address("SITE_URL", _local_address, schemes=("http://", "https://")).rstrip("/")
API_HOST = env.text("API_HOST").lower()
WEB_ORIGINS = env.origins("WEB_ORIGINS")
env.refuse_if(
    bool(API_HOST) and not WEB_ORIGINS,
    "API_HOST is set but WEB_ORIGINS is not: name the origins, such as https://www.example.in",
)

# --- who takes part -------------------------------------------------------------------------------

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
    "apps.outbox",
    "apps.accounts",
    "apps.content",
    "apps.catalog",
    "apps.live",
    "apps.pro",
    "apps.commerce",
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
    "apps.core.middleware.ApiAddress",
    "corsheaders.middleware.CorsMiddleware",
    "apps.core.middleware.BodyLimit",
    "apps.core.middleware.Compression",
    "apps.core.middleware.Unavailable",
    "apps.core.middleware.MalformedAdminInput",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "apps.accounts.middleware.SessionAge",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
    "apps.core.middleware.StaffBodyLimit",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "apps.core.middleware.StaffPolicy",
]

AUTH_USER_MODEL = "accounts.User"
# Staff log in with a password, everybody else with a code; the first is what tells staff screens.
AUTHENTICATION_BACKENDS = ["apps.accounts.backends.ByPassword", "apps.accounts.backends.ByCode"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# --- data -----------------------------------------------------------------------------------------

# One proxy stands in front and appends the caller's address to X-Forwarded-For; else nobody is believed.
BEHIND_PROXY = env.flag("BEHIND_PROXY")

WEB_THREADS = env.number("WEB_THREADS", 8, at_least=1)
WEB_WORKERS = max(env.number(name, 1, at_least=1) for name in ("WEB_WORKERS", "GRANIAN_WORKERS"))

_database = env.database("DATABASE_URL")
if _database is None:
    DATABASES = {"default": sqlite(DATA_DIR / "db.sqlite3")}
elif "sqlite" in _database["ENGINE"]:
    DATABASES = {"default": sqlite(Path(_database["NAME"]))}
else:
    DATABASES = {"default": postgresql(_database, threads=WEB_THREADS)}

REDIS_URL = env.address("REDIS_URL", schemes=("redis://", "rediss://", "unix://"))
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "apps.core.redis_cache.ForgivingRedisCache",
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

# A person is read with every request. Another process cannot drop what local memory keeps, so there it
# is kept only for moments.
PERSON_CACHE_SECONDS = 60 if REDIS_URL else 2

SESSION_ENGINE = "apps.accounts.models.session"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "apps.core.failures.csrf_failure"
SESSION_COOKIE_DOMAIN = CSRF_COOKIE_DOMAIN = env.text("COOKIE_DOMAIN") or None
CSRF_TRUSTED_ORIGINS = WEB_ORIGINS

MEDIA_ROOT = DATA_DIR / "media"
MEDIA_URL = "/media/"
# The demo data holds accounts that everybody knows.
SEEDS_DEMO_DATA = False
# In production the proxy serves what staff uploaded; a bare machine has none.
SERVES_MEDIA = False
# Where messages go that no provider is set up for.
OUTBOX_FILE: Path | None = DATA_DIR / "outbox.jsonl"

# --- what happens later ---------------------------------------------------------------------------

if REDIS_URL:
    CELERY_BROKER_URL = REDIS_URL
else:
    # No broker on this machine: the worker and its beat talk through a folder.
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
# What calls the payment provider has a worker of its own: while nobody answers it holds up nothing else.
CELERY_TASK_ROUTES = {
    f"apps.commerce.tasks.{name}": {"queue": "provider"}
    for name in ("reconcile", "send_refunds", "rebuild", "poll_disputes", "verify_books")
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TIMEZONE = "Asia/Kolkata"
CELERY_BEAT_SCHEDULE = {
    # A sweep older than its successor is of no use, so a stopped worker finds no heap of them.
    "sweep the outbox": {
        "task": "apps.outbox.tasks.sweep",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "remove old codes, counts and sessions": {
        "task": "apps.accounts.tasks.tidy",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "apply changes of mobile numbers": {
        "task": "apps.accounts.tasks.apply_mobile_changes",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "remove faces that nobody is shown any more": {
        "task": "apps.content.tasks.remove_faces",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "give back what nobody paid for": {
        "task": "apps.commerce.tasks.expire_holds",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "remind people of what they booked": {
        "task": "apps.live.tasks.send_reminders",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "make the sessions of every series": {
        "task": "apps.live.tasks.generate_sessions",
        "schedule": crontab(minute="10"),
        "options": {"expires": 3600},
    },
    "look at Pro that ends": {
        "task": "apps.pro.tasks.expire_subscriptions",
        "schedule": 300.0,
        "options": {"expires": 300},
    },
    "ask the provider about open orders": {
        "task": "apps.commerce.tasks.reconcile",
        "schedule": 20.0,
        "options": {"expires": 20},
    },
    "send refunds that were not sent at once": {
        "task": "apps.commerce.tasks.send_refunds",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "make orders again that our books have lost": {
        "task": "apps.commerce.tasks.rebuild",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "ask the provider about disputes": {
        "task": "apps.commerce.tasks.poll_disputes",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "compare the books": {
        "task": "apps.commerce.tasks.verify_books",
        "schedule": crontab(hour="3", minute="30"),
        "options": {"expires": 3600},
    },
}

# --- language and time ----------------------------------------------------------------------------

LANGUAGE_CODE = "en-in"
TIME_ZONE = "Asia/Kolkata"
USE_I18N = False
FORMS_URLFIELD_ASSUME_HTTPS = True
USE_TZ = True

# --- pages and files ------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = BUILD_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
# webpack writes the hash of its content into every name below dist/, so those never change.
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
            "builtins": ["apps.core.templatetags.page"],
        },
    }
]

# --- the API --------------------------------------------------------------------------------------

DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
# A staff screen holds a whole curriculum: eight fields for each of up to several hundred topics.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000
API_BODY_LIMIT = 256 * 1024
# Outside of the API: what anybody may send, and what staff upload, which is films, too.
PAGE_BODY_LIMIT = 1024 * 1024
STAFF_BODY_LIMIT = env.number("STAFF_UPLOAD_MIB", 2048, at_least=1) * 1024 * 1024
# How many answers larger than 1 MiB, which are films and documents, a worker sends at a time.
FILE_STREAMS = env.number("FILE_STREAMS", 64, at_least=1)
# The header by which a proxy is told to send a file itself.
FILES_BY_PROXY = env.choice("FILES_BY_PROXY", ("", "X-Accel-Redirect", "X-Sendfile"))

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["apps.core.api.authentication.Session"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["apps.core.api.parsing.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "apps.core.api.parsing.AlwaysJSON",
    "DEFAULT_SCHEMA_CLASS": "apps.core.api.schema.FrameSchema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "apps.core.api.errors.handle",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Rally",
    "DESCRIPTION": (
        "The calls of the Rally learning platform. Money is rupees as a JSON number unless a field says "
        "paise; moments are ISO 8601 in UTC."
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
    "ENUM_NAME_OVERRIDES": {
        "OrderStatus": ["awaiting", "checking", "paid", "refunded", "expired"],
        "RefundStatus": ["requested", "processed", "failed"],
        "LiveKind": ["session", "webinar", "mentorship"],
        "NextKind": ["session", "webinar", "mentorship", "course"],
        "BookingStatus": ["upcoming", "live", "completed", "canceled"],
    },
    "PREPROCESSING_HOOKS": ["apps.core.api.schema.only_api_paths"],
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums"],
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

# --- outside parties ------------------------------------------------------------------------------

RAZORPAY_KEY_ID = env.text("RAZORPAY_KEY_ID")
RAZORPAY_KEY_SECRET = env.text("RAZORPAY_KEY_SECRET")
RAZORPAY_WEBHOOK_SECRETS = env.names("RAZORPAY_WEBHOOK_SECRETS")
for _name in ("RAZORPAY_KEY_SECRET", "RAZORPAY_WEBHOOK_SECRETS"):
    env.refuse_if(
        bool(RAZORPAY_KEY_ID) and not env.text(_name),
        f"RAZORPAY_KEY_ID is set but {_name} is not: the provider's dashboard shows both",
    )
PAYS_FOR_REAL = bool(RAZORPAY_KEY_ID)
# The script with the provider's window; the stand-in brings its own.
CHECKOUT_SCRIPT = (
    "https://checkout.razorpay.com/v1/checkout.js" if PAYS_FOR_REAL else "/sandbox/razorpay/v1/checkout.js"
)
RAZORPAY_BASE_URL = env.address(
    "RAZORPAY_BASE_URL", "https://api.razorpay.com", schemes=("http://", "https://")
).rstrip("/")
SANDBOX_PORT = env.number("SANDBOX_PORT", 0) if not PAYS_FOR_REAL else 0
# How long a call to the provider may take in all, and how many of them a process makes at a time: a slow
# provider must not take all threads.
PROVIDER_TIMEOUT_SECONDS = env.number("PROVIDER_TIMEOUT_SECONDS", 10, at_least=1)
PROVIDER_SLOTS = env.number("PROVIDER_SLOTS", max(1, WEB_THREADS // 2), at_least=1)

# Codes: how many may be sent to one number and from one address. Many phones share an address in India.
OTP_NUMBER_LIMIT = env.rate("OTP_NUMBER_LIMIT", "6/hour")
OTP_ADDRESS_LIMIT = env.rate("OTP_ADDRESS_LIMIT", "100/hour")
# How many the whole site sends in a calendar day of India: each costs money, whoever asks for it.
OTP_DAILY_LIMIT = env.number("OTP_DAILY_LIMIT", 20_000, at_least=1)

# Grievances and messages through the forms: how many from one number or mail address, and from one address.
WRITING_SENDER_LIMIT = env.rate("WRITING_SENDER_LIMIT", "5/hour")
WRITING_ADDRESS_LIMIT = env.rate("WRITING_ADDRESS_LIMIT", "20/hour")

# SMS and WhatsApp through MSG91; without a key every message goes to OUTBOX_FILE and the console.
SMS_AUTH_KEY = env.text("SMS_AUTH_KEY")
SMS_BASE_URL = env.address(
    "SMS_BASE_URL", "https://control.msg91.com", schemes=("http://", "https://")
).rstrip("/")
SMS_WHATSAPP_NUMBER = env.text("SMS_WHATSAPP_NUMBER")
SMS_WHATSAPP_NAMESPACE = env.text("SMS_WHATSAPP_NAMESPACE")
MAIL_FROM = env.text("MAIL_FROM", "Rally <no-reply@localhost>")

# Whether staff screens open only with an authenticator code, also for who has none yet.
STAFF_OTP_REQUIRED = env.flag("STAFF_OTP_REQUIRED")
# The name under which authenticator apps list their key.
OTP_TOTP_ISSUER = "Rally"

MOENGAGE_APP_ID = env.text("MOENGAGE_APP_ID")
MOENGAGE_CLUSTER = env.text("MOENGAGE_CLUSTER", "DC_3")

EMAIL_TIMEOUT = 5
_mail = env.mail("EMAIL_URL")
SENDS_MAIL = bool(_mail)
if _mail:
    for _name, _value in _mail.items():
        globals()[_name] = _value

# --- safety ---------------------------------------------------------------------------------------

SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
# The bank's page opens in a pop-up out of the provider's frame and must be able to answer it.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin-allow-popups"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = content_security_policy(
    pays_for_real=PAYS_FOR_REAL, engagement=bool(MOENGAGE_APP_ID), development_port=None
)
PERMISSIONS_POLICY = permissions_policy(pays_for_real=PAYS_FOR_REAL)

LOGGING = logs.configuration(
    style=env.text("LOG_FORMAT", "json"), level=env.text("LOG_LEVEL", "INFO").upper()
)
LOGGING_CONFIG = "logging.config.dictConfig"

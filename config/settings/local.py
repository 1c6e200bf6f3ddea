"""Development and trial: `make run`, and `make dev` with DEV=1."""

from apps.core.security_headers import content_security_policy
from config.env import read_or_create_key
from config.settings.base import *  # noqa: F403
from config.settings.base import (
    API_HOST,
    DATA_DIR,
    LIVE_PAYMENTS,
    MOENGAGE_APP_ID,
    PAYMENT_ORIGINS,
    RENDER_SCRIPT,
    SANDBOX_PORT,
    WEBPACK_LOADER,
    env,
)

DEBUG = env.flag("DEV")
SECRET_KEY = env.text("SECRET_KEY") or read_or_create_key(DATA_DIR / "secret.key")
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]", *env.names("ALLOWED_HOSTS")]
if API_HOST:
    ALLOWED_HOSTS.append(API_HOST.partition(":")[0])
STYLEGUIDE = True
SERVES_MEDIA = True
SEEDS_DEMO_DATA = True

if not LIVE_PAYMENTS:
    # The sandbox reads the same variables and key files, so both sides have its keys.
    RAZORPAY_KEY_ID = env.text("SANDBOX_KEY_ID", "rzp_test_sandbox")
    RAZORPAY_KEY_SECRET = env.text("SANDBOX_KEY_SECRET") or read_or_create_key(DATA_DIR / "sandbox.key")
    RAZORPAY_WEBHOOK_SECRETS = [
        env.text("SANDBOX_WEBHOOK_SECRET") or read_or_create_key(DATA_DIR / "sandbox-webhook.key"),
        *env.names("RAZORPAY_WEBHOOK_SECRETS"),
    ]
    # A management command does not know the sandbox's port and uses the site's reverse proxy.
    _port = SANDBOX_PORT or env.number("PORT", 8000)
    RAZORPAY_BASE_URL = env.text("RAZORPAY_BASE_URL") or f"http://127.0.0.1:{_port}/sandbox/razorpay"

if DEBUG:
    RENDER_SCRIPT = RENDER_SCRIPT.with_name("server.development.js")
    WEBPACK_LOADER["DEFAULT"]["CACHE"] = False
    CONTENT_SECURITY_POLICY = content_security_policy(
        payment_origins=PAYMENT_ORIGINS,
        engagement=bool(MOENGAGE_APP_ID),
        media_origin=MEDIA_ENDPOINT,
        development_port=env.number("WEBPACK_PORT", 8001),
    )

env.check()

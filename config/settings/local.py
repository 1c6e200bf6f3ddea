"""A person's own machine: `make run` as it is, `make dev` with DEV=1."""

from apps.core.policy import content_security_policy
from config.env import key_kept_in
from config.settings.base import *  # noqa: F403
from config.settings.base import (
    API_HOST,
    DATA_DIR,
    MOENGAGE_APP_ID,
    PAYS_FOR_REAL,
    SANDBOX_PORT,
    WEBPACK_LOADER,
    env,
)

DEBUG = env.flag("DEV")
SECRET_KEY = env.text("SECRET_KEY") or key_kept_in(DATA_DIR / "secret.key")
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]", *env.names("ALLOWED_HOSTS")]
if API_HOST:
    ALLOWED_HOSTS.append(API_HOST.partition(":")[0])
STYLEGUIDE = True
SERVES_MEDIA = True
SEEDS_DEMO_DATA = True

if not PAYS_FOR_REAL:
    # The stand-in provider reads the same names and keeps the same files: both sides know its keys.
    RAZORPAY_KEY_ID = env.text("SANDBOX_KEY_ID", "rzp_test_sandbox")
    RAZORPAY_KEY_SECRET = env.text("SANDBOX_KEY_SECRET") or key_kept_in(DATA_DIR / "sandbox.key")
    RAZORPAY_WEBHOOK_SECRETS = [
        env.text("SANDBOX_WEBHOOK_SECRET") or key_kept_in(DATA_DIR / "sandbox-webhook.key"),
        *env.names("RAZORPAY_WEBHOOK_SECRETS"),
    ]
    # A command beside the running site does not know the stand-in's port, and goes through the site's door.
    _port = SANDBOX_PORT or env.number("PORT", 8000)
    RAZORPAY_BASE_URL = env.text("RAZORPAY_BASE_URL") or f"http://127.0.0.1:{_port}/sandbox/razorpay"

if DEBUG:
    WEBPACK_LOADER["DEFAULT"]["CACHE"] = False
    CONTENT_SECURITY_POLICY = content_security_policy(
        pays_for_real=PAYS_FOR_REAL,
        engagement=bool(MOENGAGE_APP_ID),
        development_port=env.number("WEBPACK_PORT", 8001),
    )

env.check()

"""A person's own machine: `make run` as it is, `make dev` with DEV=1."""

from apps.core.policy import content_security_policy
from config.env import key_kept_in
from config.settings.base import *  # noqa: F403
from config.settings.base import (
    API_HOST,
    DATA_DIR,
    MOENGAGE_APP_ID,
    RAZORPAY_KEY_ID,
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

if DEBUG:
    WEBPACK_LOADER["DEFAULT"]["CACHE"] = False
    CONTENT_SECURITY_POLICY = content_security_policy(
        pays_for_real=bool(RAZORPAY_KEY_ID),
        engagement=bool(MOENGAGE_APP_ID),
        development_port=env.number("WEBPACK_PORT", 8001),
    )

env.check()

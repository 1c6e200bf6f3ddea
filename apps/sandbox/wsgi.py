import os

from django.core.management import call_command
from django.core.wsgi import get_wsgi_application

# Not setdefault: the sandbox inherits the site's environment, with the site's settings module.
os.environ["DJANGO_SETTINGS_MODULE"] = "apps.sandbox.settings"

application = get_wsgi_application()
call_command("migrate", interactive=False, verbosity=0)

from apps.sandbox import settings  # noqa: E402 - Django is set up above
from apps.sandbox.webhook_workers import WebhookWorkers  # noqa: E402

if settings.SANDBOX_WEBHOOK_URL:
    WebhookWorkers(url=settings.SANDBOX_WEBHOOK_URL).start()

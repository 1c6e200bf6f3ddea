import os

from django.core.management import call_command
from django.core.wsgi import get_wsgi_application

# Set, not defaulted: the sandbox shares its environment with the site, whose settings are not its own.
os.environ["DJANGO_SETTINGS_MODULE"] = "apps.sandbox.settings"

application = get_wsgi_application()
call_command("migrate", interactive=False, verbosity=0)

from apps.sandbox import settings  # noqa: E402 - Django is set up only now
from apps.sandbox.webhook_workers import Carriers  # noqa: E402

if settings.SANDBOX_WEBHOOK_URL:
    Carriers(address=settings.SANDBOX_WEBHOOK_URL).start()

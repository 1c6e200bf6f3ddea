import os

from django.core.management import call_command
from django.core.wsgi import get_wsgi_application

# Set, not defaulted: the sandbox shares its environment with the site, whose settings are not its own.
os.environ["DJANGO_SETTINGS_MODULE"] = "apps.sandbox.settings"

application = get_wsgi_application()
call_command("migrate", interactive=False, verbosity=0)

from django.apps import AppConfig

from apps.core import demo


class AccountsConfig(AppConfig):
    name = "apps.accounts"
    verbose_name = "People"

    def ready(self) -> None:
        from apps.accounts.services import demo_people

        demo.register("people", demo_people.plant)

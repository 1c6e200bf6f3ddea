from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db.models.signals import post_migrate

from apps.core import advertised_texts, business_constants, demo, retention
from apps.outbox import handlers


class AccountsConfig(AppConfig):
    name = "apps.accounts"
    verbose_name = "People"

    def ready(self) -> None:
        from apps.accounts import deadlines, message_texts, stored_texts
        from apps.accounts.middleware import start_session
        from apps.accounts.models import MessageTemplate
        from apps.accounts.services import code_messages, codes, demo_people, messages, security_log

        business_constants.register(deadlines)
        advertised_texts.register_columns(MessageTemplate, "subject", "body")
        business_constants.register(retention)
        business_constants.register_text("grievance_period", retention.grievance_period)
        business_constants.register_text("invoice_period", retention.invoice_period)
        demo.register("people", demo_people.seed)
        handlers.register(codes.KIND, code_messages.send, is_secret=True)
        handlers.register(messages.KIND, messages.handle, strike=stored_texts.strike_params)
        handlers.register(messages.LATER_KIND, messages.handle_later, strike=stored_texts.strike_params)
        message_texts.register("accounts")
        post_migrate.connect(message_texts.seed, sender=self)
        user_logged_in.connect(start_session, dispatch_uid="start session")
        user_logged_out.connect(security_log.log_logout, dispatch_uid="log logout")
        self._register_personal_data()

    def _register_personal_data(self) -> None:
        from apps.accounts import personal_data
        from apps.accounts.models import LostNumber, MobileChange
        from apps.accounts.personal_data import delete_all
        from apps.accounts.selectors import exported
        from apps.accounts.services import (
            consents,
            erasure,
            messages,
            profiles,
            sessions,
        )
        from apps.audit.services import trail

        register = personal_data.register
        register("profile", export=exported.profile, erase=profiles.erase, is_use=False)
        register("consents", export=exported.consents, erase=consents.erase, is_use=False)
        register("entitlements", export=exported.entitlements, erase=personal_data.keep_anonymised)
        register("trial", export=exported.trial, erase=erasure.erase_trial)
        register("messages", export=exported.messages, erase=messages.erase, is_use=False)
        register("number changes", export=exported.mobile_changes, erase=delete_all(MobileChange))
        register("lost numbers", export=exported.lost_numbers, erase=delete_all(LostNumber))
        register("sessions", export=exported.sessions, erase=sessions.erase, is_use=False)
        register("audit trail", export=exported.audit_trail, erase=trail.erase, is_use=False)

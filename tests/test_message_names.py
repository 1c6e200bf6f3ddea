"""Every message that goes to people has a name in their settings."""

import json

from django.conf import settings

from apps.accounts import message_texts

OURS = {"contact_for_office", "grievance_for_office", "reply_for_office"}


def test_the_settings_page_names_every_kind_of_message() -> None:
    file = settings.BASE_DIR / "frontend/src/features/account/lib/messageNames.json"
    names = json.loads(file.read_text())
    assert set(names) == set(message_texts.template_keys()) - OURS
    assert all(names.values())

"""The first templates of replies. From now on they are staff's: edited and deleted as any other row."""

from typing import Any

TEMPLATES = {
    'More details needed': (
        'Dear {name},\n\nThank you for writing to us. To look into {number}, we need a few more details:\n\n\n\n'
        'Please reply with the link in this email.\n'
    ),
    'Refund made': (
        'Dear {name},\n\nWe have looked into {number}. You were charged by mistake, and we have refunded the full '
        'amount to your original payment method. Banks take {bank_refund_time} to show it.\n\n'
        'We are sorry for the trouble.\n'
    ),
    'Resolved': (
        'Dear {name},\n\nWe have looked into {number} and resolved it:\n\n\n\n'
        'If anything is still wrong, please reply with the link in this email.\n'
    ),
}


def seed(apps: Any, schema_editor: Any) -> None:
    model = apps.get_model('support', 'ReplyTemplate')
    rows = [model(title=title, text=text) for title, text in TEMPLATES.items()]
    model.objects.using(schema_editor.connection.alias).bulk_create(rows)

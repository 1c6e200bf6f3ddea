"""The days that banks take have one home, from which the templates of replies read them."""

from django.db import migrations
from django.db.models import F, Value
from django.db.models.functions import Replace

TYPED, PLACEHOLDER = '5 to 7 working days', '{bank_refund_time}'


def replace(apps, schema_editor, before, after):
    templates = apps.get_model('support', 'ReplyTemplate').objects.using(schema_editor.connection.alias)
    templates.filter(text__contains=before).update(text=Replace(F('text'), Value(before), Value(after)))


def use_placeholder(apps, schema_editor):
    replace(apps, schema_editor, TYPED, PLACEHOLDER)


def type_out(apps, schema_editor):
    replace(apps, schema_editor, PLACEHOLDER, TYPED)


class Migration(migrations.Migration):

    dependencies = [
        ('support', '0009_locked_grievances'),
    ]

    operations = [
        migrations.RunPython(use_placeholder, type_out),
    ]

"""Log and outbox still carry the keys of links to requests and of those that stop a change of number."""

import re

from django.db import migrations
from django.db.models import Q

_LINK = re.compile(r"(https?://[^\s?#]++)(?:\?([^\s#]*+))?(#\S*+)?")
_KEY = re.compile(r"(?:^|&)key=[^&]*+")
_REQUEST_PAGE = "/support/request"
_BATCH = 500


def _without_key(found):
    """As `apps/accounts/stored_texts.py` did when this was written."""
    page, query = found[1], found[2] or ""
    rest = _KEY.sub("", query).removeprefix("&")
    if rest != query and page.endswith(_REQUEST_PAGE):
        page = page.removesuffix(_REQUEST_PAGE) + "/support"
    return f"{page}?{rest}" if rest else page


def _strike(value):
    return _LINK.sub(_without_key, value) if isinstance(value, str) else value


def strike_keys(apps, schema_editor):
    alias = schema_editor.connection.alias
    log = apps.get_model("accounts", "Delivery").objects.using(alias)
    has_link = Q(text__contains="key=") | Q(text__contains="#")
    for row in log.filter(has_link).only("pk", "text").iterator(_BATCH):
        struck = _strike(row.text)
        if struck != row.text:
            log.filter(pk=row.pk).update(text=struck)
    outbox = apps.get_model("outbox", "Message").objects.using(alias)
    ended = outbox.filter(kind="message", status__in=("sent", "dropped"), payload__params__link__isnull=False)
    for row in ended.only("pk", "payload").iterator(_BATCH):
        params = {name: _strike(value) for name, value in row.payload["params"].items()}
        if params != row.payload["params"]:
            outbox.filter(pk=row.pk).update(payload={**row.payload, "params": params})


class Migration(migrations.Migration):
    dependencies = [("accounts", "0026_privacy_and_engagement_consents"), ("outbox", "0007_failing_sweeps")]

    operations = [migrations.RunPython(strike_keys, migrations.RunPython.noop)]

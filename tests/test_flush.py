"""A test that commits leaves the rows of `migrate` to the next one."""

import pytest
from django.core.management import call_command

from apps.content.models import Page, PageVersion

pytestmark = pytest.mark.django_db(transaction=True)


def flush() -> None:
    call_command("flush", verbosity=0, interactive=False, reset_sequences=False)


@pytest.mark.parametrize("change", ["one more", "one less", "another text"])
def test_a_flush_restores_changed_rows_and_what_refers_to_them(change: str) -> None:
    pages, versions = list(Page.objects.order_by("pk").values()), set(PageVersion.objects.values_list("pk"))
    assert (len(pages) > 10, len(versions) > 10) == (True, True)
    if change == "one more":
        Page.objects.create(slug="of-a-test", title="Of a test", text="Text")
    elif change == "one less":
        PageVersion.objects.filter(page__slug="refund-policy").delete()
        Page.objects.get(slug="refund-policy").delete()
    else:
        Page.objects.filter(slug="refund-policy").update(text="Another")
    flush()
    assert list(Page.objects.order_by("pk").values()) == pages
    assert set(PageVersion.objects.values_list("pk")) == versions
    flush()
    assert list(Page.objects.order_by("pk").values()) == pages

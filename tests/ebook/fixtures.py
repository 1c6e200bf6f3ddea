"""The fixture `ebooks` registers ebooks as a product kind; import it into a test module."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from apps.commerce.tests.fake_provider import FakeProvider
from apps.core import sellables
from apps.core.ids import new_id
from apps.core.testing.clients import ApiClient
from tests.ebook.models import Copy, Ebook
from tests.ebook.sellables import EbookSellable


@dataclass
class EbookShop:
    """A series of ebooks, and a buyer's requests from cart to confirmation."""

    provider: FakeProvider
    series: UUID

    def ebook(self, title: str, *, rupees: int, copies: int | None = None) -> Ebook:
        return Ebook.objects.create(series=self.series, title=title, price_paise=rupees * 100, copies=copies)

    def fill(self, api: ApiClient, *ebooks: Ebook) -> Any:
        return api.post("/api/ebook/cart", {"ebookIds": [str(ebook.pk) for ebook in ebooks]})

    def enroll(self, api: ApiClient, *ebooks: Ebook) -> Any:
        return api.post("/api/ebook/enroll", {"id": self.fill(api, *ebooks).json()["data"]["_id"]})

    def buy(self, api: ApiClient, *ebooks: Ebook) -> dict[str, Any]:
        enrolled = self.enroll(api, *ebooks).json()["data"]
        payment = self.provider.capture(enrolled["razorPayOrderId"])
        response = api.post("/api/ebook/confirm", self.provider.confirmation(payment))
        assert response.status_code == 200, response.json()
        return dict(response.json()["data"])


@pytest.fixture
def ebooks(
    transactional_db: None, provider: FakeProvider, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> Iterator[EbookShop]:
    # A copy, so that the registration ends with the test.
    monkeypatch.setattr(sellables, "_registered", dict(sellables._registered))
    sellables.register(EbookSellable())
    settings.ROOT_URLCONF = "tests.ebook.urls"
    with connection.schema_editor() as editor:
        editor.create_model(Ebook)
        editor.create_model(Copy)
    yield EbookShop(provider, new_id())
    with connection.schema_editor() as editor:
        editor.delete_model(Copy)
        editor.delete_model(Ebook)

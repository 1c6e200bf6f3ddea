from collections import Counter

from django.utils import timezone

from apps.commerce.flows import auditing
from apps.commerce.models import Order
from tests.books.sample_books import SampleBooks


def test_sample_books_have_no_differences(sample_books: SampleBooks) -> None:
    assert auditing.audit(at=timezone.now()).differences == []
    assert Counter(Order.objects.values_list("status", flat=True)) == {
        "awaiting": 3,
        "expired": 1,
        "paid": 14,
        "refunded": 8,
    }

from collections import Counter

from django.utils import timezone

from apps.commerce.flows import auditing
from apps.commerce.models import Order
from tests.books.world import World


def test_books_in_every_state_agree(world: World) -> None:
    assert auditing.run(at=timezone.now()).differences == []
    assert Counter(Order.objects.values_list("status", flat=True)) == {
        "awaiting": 3,
        "expired": 1,
        "paid": 10,
        "refunded": 4,
    }

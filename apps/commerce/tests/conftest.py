from apps.commerce.tests.provider import provider
from apps.commerce.tests.seats import _tables, seats
from apps.commerce.tests.shop import shop

__all__ = ["_tables", "provider", "seats", "shop"]

from apps.commerce.tests.seats import _tables, seats

__all__ = ["_tables", "seats"]

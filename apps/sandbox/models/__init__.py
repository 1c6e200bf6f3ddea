from apps.sandbox.models.orders import Order

__all__ = ["Order"]

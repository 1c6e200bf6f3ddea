from apps.sandbox.models.disputes import Dispute
from apps.sandbox.models.events import Event
from apps.sandbox.models.orders import Order
from apps.sandbox.models.payments import Payment
from apps.sandbox.models.refunds import Refund

__all__ = ["Dispute", "Event", "Order", "Payment", "Refund"]

from apps.outbox.models.heartbeat import Heartbeat
from apps.outbox.models.message import Message

__all__ = ["Heartbeat", "Message"]

from apps.outbox.models.failing_sweep import FailingSweep
from apps.outbox.models.heartbeat import Heartbeat
from apps.outbox.models.message import Message

__all__ = ["FailingSweep", "Heartbeat", "Message"]

from apps.outbox.models.message import Message

__all__ = ["Message"]

from django.db import models


class OrderStatus(models.TextChoices):
    CREATED = "created"
    ATTEMPTED = "attempted"
    PAID = "paid"


class PaymentStatus(models.TextChoices):
    AUTHORIZED = "authorized"
    CAPTURED = "captured"
    REFUNDED = "refunded"
    FAILED = "failed"


class RefundStatus(models.TextChoices):
    PENDING = "pending"
    PROCESSED = "processed"
    FAILED = "failed"


class DisputeStatus(models.TextChoices):
    OPEN = "open"
    UNDER_REVIEW = "under_review"
    WON = "won"
    LOST = "lost"
    CLOSED = "closed"


class EventStatus(models.TextChoices):
    WAITING = "waiting"
    DELIVERED = "delivered"
    GIVEN_UP = "given_up"
    DROPPED = "dropped"

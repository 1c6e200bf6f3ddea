from django.db import models


class OrderStatus(models.TextChoices):
    CREATED = "created"
    ATTEMPTED = "attempted"
    PAID = "paid"

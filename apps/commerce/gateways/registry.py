"""The gateways of the setting PAYMENT_GATEWAYS: one takes new orders, each settles its own."""

from collections.abc import Sequence
from functools import cache

from django.conf import settings
from django.utils.module_loading import import_string

from apps.commerce.gateways.port import PaymentGateway


class UnknownGateway(LookupError):
    """An order's provider is not in PAYMENT_GATEWAYS any more; it must stay while it has orders."""


def of_new_orders() -> PaymentGateway:
    return of(settings.PAYMENT_GATEWAY)


def of(provider: str) -> PaymentGateway:
    """
    The gateway with which an order was made, whatever the setting is now.

    :raises UnknownGateway: if it is not configured
    """
    try:
        return _create(settings.PAYMENT_GATEWAYS[provider])
    except KeyError:
        raise UnknownGateway(provider) from None


def label_of(provider: str) -> str:
    """For people; the stored name where the gateway is not configured."""
    return of(provider).label if provider in settings.PAYMENT_GATEWAYS else provider


def all_gateways() -> Sequence[PaymentGateway]:
    """All configured ones: an earlier provider still has orders that change."""
    return [of(provider) for provider in settings.PAYMENT_GATEWAYS]


@cache
def _create(path: str) -> PaymentGateway:
    gateway: PaymentGateway = import_string(path)()
    return gateway

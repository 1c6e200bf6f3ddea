from celery import shared_task
from django.utils import timezone

from apps.commerce.flows import jobs
from apps.commerce.services import expiry


@shared_task(name="apps.commerce.tasks.expire_holds")  # type: ignore[untyped-decorator]
def expire_holds() -> None:
    expiry.expire_overdue_orders(at=timezone.now())


@shared_task(name="apps.commerce.tasks.expire_carts")  # type: ignore[untyped-decorator]
def expire_carts() -> None:
    expiry.delete_expired_carts(at=timezone.now())


@shared_task(name="apps.commerce.tasks.forget_erased_buyers")  # type: ignore[untyped-decorator]
def forget_erased_buyers() -> None:
    expiry.forget_erased_buyers(at=timezone.now())


@shared_task(name="apps.commerce.tasks.reconcile")  # type: ignore[untyped-decorator]
def reconcile() -> None:
    jobs.reconcile(at=timezone.now())


@shared_task(name="apps.commerce.tasks.send_refunds")  # type: ignore[untyped-decorator]
def send_refunds() -> None:
    jobs.send_refunds(at=timezone.now())


@shared_task(name="apps.commerce.tasks.rebuild")  # type: ignore[untyped-decorator]
def rebuild() -> None:
    jobs.rebuild(at=timezone.now())


@shared_task(name="apps.commerce.tasks.poll_disputes")  # type: ignore[untyped-decorator]
def poll_disputes() -> None:
    jobs.poll_disputes(at=timezone.now())


@shared_task(name="apps.commerce.tasks.fetch_settlements")  # type: ignore[untyped-decorator]
def fetch_settlements() -> None:
    jobs.fetch_settlements(at=timezone.now())


@shared_task(name="apps.commerce.tasks.verify_books")  # type: ignore[untyped-decorator]
def verify_books() -> None:
    jobs.verify_books(at=timezone.now())

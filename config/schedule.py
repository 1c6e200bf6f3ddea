"""Which worker runs a task, and when beat starts it."""

from typing import Any

from celery.schedules import crontab

# Tasks that call the payment provider have their own worker: a slow provider must not delay the others. So
# has the import of videos, which takes minutes.
ROUTES = {
    "apps.media.tasks.import_videos": {"queue": "video"},
    "apps.media.tasks.delete_unused_files": {"queue": "video"},
} | {
    f"apps.commerce.tasks.{name}": {"queue": "provider"}
    for name in (
        *("reconcile", "send_refunds", "rebuild"),
        *("poll_disputes", "fetch_settlements", "verify_books"),
    )
}


def _every(seconds: int, task: str) -> dict[str, Any]:
    return _entry(task, float(seconds), expires=seconds)


def _at(task: str, **moment: str) -> dict[str, Any]:
    """Each hour or rarer, in Indian time."""
    return _entry(task, crontab(**moment), expires=3600)


def _entry(task: str, schedule: float | crontab, *, expires: int) -> dict[str, Any]:
    """A task expires when the next is due: a worker that was stopped does not run them all."""
    return {"task": task, "schedule": schedule, "options": {"expires": expires}}


BEAT = {
    "sweep the outbox": _every(5, "apps.outbox.tasks.sweep"),
    "delete old login codes, counters and sessions": _every(3600, "apps.accounts.tasks.tidy"),
    "apply changes of mobile numbers": _every(60, "apps.accounts.tasks.apply_mobile_changes"),
    "import uploaded videos": _every(5, "apps.media.tasks.import_videos"),
    "delete old uploads": _every(3600, "apps.media.tasks.delete_old_uploads"),
    "delete unused files of videos": _every(300, "apps.media.tasks.delete_unused_files"),
    "delete orphan photos": _every(3600, "apps.content.tasks.delete_orphan_photos"),
    "scan published texts for what the advertisement code restricts": _at(
        "apps.content.tasks.scan_texts", minute="25"
    ),
    "release expired holds": _every(30, "apps.commerce.tasks.expire_holds"),
    "delete expired carts": _every(3600, "apps.commerce.tasks.expire_carts"),
    "forget coupons of erased accounts": _every(3600, "apps.commerce.tasks.forget_erased_buyers"),
    "send booking reminders": _every(60, "apps.live.tasks.send_reminders"),
    "sweep waiting lists": _every(15, "apps.live.tasks.sweep_waitlists"),
    "generate sessions of each series": _at("apps.live.tasks.generate_sessions", minute="10"),
    "freeze the complaint figures of past months": _at(
        "apps.support.tasks.freeze_complaints", hour="0", minute="20"
    ),
    "delete grievances five years after their closing": _at(
        "apps.support.tasks.delete_old_grievances", hour="1", minute="40"
    ),
    "expire Pro subscriptions": _every(300, "apps.pro.tasks.expire_subscriptions"),
    "poll the provider about open orders": _every(20, "apps.commerce.tasks.reconcile"),
    "send pending refunds": _every(5, "apps.commerce.tasks.send_refunds"),
    "rebuild lost orders": _every(3600, "apps.commerce.tasks.rebuild"),
    "poll the provider about disputes": _every(3600, "apps.commerce.tasks.poll_disputes"),
    # The provider pays out on mornings and afternoons of working days.
    "fetch what the provider paid out": _at(
        "apps.commerce.tasks.fetch_settlements", hour="2,8,14,20", minute="45"
    ),
    "verify the books": _at("apps.commerce.tasks.verify_books", hour="3", minute="30"),
}

"""Which worker runs a task, and when beat starts it."""

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

BEAT = {
    # Tasks expire when the next is due: a worker that was stopped does not run them all.
    "sweep the outbox": {
        "task": "apps.outbox.tasks.sweep",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "delete old login codes, counters and sessions": {
        "task": "apps.accounts.tasks.tidy",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "apply changes of mobile numbers": {
        "task": "apps.accounts.tasks.apply_mobile_changes",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "import uploaded videos": {
        "task": "apps.media.tasks.import_videos",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "delete old uploads": {
        "task": "apps.media.tasks.delete_old_uploads",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "delete unused files of videos": {
        "task": "apps.media.tasks.delete_unused_files",
        "schedule": 300.0,
        "options": {"expires": 300},
    },
    "delete orphan photos": {
        "task": "apps.content.tasks.delete_orphan_photos",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "scan published texts for what the advertisement code restricts": {
        "task": "apps.content.tasks.scan_texts",
        "schedule": crontab(minute="25"),
        "options": {"expires": 3600},
    },
    "release expired holds": {
        "task": "apps.commerce.tasks.expire_holds",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "delete expired carts": {
        "task": "apps.commerce.tasks.expire_carts",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "forget coupons of erased accounts": {
        "task": "apps.commerce.tasks.forget_erased_buyers",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "send booking reminders": {
        "task": "apps.live.tasks.send_reminders",
        "schedule": 60.0,
        "options": {"expires": 60},
    },
    "sweep waiting lists": {
        "task": "apps.live.tasks.sweep_waitlists",
        "schedule": 15.0,
        "options": {"expires": 15},
    },
    "generate sessions of each series": {
        "task": "apps.live.tasks.generate_sessions",
        "schedule": crontab(minute="10"),
        "options": {"expires": 3600},
    },
    "freeze the complaint figures of past months": {
        "task": "apps.support.tasks.freeze_complaints",
        "schedule": crontab(hour="0", minute="20"),
        "options": {"expires": 3600},
    },
    "delete grievances five years after their closing": {
        "task": "apps.support.tasks.delete_old_grievances",
        "schedule": crontab(hour="1", minute="40"),
        "options": {"expires": 3600},
    },
    "expire Pro subscriptions": {
        "task": "apps.pro.tasks.expire_subscriptions",
        "schedule": 300.0,
        "options": {"expires": 300},
    },
    "poll the provider about open orders": {
        "task": "apps.commerce.tasks.reconcile",
        "schedule": 20.0,
        "options": {"expires": 20},
    },
    "send pending refunds": {
        "task": "apps.commerce.tasks.send_refunds",
        "schedule": 5.0,
        "options": {"expires": 5},
    },
    "rebuild lost orders": {
        "task": "apps.commerce.tasks.rebuild",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    "poll the provider about disputes": {
        "task": "apps.commerce.tasks.poll_disputes",
        "schedule": 3600.0,
        "options": {"expires": 3600},
    },
    # The provider pays out on mornings and afternoons of working days.
    "fetch what the provider paid out": {
        "task": "apps.commerce.tasks.fetch_settlements",
        "schedule": crontab(hour="2,8,14,20", minute="45"),
        "options": {"expires": 3600},
    },
    "verify the books": {
        "task": "apps.commerce.tasks.verify_books",
        "schedule": crontab(hour="3", minute="30"),
        "options": {"expires": 3600},
    },
}

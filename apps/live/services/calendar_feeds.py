"""The URL of a person's calendar feed."""

from django.db import transaction
from django.db.models import F

from apps.accounts.models import User
from apps.live.calendar_tokens import FeedKey
from apps.live.models import CalendarFeed


@transaction.atomic(durable=True)
def renew(*, person: User) -> FeedKey:
    """Give the feed another URL. All earlier ones are unknown from now on."""
    CalendarFeed.objects.get_or_create(person=person)
    CalendarFeed.objects.filter(person=person).update(version=F("version") + 1)
    # The update holds the row, so this is our own version.
    return FeedKey(person.pk, CalendarFeed.objects.get(person=person).version)

from apps.accounts.models import User


def colleague(name: str = "Staff") -> User:
    """A member of staff who refunds."""
    person, _ = User.objects.get_or_create(mobile="9777777777", defaults={"name": name, "is_staff": True})
    return person

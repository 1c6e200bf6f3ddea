from django.db.models import F, Q


def is_confirmed(*, of: str) -> Q:
    """Whether a related person has an address that we may write to (`User.reachable_email`), in a query."""
    return Q(**{f"{of}__confirmed_email": F(f"{of}__email")}) & ~Q(**{f"{of}__email": ""})

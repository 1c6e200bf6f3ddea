from uuid import UUID

from apps.catalog.models import Category


def ids_by_title() -> dict[str, UUID]:
    return dict(Category.objects.values_list("title", "pk"))

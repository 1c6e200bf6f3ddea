import gc
from collections.abc import Iterator

import pytest

pytest_plugins = ["apps.core.testing.fixtures", "apps.commerce.tests.provider", "apps.commerce.tests.shop"]


_ON_BOTH_DATABASES = ("django_db", "postgresql", "redis")
_DATABASE_FIXTURES = {"db", "transactional_db", "tampered_books"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What uses neither the database nor Redis is tested once; races without their guard are proof."""
    for item in items:
        if item.name.startswith("test_control_"):
            item.add_marker(pytest.mark.proof)
        fixtures = _DATABASE_FIXTURES & set(getattr(item, "fixturenames", ()))
        if not fixtures and not any(map(item.get_closest_marker, _ON_BOTH_DATABASES)):
            item.add_marker(pytest.mark.once)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Thousands of collected tests and all modules stay to the end: do not look through them for garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session", autouse=True)
def _wait_for_pages() -> Iterator[None]:
    """On a busy machine a page may take longer than a visitor should wait; the tests want it rendered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("apps.site.rendering.RENDER_SECONDS", 30.0)
        patch.setattr("apps.site.rendering.WAIT_SECONDS", 60.0)
        yield

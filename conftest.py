from collections.abc import Iterator

import pytest

pytest_plugins = ["apps.core.testing.fixtures"]


@pytest.fixture(scope="session", autouse=True)
def _wait_for_pages() -> Iterator[None]:
    """On a busy machine a page may take longer than a visitor should wait; the tests want it rendered."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("apps.site.rendering.RENDER_SECONDS", 30.0)
        patch.setattr("apps.site.rendering.WAIT_SECONDS", 60.0)
        yield

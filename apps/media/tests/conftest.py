import pytest

from apps.core.testing.videos import make_video


@pytest.fixture(scope="session")
def film(tmp_path_factory):
    """Four seconds with sound, 320 by 180."""
    return make_video(tmp_path_factory.mktemp("films") / "film.mp4")

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from apps.site.templatetags.gst import gst_line

VECTORS = json.loads((Path(settings.BASE_DIR) / "tests" / "vectors" / "formatting.json").read_text())


@pytest.mark.parametrize("vector", VECTORS["gstLines"])
def test_a_price_with_gst_reads_as_in_the_browser(vector: dict[str, Any]) -> None:
    assert gst_line(vector["price"]) == vector["text"]

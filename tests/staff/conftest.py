from typing import Any

import pytest

from apps.core.testing.fixtures import Person


@pytest.fixture
def admin_user(staff: Person) -> Any:
    return staff.user

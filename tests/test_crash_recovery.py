"""The server is killed in each of four requests; `python -m bench crashes` kills it at every crash point."""

from collections.abc import Iterator

import pytest

from tests.money import crash_points, site_processes
from tests.money.crashes import CrashTest
from tests.money.site_processes import SiteProcesses

pytestmark = pytest.mark.proof

SAMPLE = (
    "enroll: after apps.commerce.gateways.razorpay.gateway.RazorpayGateway.create_order",
    "confirm: after apps.commerce.services.numbers.next_number",
    "webhook: after apps.commerce.services.events.store",
    "refund: after apps.commerce.gateways.razorpay.gateway.RazorpayGateway.refund",
)


@pytest.fixture(scope="module")
def crash_test(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CrashTest]:
    site = SiteProcesses(tmp_path_factory.mktemp("crashes"), application="tests.money.crash_app:application")
    with site_processes.run_site(site) as running:
        yield CrashTest(running, running.seed(courses=len(SAMPLE), buyers=1))


@pytest.mark.parametrize(
    "point", [point for point in crash_points.ALL if point.name in SAMPLE], ids=lambda point: point.request
)
def test_the_books_agree_after_a_crash(crash_test: CrashTest, point: crash_points.CrashPoint) -> None:
    crash_test.crash_at(point)


def test_crash_points_are_unique() -> None:
    names = [point.name for point in crash_points.ALL]
    assert len(names) == len(set(names)) >= 25
    assert set(SAMPLE) <= set(names)

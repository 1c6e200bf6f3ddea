"""A server process is killed for real in each of four calls; `make bench` kills it at every step."""

from collections.abc import Iterator

import pytest

from tests.money import steps, world
from tests.money.kills import Deaths
from tests.money.world import World

pytestmark = pytest.mark.slow

SAMPLE = (
    "enroll: after apps.commerce.gateways.razorpay.create_order",
    "confirm: after apps.commerce.services.numbers.take",
    "webhook: after apps.commerce.services.events.keep",
    "refund: after apps.commerce.gateways.razorpay.refund",
)


@pytest.fixture(scope="module")
def deaths(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deaths]:
    site = World(tmp_path_factory.mktemp("kills"), application="tests.money.deadly:application")
    with world.running(site) as running:
        yield Deaths(running, running.seed(courses=len(SAMPLE), buyers=1))


@pytest.mark.parametrize(
    "step", [step for step in steps.ALL if step.name in SAMPLE], ids=lambda step: step.call
)
def test_the_books_agree_after_a_death(deaths: Deaths, step: steps.Step) -> None:
    deaths.die_at(step)


def test_every_step_is_named_once() -> None:
    names = [step.name for step in steps.ALL]
    assert len(names) == len(set(names)) >= 25
    assert set(SAMPLE) <= set(names)

"""Random sequences of reports, repeats, late reports and restarts, compared with a simple model."""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from apps.accounts.models import User
from apps.catalog.models import TopicProgress
from apps.catalog.selectors import progress as progress_selectors
from apps.catalog.services import progress
from apps.catalog.services.progress import PlayerReport
from apps.catalog.tests.course_helpers import create_course, give_course
from apps.core import indian_time
from apps.core.testing import proof

LENGTHS = (40, 25, 0)
PLACE = st.integers(min_value=0, max_value=len(LENGTHS) - 1)
SECONDS = st.one_of(
    st.integers(min_value=0, max_value=50),
    st.floats(min_value=0, max_value=60),
    st.sampled_from([10**30, 1e308, float("inf")]),
)
RANGES = st.lists(st.tuples(SECONDS, SECONDS).map(sorted), max_size=4)
# Half an hour before midnight in India.
EVENING = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)


class Learner(RuleBasedStateMachine):
    numbers = iter(range(10**8))

    @initialize()
    def sit_down(self):
        self.person = User.objects.create_user(mobile=f"98{next(self.numbers):08}")
        self.course, self.topics = create_course(*LENGTHS)
        give_course(self.person, self.course)
        self.now = EVENING
        self.sent = []
        self.watched = [0] * len(LENGTHS)
        self.completed = [False] * len(LENGTHS)
        self.updated = [None] * len(LENGTHS)
        self.ranges_by_day = [defaultdict(set) for _ in LENGTHS]
        self.answer = self.start()

    def start(self):
        return progress.start(
            person=self.person, user_id=str(self.person.pk), course_key=str(self.course.pk), at=self.now
        )

    @rule(seconds=st.integers(min_value=-30, max_value=900))
    def wait(self, seconds):
        """The clocks of several machines differ."""
        self.now += timedelta(seconds=seconds)

    @rule(place=PLACE, seconds=SECONDS, is_completed=st.booleans(), is_restart=st.booleans(), ranges=RANGES)
    def report(self, place, seconds, is_completed, is_restart, ranges):
        self.sent.append((place, seconds, is_completed, is_restart, ranges))
        self.receive(*self.sent[-1])

    @rule(place=PLACE, seconds=SECONDS, ranges=RANGES)
    def watch(self, place, seconds, ranges):
        self.report(place=place, seconds=seconds, is_completed=False, is_restart=False, ranges=ranges)

    @rule(data=st.data())
    def report_comes_late_or_again(self, data):
        if self.sent:
            self.receive(*data.draw(st.sampled_from(self.sent)))

    @rule()
    def restart(self):
        self.answer = progress.restart(
            person=self.person, user_id=str(self.person.pk), course_key=str(self.course.pk), at=self.now
        )
        for place, updated in enumerate(self.updated):
            self.watched[place], self.completed[place] = 0, False
            self.updated[place] = None if updated is None else self.now

    def receive(self, place, seconds, is_completed, is_restart, ranges):
        context = progress_selectors.course_context(key=str(self.course.pk), person=self.person, at=self.now)
        watched = PlayerReport(str(self.topics[place].pk), seconds, is_completed, is_restart, ranges)
        states = progress.update(context=context, user_id=str(self.person.pk), report=watched, at=self.now)
        self.answer = progress_selectors.course_progress(context=context, states=states, at=self.now)

        reached = int(min(seconds, LENGTHS[place]))
        self.watched[place] = reached if is_restart else max(self.watched[place], reached)
        self.completed[place] = is_completed if is_restart else self.completed[place] or is_completed
        self.updated[place] = max(self.updated[place] or self.now, self.now)
        for start, end in ranges:
            covered = range(int(min(start, LENGTHS[place])), int(min(end, LENGTHS[place])))
            self.ranges_by_day[place][indian_time.day_of(self.now).isoformat()] |= set(covered)

    @invariant()
    def answer_is_as_the_model_says(self):
        if not hasattr(self, "answer"):
            return
        assert [
            (topic["watchedDuration"], topic["isCompleted"], topic["updatedAt"])
            for topic in self.answer["topics"]
        ] == [
            (watched, completed, None if updated is None else indian_time.iso_utc(updated))
            for watched, completed, updated in zip(self.watched, self.completed, self.updated, strict=True)
        ]
        assert self.answer["percent"] == self.percent()
        assert self.answer["isCompleted"] == all(self.completed)
        assert self.answer["lastTopicId"] == self.last_topic_id()
        assert self.answer == self.start()

    @invariant()
    def every_second_was_learned_once_a_day(self):
        if not hasattr(self, "answer"):
            return
        kept = dict(TopicProgress.objects.filter(person=self.person).values_list("topic_id", "ranges_by_day"))
        for topic, days in zip(self.topics, self.ranges_by_day, strict=True):
            found = {
                day: {second for start, end in parts for second in range(start, end)}
                for day, parts in kept.get(topic.pk, {}).items()
            }
            assert found == {day: seconds for day, seconds in days.items() if seconds}

    def percent(self):
        if all(self.completed):
            return 100
        shares = [
            Fraction(1) if completed else Fraction(watched, length) if length else Fraction(0)
            for watched, completed, length in zip(self.watched, self.completed, LENGTHS, strict=True)
        ]
        return min(99, int(100 * sum(shares) / len(shares)))

    def last_topic_id(self):
        if not any(self.watched) and not any(self.completed):
            return None
        touched = [place for place, updated in enumerate(self.updated) if updated is not None]
        return str(self.topics[max(touched, key=lambda place: self.updated[place])].pk)


@pytest.mark.django_db
def test_progress_follows_the_model():
    run_state_machine_as_test(
        Learner,
        settings=settings(
            max_examples=proof.count(30),
            stateful_step_count=20,
            deadline=None,
            derandomize=True,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )

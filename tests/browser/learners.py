"""People who learn, each with a course of their own, so that no test meets another's progress."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import requests

from .stack import Stack

_MADE = """
from apps.accounts.models import User
User.objects.create_user(mobile="{mobile}", name="Leela Iyer")
"""
_ENDED = """
from apps.accounts.models import Entitlement
Entitlement.objects.filter(person__mobile="{mobile}").delete()
"""
_numbers = itertools.count(9_610_000_001)


@dataclass
class Learner:
    """Somebody new who may open one course."""

    stack: Stack
    mobile: str
    course: dict[str, Any]

    @property
    def topics(self) -> list[dict[str, Any]]:
        return [topic for chapter in self.course["chapters"] for topic in chapter["topics"]]

    def topic(self, kind: str) -> dict[str, Any]:
        return next(topic for topic in self.topics if topic["ContentType"] == kind)

    def path(self, topic: dict[str, Any]) -> str:
        return f"/course/{self.course['_id']}/topic/{topic['_id']}"

    @property
    def progress(self) -> dict[str, Any]:
        return self.call("GET", f"/api/course/progress/{self.course['_id']}")["progress"]

    def of(self, topic: dict[str, Any]) -> dict[str, Any]:
        return next(row for row in self.progress["topics"] if row["topicId"] == topic["_id"])

    def lose_access(self) -> None:
        self.stack.shell(_ENDED.format(mobile=self.mobile))

    def call(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        session = self.stack.session_of(self.mobile)
        with requests.Session() as client:
            client.cookies.set("sessionid", session)
            token = client.get(f"{self.stack.origin}/api/user", timeout=20).cookies["csrftoken"]
            answer = client.request(
                method,
                self.stack.origin + path,
                json=body,
                headers={"X-CSRFToken": token},
                cookies={"csrftoken": token},
                timeout=20,
            )
        assert answer.status_code == 200, answer.text
        return answer.json()


def newcomer(stack: Stack) -> str:
    """The number of somebody who has just signed up."""
    mobile = str(next(_numbers))
    stack.shell(_MADE.format(mobile=mobile))
    return mobile


def enrolled(stack: Stack, weburlname: str) -> Learner:
    """Somebody new who has booked this free course."""
    mobile = newcomer(stack)
    course = stack.get(f"/api/course/users/{weburlname}").json()["data"]
    learner = Learner(stack, mobile, course)
    learner.call("POST", "/api/course/bookfreecourseV1", {"id": weburlname})
    return learner

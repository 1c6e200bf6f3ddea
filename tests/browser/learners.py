"""New learners, each with a course, so that tests do not share progress."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import Any

import requests

from .stack import Stack

QUESTION = re.compile(r"^[0-9]+\. ")
"""The name of a question's group in a quiz."""

_CREATE_USER = """
from apps.accounts.models import User
User.objects.create_user(mobile="{mobile}", name="Leela Iyer")
"""
_numbers = itertools.count(9_610_000_001)


@dataclass
class Learner:
    """A new user with access to one course."""

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
        assert answer.status_code in (200, 201), answer.text
        return answer.json()


def create_user(stack: Stack) -> str:
    """Create a user; return the mobile number."""
    mobile = str(next(_numbers))
    stack.shell(_CREATE_USER.format(mobile=mobile))
    return mobile


def create_learner(stack: Stack, weburlname: str) -> Learner:
    """Create a user who has booked this free course."""
    mobile = create_user(stack)
    course = stack.get(f"/api/course/users/{weburlname}").json()["data"]
    learner = Learner(stack, mobile, course)
    learner.call("POST", "/api/course/bookfreecourseV1", {"id": weburlname})
    return learner

"""What all our management commands have in common."""

import json
from argparse import ArgumentTypeError
from collections.abc import Mapping
from io import StringIO
from typing import Any, ClassVar

import pytest
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.db import OperationalError

from apps.core.errors import Conflict, Invalid
from apps.core.management.operations import OperationsCommand, Progress, Result, rolled_back, whole_number
from apps.core.single_run import AlreadyRunning, single_run
from apps.core.testing.parallel import in_parallel

# `migrate` is Django's, with a question before it.
OURS = {
    name: app for name, app in get_commands().items() if str(app).startswith("apps.") and name != "migrate"
}
WITHOUT_ARGUMENTS = (
    "apply_mobile_changes",
    "expire_carts",
    "expire_holds",
    "expire_subscriptions",
    "generate_sessions",
    "import_videos",
    "rebuild_search",
    "reconcile_payments",
    "send_messages",
    "send_reminders",
    "sweep_waitlists",
    "tidy_accounts",
)


class Greeting(OperationsCommand):
    runs_alone: ClassVar = True
    refusal: Exception | None = None
    problem = ""

    def run(self, options: Mapping[str, Any]) -> Result:
        if self.refusal is not None:
            raise self.refusal
        return Result({"hello": "Asha"}, ["Hello,", "Asha"], problem=self.problem)


def output(command: Any, *arguments: str, **options: Any) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out, **options)
    return out.getvalue()


@pytest.mark.parametrize("name", OURS)
def test_every_command_has_json_and_a_dry_run_if_it_changes_something(name: str) -> None:
    command = load_command_class(OURS[name], name)
    assert isinstance(command, OperationsCommand)
    options = command.create_parser("manage.py", name).format_help()
    assert "--json" in options
    assert ("--dry-run" in options) == command.changes_data


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", WITHOUT_ARGUMENTS)
def test_a_dry_run_prints_one_json_object(name: str) -> None:
    counts = json.loads(output(name, "--dry-run", "--json"))
    assert counts
    assert set(counts.values()) <= {0}


@pytest.mark.django_db
def test_text_json_and_the_exit_code() -> None:
    assert output(Greeting()) == "Hello,\nAsha\n"
    assert output(Greeting(), "--json") == '{"hello": "Asha"}\n'
    command, out = Greeting(), StringIO()
    command.problem = "Too late"
    with pytest.raises(CommandError, match="Too late"):
        call_command(command, "--json", stdout=out)
    assert out.getvalue() == '{"hello": "Asha"}\n'


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("refusal", "message"),
    [
        (Conflict("That is taken."), "That is taken."),
        (Invalid({"size": ["Too many."], "prefix": ["Too short."]}), "size: Too many. prefix: Too short."),
        (OperationalError("no answer\nat all"), "The database did not answer: no answer."),
    ],
)
def test_a_refusal_is_an_error_message(refusal: Exception, message: str) -> None:
    command = Greeting()
    command.refusal = refusal
    with pytest.raises(CommandError) as refused:
        call_command(command)
    assert str(refused.value) == message


@pytest.mark.parametrize("text", ["-1", "11", "1.5", "x", "٣", "9" * 400])
def test_a_number_out_of_range_is_refused(text: str) -> None:
    assert [whole_number(0, 10)(number) for number in ("0", "10")] == [0, 10]
    with pytest.raises(ArgumentTypeError, match="from 0 to 10"):
        whole_number(0, 10)(text)


@pytest.mark.django_db(transaction=True)
def test_of_two_runs_at_once_the_second_is_refused() -> None:
    def try_to_run(_number: int) -> str:
        with single_run("test"):
            return "ran"

    with single_run("test"), single_run("another"):
        (refused,) = in_parallel(try_to_run, times=1)
    assert isinstance(refused, AlreadyRunning)
    assert in_parallel(try_to_run, times=1) == ["ran"]


@pytest.mark.django_db
def test_a_dry_run_takes_back_what_it_wrote() -> None:
    for is_dry_run, left in ((True, 0), (False, 1)):
        with rolled_back(is_dry_run):
            Group.objects.create(name="Evenings")
            assert Group.objects.filter(role=None).count() == 1
        assert Group.objects.filter(role=None).count() == left


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_drawn_on_a_terminal_alone() -> None:
    terminal, file = Terminal(), StringIO()
    for stream in (terminal, file):
        bar = Progress(4, stream)
        for done in range(1, 5):
            bar.show(done, "rows")
    assert terminal.getvalue().startswith("\r[#######.......................] 1 of 4 rows")
    assert terminal.getvalue().endswith("\r[##############################] 4 of 4 rows\x1b[K\n")
    assert file.getvalue() == ""

"""The command line of `python -m bench`."""

import pytest

from bench import __main__ as command

pytestmark = pytest.mark.proof


@pytest.mark.parametrize("old", command.RENAMED)
def test_an_old_name_is_an_error_that_says_the_new_one(old: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([old]) == 2
    assert capsys.readouterr().out == f"{old} is now named {command.RENAMED[old]}.\n"


def test_an_unknown_name_is_an_error_that_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["nothing"]) == 2
    printed = capsys.readouterr().out
    assert printed.startswith("No benchmark is named nothing. There are: books, ")
    assert all(name in printed for name in command.RENAMED.values())

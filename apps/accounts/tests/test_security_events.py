"""Log lines about exports and roles: who, of whom, from where, and nothing that identifies more than that."""

import json
import zipfile
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.core.logs import JsonLines
from apps.core.testing.fixtures import Person

pytestmark = pytest.mark.django_db

ADDRESS = "203.0.113.7"


@pytest.fixture(autouse=True)
def _log_everything(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "rally.login")


def events(caplog: pytest.LogCaptureFixture, name: str) -> list[dict[str, str]]:
    lines = [json.loads(JsonLines().format(row)) for row in caplog.records if row.name == "rally.login"]
    plumbing = ("at", "level", "logger", "request_id", "message")
    return [
        {key: value for key, value in line.items() if key not in plumbing}
        for line in lines
        if line["message"] == name
    ]


def test_a_download_of_personal_data_is_logged(member: Person, caplog: pytest.LogCaptureFixture) -> None:
    assert member.api.get("/api/user/data", REMOTE_ADDR=ADDRESS).status_code == 200
    assert events(caplog, "personal data exported") == [
        {"number_ending": member.user.mobile[-2:], "address": ADDRESS, "person": str(member.user.pk)}
    ]


def test_a_changed_role_is_logged(
    admin_client: Client,
    staff: Person,
    member: Person,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    group = Group.objects.create(name="Evenings")
    page = f"/admin/accounts/user/{member.user.pk}/change/"
    form = admin_client.get(page).context["adminform"].form
    posted = {name: value for name in form.fields if (value := form[name].value()) not in (None, False, [])}
    posted |= {"is_staff": "on", "groups": [group.pk], "name": "Asha"}
    with django_capture_on_commit_callbacks(execute=True):
        assert admin_client.post(page, posted, REMOTE_ADDR=ADDRESS).status_code == 302

    assert events(caplog, "role changed") == [
        {
            "number_ending": member.user.mobile[-2:],
            "address": ADDRESS,
            "person": str(member.user.pk),
            "by": str(staff.user.pk),
            "changed": "groups, is_staff",
        }
    ]


def test_another_change_of_a_person_is_no_change_of_role(
    admin_client: Client,
    member: Person,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    page = f"/admin/accounts/user/{member.user.pk}/change/"
    form = admin_client.get(page).context["adminform"].form
    posted = {name: value for name in form.fields if (value := form[name].value()) not in (None, False, [])}
    with django_capture_on_commit_callbacks(execute=True):
        assert admin_client.post(page, {**posted, "name": "Asha"}).status_code == 302
    assert User.objects.get(pk=member.user.pk).name == "Asha"
    assert events(caplog, "role changed") == []


def test_changed_permissions_of_a_group_are_logged(
    admin_client: Client,
    staff: Person,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    group = Group.objects.create(name="Evenings")
    permission = Permission.objects.get(codename="view_course")
    with django_capture_on_commit_callbacks(execute=True):
        admin_client.post(
            f"/admin/auth/group/{group.pk}/change/",
            {"name": "Evenings", "permissions": [permission.pk]},
            REMOTE_ADDR=ADDRESS,
        )
    assert events(caplog, "group changed") == [
        {
            "number_ending": staff.user.mobile[-2:],
            "address": ADDRESS,
            "person": str(staff.user.pk),
            "by": str(staff.user.pk),
            "changed": "permissions",
            "group": "Evenings",
        }
    ]


def test_the_command_writes_every_section_for_its_owner_alone(
    member: Person, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "asha.zip"
    out = StringIO()
    call_command("export_person", "--mobile", member.user.mobile, "--output", str(file), stdout=out)

    with zipfile.ZipFile(file) as archive:
        sections = {name.removesuffix(".json"): json.loads(archive.read(name)) for name in archive.namelist()}
    assert list(sections) == personal_data.section_names()
    assert sections["profile"]["mobile"] == member.user.mobile
    assert file.stat().st_mode & 0o777 == 0o600
    assert out.getvalue().startswith(f"{len(sections)} sections written to {file}: profile, ")
    assert events(caplog, "personal data exported") == [
        {
            "number_ending": member.user.mobile[-2:],
            "person": str(member.user.pk),
            "by": "export_person",
        }
    ]


def test_the_command_prints_json_and_refuses_to_overwrite(member: Person, tmp_path: Path) -> None:
    out, file = StringIO(), tmp_path / "asha.json"
    call_command("export_person", "--mobile", member.user.mobile, "--json", stdout=out)
    printed = json.loads(out.getvalue())
    call_command("export_person", "--mobile", member.user.mobile, "--output", str(file), stdout=StringIO())
    assert json.loads(file.read_text()).keys() == printed.keys() == set(personal_data.section_names())
    for options, message in (
        (["--mobile", member.user.mobile, "--output", str(file)], f"{file} exists already"),
        (["--mobile", member.user.mobile, "--output", str(tmp_path / "a" / "b.zip")], "cannot be written"),
        (["--mobile", member.user.mobile], "Name a file with --output"),
        (["--mobile", "9833333333", "--json"], "No account has that mobile number"),
    ):
        with pytest.raises(CommandError, match=message):
            call_command("export_person", *options)

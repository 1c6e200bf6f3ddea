import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.serializers.json import DjangoJSONEncoder

from apps.accounts import personal_data
from apps.accounts.models import User
from apps.accounts.services import security_log
from apps.core.management.operations import OperationsCommand, Result


class Command(OperationsCommand):
    help = "Write everything that we hold about one person into a ZIP file with a JSON file per section."
    changes_data = False

    def add_own_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mobile", required=True, help="The 10-digit mobile number of the account.")
        parser.add_argument("--output", type=Path, help="a new .zip or .json file")

    def run(self, options: Mapping[str, Any]) -> Result:
        person = User.objects.filter(mobile=options["mobile"], erased_at__isnull=True).first()
        if person is None:
            raise CommandError("No account has that mobile number.")
        file: Path | None = options["output"]
        if file is None and not options["json"]:
            raise CommandError("Name a file with --output, or print everything with --json.")
        sections = personal_data.export(person=person)
        if file is not None:
            _write(file, sections)
        security_log.write(
            "personal data exported", mobile=person.mobile, person_id=person.pk, by="export_person"
        )
        if file is None:
            return Result(sections, [])
        names = list(sections)
        facts = {"file": str(file), "sections": names}
        return Result(facts, [f"{len(names)} sections written to {file}: {', '.join(names)}."])


def _write(file: Path, sections: Mapping[str, object]) -> None:
    try:
        with file.open("xb") as target:
            # Only the owner of the file reads personal data.
            file.chmod(0o600)
            if file.suffix == ".json":
                target.write(_json(sections).encode())
                return
            with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
                for name, section in sections.items():
                    archive.writestr(f"{name}.json", _json(section))
    except FileExistsError:
        raise CommandError(f"{file} exists already: choose another name.") from None
    except OSError as error:
        raise CommandError(f"{file} cannot be written: {error.strerror}.") from None


def _json(value: object) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)

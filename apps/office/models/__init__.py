from apps.office.models.backup import Backup
from apps.office.models.export_run import ExportRun
from apps.office.models.wording_approval import WordingApproval

__all__ = ["Backup", "ExportRun", "WordingApproval"]

from apps.office.models.export_run import ExportRun

__all__ = ["ExportRun"]

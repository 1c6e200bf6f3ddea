from apps.audit.models.entry import AuditEntry

__all__ = ["AuditEntry"]

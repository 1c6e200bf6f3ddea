from django.db import models


class Backup(models.Model):
    """The last backup of the database, as `record_backup` noted it. There is one row."""

    ONLY_ID = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY_ID, editable=False)
    made_at = models.DateTimeField()
    database = models.CharField(
        max_length=100, help_text="Which database it is of: a restored one is another, and has no backup yet."
    )

    class Meta:
        default_permissions = ()
        constraints = (models.CheckConstraint(condition=models.Q(id=1), name="backup_is_one_row"),)

    def __str__(self) -> str:
        return f"Backup of {self.made_at:%Y-%m-%d %H:%M}"

"""What tests of kept rows share: deleting past the ORM, and what the admin answers."""

from typing import Any

from django.db import connection, models, transaction

SQL_DELETE = 'DELETE FROM "{table}" WHERE "{column}" = %s'


def is_there(row: models.Model) -> bool:
    return type(row)._base_manager.filter(pk=row.pk).exists()


def told(answer: Any) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


def delete_by_sql(row: models.Model, *parts: str) -> None:
    """Delete a row, after the rows of these tables that name it."""
    key = row._meta.pk.get_db_prep_value(row.pk, connection)  # type: ignore[union-attr]
    with transaction.atomic(), connection.cursor() as cursor:
        for part in parts:
            cursor.execute(SQL_DELETE.format(table=part, column=f"{row._meta.model_name}_id"), [key])
        cursor.execute(SQL_DELETE.format(table=row._meta.db_table, column="id"), [key])

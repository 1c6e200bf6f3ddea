"""Helpers for tests of rows that cannot be deleted."""

from typing import Any

from django.db import connection, models, transaction

SQL_DELETE = 'DELETE FROM "{table}" WHERE "{column}" = %s'


def exists(row: models.Model) -> bool:
    return type(row)._base_manager.filter(pk=row.pk).exists()


def messages_of(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def delete_by_sql(row: models.Model, *parts: str) -> None:
    """Delete a row with SQL, after the rows of these tables that refer to it."""
    key = row._meta.pk.get_db_prep_value(row.pk, connection)  # type: ignore[union-attr]
    with transaction.atomic(), connection.cursor() as cursor:
        for part in parts:
            cursor.execute(SQL_DELETE.format(table=part, column=f"{row._meta.model_name}_id"), [key])
        cursor.execute(SQL_DELETE.format(table=row._meta.db_table, column="id"), [key])

"""Prints tables of a DuckDB file as JSON: python duckdb_tables.py FILE SCHEMA TABLE..."""

import json
import sys

import duckdb

file, schema, *tables = sys.argv[1:]
connection = duckdb.connect(file, read_only=True)
connection.execute("set timezone = 'UTC'")


def rows(table: str) -> list[dict]:
    cursor = connection.execute(f'select * from "{schema}"."{table}"')
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row)) for row in cursor.fetchall()]


def plain(value: object) -> object:
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


print(json.dumps({table: rows(table) for table in tables}, default=plain))

import type { LoadedColumn } from '../../datasets/columns.ts'
import type { LoadedDataset } from '../../datasets/datasets.ts'
import type { Kind } from '../database/evolution.ts'
import { hasUtcDay, list, quoted } from '../database/sql.ts'

export const TYPES: Record<Kind, string> = {
  text: 'text',
  timestamp: 'timestamptz',
  date: 'date',
  boolean: 'boolean',
  integer: 'bigint',
  number: 'double precision',
  json: 'jsonb',
}

/** PostgreSQL type names, including those that a user may have chosen for a column. */
const KINDS: Record<string, Kind> = {
  ...{ text: 'text', 'character varying': 'text', 'timestamp with time zone': 'timestamp', date: 'date', boolean: 'boolean' },
  ...{ bigint: 'integer', integer: 'integer', 'double precision': 'number', numeric: 'number', json: 'json', jsonb: 'json' },
}

export const kindOf = (type: string): Kind | undefined => KINDS[type]

/** The unique key as index columns. */
export const keyOf = (dataset: LoadedDataset): string =>
  [list(dataset.key), ...(hasUtcDay(dataset) ? [`((timestamp at time zone 'UTC')::date)`] : [])].join(', ')

/** Temporary table for lines of JSON; one per connection, empty outside of transactions. */
export const CREATE_LINES = 'create temporary table if not exists rollcall_lines (line text) on commit delete rows'

/** CSV with control characters as quote and delimiter makes COPY keep JSON unchanged, because JSON contains none of them raw. */
export const COPY_LINES = `copy rollcall_lines (line) from stdin (format csv, quote E'\\x01', delimiter E'\\x02')`

export const copyStatement = (table: string, columns: readonly string[]): string =>
  `copy ${table} (${list(columns)}) from stdin (format binary)`

/** Fails if rows of the table cannot be told apart by their key. */
export const requireKeyStatement = (table: string, dataset: LoadedDataset): string => `
  explain
  insert into ${table} (${list(dataset.key)})
  select ${list(dataset.key)}
  from ${table}
  on conflict (${keyOf(dataset)}) do nothing`

/** The fields of the rows as a composite type, which parses rows twice as fast as a list of columns. */
export const createType = (type: string, columns: readonly LoadedColumn[]): string =>
  `create type ${type} as (${columns.map(({ field, kind }) => `${quoted(field)} ${TYPES[kind]}`).join(', ')})`

/**
 * Inserts the rows. A row with the key of a row elsewhere in the table replaces it, so keys need not be read first. PostgreSQL
 * text cannot contain NUL, which JSON can escape; U+FFFD replaces it.
 */
export const insertStatement = (
  table: string,
  dataset: LoadedDataset,
  columns: readonly LoadedColumn[],
  type: string,
): string => {
  const names = columns.map(({ name }) => name)
  return `
    insert into ${table} (${list(names)})
    select ${columns.map(({ field }) => `r.${quoted(field)}`).join(', ')}
    from rollcall_lines
    cross join lateral json_populate_record(
      null::${type},
      case
        when strpos(line, '\\u0000') = 0 then line
        else regexp_replace(line, '(?<!\\\\)((?:\\\\\\\\)*)\\\\u0000', '\\1\\\\ufffd', 'g')
      end::json
    ) as r
    on conflict (${keyOf(dataset)}) do update
    set ${names.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ')}`
}

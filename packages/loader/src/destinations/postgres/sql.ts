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

/** PostgreSQL's own names of types, and those that somebody may have chosen for a column before. */
const KINDS: Record<string, Kind> = {
  ...{ text: 'text', 'character varying': 'text', 'timestamp with time zone': 'timestamp', date: 'date', boolean: 'boolean' },
  ...{ bigint: 'integer', integer: 'integer', 'double precision': 'number', numeric: 'number', json: 'json', jsonb: 'json' },
}

export const kindOf = (type: string): Kind | undefined => KINDS[type]

/** What no two rows share, as an index has it. */
export const keyOf = (dataset: LoadedDataset): string =>
  [list(dataset.key), ...(hasUtcDay(dataset) ? [`((timestamp at time zone 'UTC')::date)`] : [])].join(', ')

/** Lines of JSON wait here to be taken apart; there is one of it for a connection, empty outside of transactions. */
export const CREATE_LINES = 'create temporary table if not exists rollcall_lines (line text) on commit delete rows'

/** CSV with control characters as quote and delimiter is the form of COPY that leaves JSON as it is: JSON holds none of them raw. */
export const COPY_LINES = `copy rollcall_lines (line) from stdin (format csv, quote E'\\x01', delimiter E'\\x02')`

/** Fields of the rows as a type: to take rows apart by one is twice as fast as by a list of columns. */
export const createType = (type: string, columns: readonly LoadedColumn[]): string =>
  `create type ${type} as (${columns.map(({ field, kind }) => `${quoted(field)} ${TYPES[kind]}`).join(', ')})`

/**
 * Takes the rows in. One that has the key of a row elsewhere in the table takes its place, which spares reading the keys first.
 * PostgreSQL's text cannot hold the character NUL, which JSON can (as an escape): U+FFFD stands for it.
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

import type { LoadedColumn } from '../../datasets/columns.ts'
import type { Kind } from '../database/evolution.ts'
import { literal, quoted } from '../database/sql.ts'

export const TYPES: Record<Kind, string> = {
  text: 'varchar',
  timestamp: 'timestamptz',
  date: 'date',
  boolean: 'boolean',
  integer: 'bigint',
  number: 'double',
  json: 'json',
}

/** DuckDB type names, including those that a user may have chosen for a column. */
const KINDS: Record<string, Kind> = {
  ...{ VARCHAR: 'text', 'TIMESTAMP WITH TIME ZONE': 'timestamp', DATE: 'date', BOOLEAN: 'boolean', JSON: 'json' },
  ...{ BIGINT: 'integer', HUGEINT: 'integer', INTEGER: 'integer', DOUBLE: 'number' },
}

export const kindOf = (type: string): Kind | undefined => KINDS[type]

export const utcDay = (timestamp: string): string => `epoch_ms(${timestamp}) // 86400000`

/** Rows of the service, typed and with their names in the destination. */
export const selectRows = (path: string, columns: readonly LoadedColumn[]): string => {
  const types = columns.map(({ field, kind }) => `${quoted(field)}: '${kind === 'date' ? 'varchar' : TYPES[kind]}'`)
  const selected = columns.map(({ field, name, kind }) => `${read(quoted(field), kind)} as ${quoted(name)}`)
  return `
    select ${selected.join(', ')}
    from read_json(
      ${literal(path)}, format = 'newline_delimited', compression = 'uncompressed', hive_partitioning = false,
      columns = {${types.join(', ')}}
    )`
}

/** A day may be written as midnight UTC. */
const read = (field: string, kind: Kind): string => (kind === 'date' ? `left(${field}, 10)::date` : field)

import type { LoadedColumn } from '../../datasets/columns.ts'
import type { LoadedDataset } from '../../datasets/datasets.ts'
import { hasUtcDay, literal, quoted } from '../database/sql.ts'
import { selectRows, TYPES } from '../duckdb/sql.ts'
import type { DestinationFormat } from '../open.ts'

/** How DuckDB reads and writes the files of one format. Rows in between have at least the columns that they are found by. */
export interface FileFormat {
  readonly extension: string
  /** For people. */
  readonly title: string
  /** Rows as the service sends them. */
  selectIncoming(path: string, dataset: LoadedDataset, columns: readonly LoadedColumn[]): string
  /** Rows of files that were written before, and the column `filename`. */
  selectStored(paths: readonly string[], dataset: LoadedDataset): string
  /** What of such rows is written. */
  readonly written: string
  readonly copyOptions: string
  /** Typed columns of a table, of all its files. */
  selectTable(glob: string, columns: readonly LoadedColumn[]): string
}

const paths = (files: readonly string[]): string => `[${files.map(literal).join(', ')}]`
const nothing = (columns: readonly LoadedColumn[], type: (column: LoadedColumn) => string): string =>
  `select ${columns.map((column) => `null::${type(column)} as ${quoted(column.name)}`).join(', ')} where false`

/** A table without files. */
export const selectNothing = (columns: readonly LoadedColumn[]): string => nothing(columns, ({ kind }) => TYPES[kind])

const PARQUET: FileFormat = {
  extension: 'parquet',
  title: 'Parquet',
  selectIncoming: (path, _, columns) => selectRows(path, columns),
  selectStored: (files) =>
    `select * from read_parquet(${paths(files)}, union_by_name = true, hive_partitioning = false, filename = true)`,
  written: '*',
  copyOptions: 'format parquet, compression zstd',
  selectTable: (glob, columns) =>
    `${selectNothing(columns)} union all by name
     select * from read_parquet(${literal(glob)}, union_by_name = true, hive_partitioning = false)`,
}

/** Null is an empty field, empty text is `""`. Values are as the service wrote them, days without the time of day. */
const CSV_DIALECT = `header = true, delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false,
  all_varchar = true, union_by_name = true, hive_partitioning = false`

const CSV: FileFormat = {
  extension: 'csv',
  title: 'CSV',
  selectIncoming: (path, _, columns) =>
    selectRows(
      path,
      columns.map((column) => ({ ...column, kind: column.kind === 'date' ? 'date' : 'text' })),
    ),
  selectStored: (files) => `select * replace (day::date as day) from read_csv(${paths(files)}, ${CSV_DIALECT}, filename = true)`,
  written: '*',
  copyOptions: `format csv, header true, nullstr ''`,
  selectTable: (glob, columns) => `
    select ${columns.map(({ name, kind }) => `${quoted(name)}::${TYPES[kind]} as ${quoted(name)}`).join(', ')}
    from (
      ${nothing(columns, () => 'varchar')}
      union all by name
      select * from read_csv(${literal(glob)}, ${CSV_DIALECT})
    )`,
}

/** Lines are the service's own; what rows are found by is taken from them. */
const lines = (files: string, dataset: LoadedDataset, more: string): string => {
  const found = dataset.columns.filter(({ name, kind }) => kind === 'date' || isFoundBy(dataset, name))
  const fields = found.map(({ field }) => `${JSON.stringify(field)}: "varchar"`)
  const selected = found.map(({ field, name, kind }) => {
    const value = `r.${quoted(field)}`
    return `${kind === 'date' ? `left(${value}, 10)::date` : value} as ${quoted(name)}`
  })
  return `
    select ${['line', ...selected].join(', ')}${more}
    from (
      select json::varchar as line, from_json(json, ${literal(`{${fields.join(', ')}}`)}) as r${more}
      from read_json_objects(${files}, format = 'newline_delimited', hive_partitioning = false${more && ', filename = true'})
    )`
}

const isFoundBy = (dataset: LoadedDataset, name: string): boolean =>
  dataset.key.includes(name) ||
  (dataset.kind === 'published' && dataset.locationColumns.includes(name)) ||
  (hasUtcDay(dataset) && name === 'timestamp')

const NDJSON: FileFormat = {
  extension: 'ndjson',
  title: 'NDJSON',
  selectIncoming: (path, dataset) => lines(literal(path), dataset, ''),
  selectStored: (files, dataset) => lines(paths(files), dataset, ', filename'),
  written: 'line',
  // JSON holds no raw control characters, so nothing is ever quoted.
  copyOptions: `format csv, header false, delim '\x02', quote '\x01', escape '\x01'`,
  selectTable: (glob, columns) => selectRows(glob, columns),
}

export const FORMATS: Record<DestinationFormat, FileFormat> = { parquet: PARQUET, csv: CSV, ndjson: NDJSON }

export const isFormat = (text: string): text is DestinationFormat => Object.hasOwn(FORMATS, text)

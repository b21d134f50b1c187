import type { LoadedColumn } from '../../datasets/columns.ts'
import type { LoadedDataset } from '../../datasets/datasets.ts'
import { hasUtcDay, list, literal, quoted } from '../database/sql.ts'
import { selectRows, TYPES } from '../duckdb/sql.ts'

/** Format of the files of a folder. */
export type DestinationFormat = 'parquet' | 'csv' | 'ndjson'

/**
 * How DuckDB reads and writes files of one format. Intermediate rows have at least the columns by which they are found. `columns`
 * are all columns that a table has ever had, in order of arrival.
 */
export interface FileFormat {
  readonly extension: string
  /** Title for messages. */
  readonly title: string
  /** Rows as the service sends them. */
  selectIncoming(path: string, dataset: LoadedDataset, columns: readonly LoadedColumn[]): string
  /** Rows of existing files, with the column `filename`. */
  selectStored(paths: readonly string[], dataset: LoadedDataset, columns: readonly LoadedColumn[]): string
  /** The part of such rows that is written. */
  selectWritten(rows: string, columns: readonly LoadedColumn[]): string
  readonly copyOptions: string
  /** The typed columns of all files of a table. */
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
  selectWritten: (rows) => rows,
  copyOptions: 'format parquet, compression zstd',
  selectTable: (glob, columns) =>
    `${selectNothing(columns)} union all by name
     select * from read_parquet(${literal(glob)}, union_by_name = true, hive_partitioning = false)`,
}

/**
 * Null is an empty field, empty text is `""`. Values are as the service wrote them, days without a time. Each file has all
 * columns that existed when it was written, and new ones come last, so DuckDB need not detect them, which takes 10 ms a file.
 */
const readCsv = (files: string, columns: readonly LoadedColumn[], more: string): string => `
  read_csv(
    ${files}, auto_detect = false, header = true, delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false,
    null_padding = true, parallel = false, hive_partitioning = false${more},
    columns = {${columns.map(({ name }) => `${quoted(name)}: 'varchar'`).join(', ')}}
  )`

const CSV: FileFormat = {
  extension: 'csv',
  title: 'CSV',
  selectIncoming: (path, _, columns) =>
    selectRows(
      path,
      columns.map((column) => ({ ...column, kind: column.kind === 'date' ? 'date' : 'text' })),
    ),
  selectStored: (files, _, columns) => {
    const dates = columns.filter(({ kind }) => kind === 'date').map(({ name }) => `${quoted(name)}::date as ${quoted(name)}`)
    return `select * replace (${dates.join(', ')}) from ${readCsv(paths(files), columns, ', filename = true')}`
  },
  selectWritten: (rows, columns) => `
    select ${list(columns.map(({ name }) => name))}
    from (${nothing(columns, ({ kind }) => (kind === 'date' ? 'date' : 'varchar'))} union all by name ${rows})`,
  copyOptions: `format csv, header true, nullstr ''`,
  selectTable: (glob, columns) => `
    select ${columns.map(({ name, kind }) => `${quoted(name)}::${TYPES[kind]} as ${quoted(name)}`).join(', ')}
    from ${readCsv(literal(glob), columns, '')}`,
}

/** Lines are those of the service; the columns by which rows are found are parsed from them. */
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
  selectWritten: (rows) => `select line from (${rows})`,
  // JSON contains no raw control characters, so nothing is ever quoted.
  copyOptions: `format csv, header false, delim '\x02', quote '\x01', escape '\x01'`,
  selectTable: (glob, columns) => selectRows(glob, columns),
}

export const FORMATS: Record<DestinationFormat, FileFormat> = { parquet: PARQUET, csv: CSV, ndjson: NDJSON }

export const isFormat = (text: string): text is DestinationFormat => Object.hasOwn(FORMATS, text)

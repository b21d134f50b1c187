import { type Destination, DestinationUseError } from './destination.ts'
import { openDuckDb } from './duckdb/duckdb-destination.ts'
import { openFolder } from './folder/folder-destination.ts'
import { inTurn, type Store } from './in-turn.ts'
import { openPostgres } from './postgres/postgres-destination.ts'

/** How the files of a folder are written. */
export type DestinationFormat = 'parquet' | 'csv' | 'ndjson'

export interface DestinationOptions {
  /** Of a folder: Parquet, or what it was begun with. */
  readonly format?: DestinationFormat | undefined
  /** Of PostgreSQL: `rollcall`. */
  readonly schema?: string | undefined
  /** Creates nothing, and is empty where there is nothing. */
  readonly readOnly?: boolean | undefined
  /** Ends the statement that runs, and all that follow, with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** Where `where` is a file named `*.duckdb` or `*.db`, the URL of a PostgreSQL database, or else a folder. */
export const openDestination = async (where: string, options: DestinationOptions = {}): Promise<Destination> =>
  inTurn(await open(where, options))

const open = (where: string, { format, schema, readOnly = false, signal }: DestinationOptions): Promise<Store> => {
  const kind = kindOf(where)
  if (format && kind !== 'folder') throw new DestinationUseError('A format is for a folder: databases have their own.')
  if (schema && kind !== 'postgres') throw new DestinationUseError('A schema is for a PostgreSQL database.')
  if (kind === 'postgres') return openPostgres(where, { schemaName: schema ?? 'rollcall', readOnly, signal })
  return kind === 'duckdb' ? openDuckDb(where, { readOnly, signal }) : openFolder(where, { format, readOnly, signal })
}

const kindOf = (where: string): 'postgres' | 'duckdb' | 'folder' => {
  if (/^postgres(ql)?:/i.test(where)) return 'postgres'
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(where)) {
    throw new DestinationUseError(
      'The destination is a DuckDB file (*.duckdb or *.db), a PostgreSQL URL (postgresql://…), or a folder.',
    )
  }
  return /\.(duckdb|db)$/i.test(where) ? 'duckdb' : 'folder'
}

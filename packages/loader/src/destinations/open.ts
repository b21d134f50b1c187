import { existsSync } from 'node:fs'
import { type Destination, DestinationUseError } from './destination.ts'
import { openDuckDb } from './duckdb/duckdb-destination.ts'
import { openFolder } from './folder/folder-destination.ts'
import type { DestinationFormat } from './folder/formats.ts'
import { inTurn, type Store } from './in-turn.ts'
import { openPostgres } from './postgres/postgres-destination.ts'

export interface DestinationOptions {
  /** For a folder: Parquet, or the format it was created with. */
  readonly format?: DestinationFormat | undefined
  /** For PostgreSQL: `rollcall` by default. */
  readonly schema?: string | undefined
  /** Creates nothing; a missing copy is empty. */
  readonly readOnly?: boolean | undefined
  /** Allows a new copy in a folder with other files. */
  readonly amongOthers?: boolean | undefined
  /** Aborts the running statement and all that follow, with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** Opens a destination: `where` is a file named `*.duckdb` or `*.db`, the URL of a PostgreSQL database, or else a folder. */
export const openDestination = async (where: string, options: DestinationOptions = {}): Promise<Destination> =>
  inTurn(await open(where, options))

const open = (
  where: string,
  { format, schema, readOnly = false, amongOthers = false, signal }: DestinationOptions,
): Promise<Store> => {
  const kind = kindOf(where)
  if (format && kind !== 'folder') throw new DestinationUseError('A format is for a folder: databases have their own.')
  if (schema && kind !== 'postgres') throw new DestinationUseError('A schema is for a PostgreSQL database.')
  if (kind === 'postgres') return openPostgres(where, { schemaName: schema ?? 'rollcall', readOnly, signal })
  return kind === 'duckdb'
    ? openDuckDb(where, { readOnly, signal })
    : openFolder(where, { format, readOnly, amongOthers, signal })
}

const KINDS = 'a DuckDB file (*.duckdb or *.db), a PostgreSQL URL (postgresql://…), or a folder'

/** The extension of a file name. An existing folder may have any name. */
const ENDING = /\.[a-z][a-z\d]{1,9}$/i

const kindOf = (where: string): 'postgres' | 'duckdb' | 'folder' => {
  if (/^postgres(ql)?:/i.test(where)) return 'postgres'
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(where)) throw new DestinationUseError(`The destination is ${KINDS}.`)
  if (/\.(duckdb|db)$/i.test(where)) return 'duckdb'
  const [ending] = ENDING.exec(where) ?? []
  if (ending === undefined || existsSync(where)) return 'folder'
  throw new DestinationUseError(
    `${where} ends with ${ending}, which is not a kind of copy: use ${KINDS}. For a new folder with such a name, add a / at the end.`,
  )
}

import { createReadStream } from 'node:fs'
import type { LoadedColumn } from '../../datasets/columns.ts'
import type { Evolve } from '../database/evolution.ts'
import { deleteStatement, quoted } from '../database/sql.ts'
import { DestinationError, type Replacement, type RowFile } from '../destination.ts'
import { readBinaryRows, UnsupportedRow } from './binary-rows.ts'
import type { Session } from './session.ts'
import { COPY_LINES, copyStatement, createType, insertStatement, requireKeyStatement } from './sql.ts'
import { writeState } from './state.ts'

interface Parts {
  readonly session: Session
  /** Quoted. */
  readonly schema: string
  readonly evolve: Evolve
  /** Types of the columns of a table by name. */
  readonly typesOf: (table: string) => Promise<Map<string, string>>
}

export const createReplace = ({ session, schema, evolve, typesOf }: Parts) => {
  const typeFor = createTypes(session)
  const requireKey = createKeyCheck(session)

  /** Undefined if PostgreSQL has to convert the rows, or if some replace rows elsewhere in the table. */
  const copyRows = async (name: string, table: string, columns: readonly LoadedColumn[], { path }: RowFile) => {
    const types = await typesOf(name)
    const binary = await readBinaryRows(
      path,
      columns.map((column) => ({ ...column, type: types.get(column.name) ?? '' })),
    )
    if (!binary) return undefined
    await session.run('savepoint rows')
    try {
      return await session.copy(copyStatement(table, binary.columns), binary.pieces)
    } catch (error) {
      if (!isForLines(error)) throw error
      await session.run('rollback to savepoint rows')
      return undefined
    }
  }

  /** Takes four times as long as the binary form. */
  const insertLines = async (
    { dataset }: Replacement,
    table: string,
    columns: readonly LoadedColumn[],
    { path }: RowFile,
  ): Promise<number> => {
    const type = await typeFor(columns)
    await session.copy(COPY_LINES, createReadStream(path, { highWaterMark: 1 << 20 }))
    return session.run(insertStatement(table, dataset, columns, type))
  }

  return async (replacement: Replacement): Promise<void> => {
    const { dataset, table: name = dataset.table, scope, rows, state } = replacement
    const columns = await evolve({ name, dataset }, rows?.extraColumns)
    const table = `${schema}.${quoted(name)}`
    if (rows) await requireKey(table, dataset)
    await session.transaction(async () => {
      // New tables have no statistics yet and would be scanned completely for a few segments.
      await session.run('set local enable_seqscan = off')
      await session.run(deleteStatement(table, dataset, scope))
      if (rows) {
        const copied = await copyRows(name, table, columns, rows)
        const written = copied ?? (await insertLines(replacement, table, columns, rows))
        if (written !== rows.rowCount)
          throw new DestinationError(`${written} of ${rows.rowCount} rows were stored in ${name}. Load again.`)
      }
      await writeState(session, schema, state)
    })
  }
}

/** Types are created once per connection, and end with it. */
const createTypes = (session: Session) => {
  const made = new Map<string, string>()
  return async (columns: readonly LoadedColumn[]): Promise<string> => {
    const type = `pg_temp.rollcall_row_${made.size}`
    const statement = createType('', columns)
    const existing = made.get(statement)
    if (existing) return existing
    await session.run(createType(type, columns))
    made.set(statement, type)
    return type
  }
}

/** `COPY` finds repeated keys only by the unique index. It is looked up once, because only one process loads. */
const createKeyCheck = (session: Session) => {
  const checked = new Set<string>()
  return async (table: string, dataset: Replacement['dataset']): Promise<void> => {
    if (checked.has(table)) return
    await session.run(requireKeyStatement(table, dataset))
    checked.add(table)
  }
}

/**
 * Errors of the rows, not of the server: values, keys that exist, and what `COPY` does not support, such as tables with row
 * security. Inserting the lines either works or fails with the error to report.
 */
const isForLines = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof UnsupportedRow || (cause instanceof Error && 'code' in cause && /^(22|23|0A)/.test(String(cause.code)))
}

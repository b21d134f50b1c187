import type { LoadedColumn } from '../../datasets/columns.ts'
import { hasUtcDay, list, locationOf, quoted } from '../database/sql.ts'
import type { LoadedTable } from '../tables.ts'
import type { Session } from './session.ts'
import { keyOf, TYPES } from './sql.ts'

/** Creates a table with its key, and an index to find the rows of a day or of a location and day, which are replaced together. */
export const createTable = async (
  session: Session,
  schema: string,
  { name, dataset }: LoadedTable,
  columns: readonly LoadedColumn[],
): Promise<void> => {
  const table = `${schema}.${quoted(name)}`
  const described = columns.map((column) => `${quoted(column.name)} ${TYPES[column.kind]}`)
  // An expression cannot be part of a primary key.
  const key = hasUtcDay(dataset) ? [] : [`primary key (${list(dataset.key)})`]
  await session.transaction(async () => {
    await session.run(`create table ${table} (${[...described, ...key].join(', ')})`)
    if (hasUtcDay(dataset)) await session.run(`create unique index ${quoted(`${name}_key`)} on ${table} (${keyOf(dataset)})`)
    if (dataset.kind === 'directory') return
    const segment = dataset.kind === 'published' ? `day, (${locationOf(dataset)})` : 'day'
    await session.run(`create index ${quoted(`${name}_day`)} on ${table} (${segment})`)
  })
}

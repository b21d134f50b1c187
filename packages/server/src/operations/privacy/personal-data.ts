import type pg from 'pg'
import { AppError } from '../../platform/errors.ts'
import { createFairQueue } from '../../platform/jobs/fair-queue.ts'
import { bindLiterals, copyLines } from '../../platform/sql/copy-out.ts'
import { openSnapshot, type Snapshot } from '../../platform/transactions/snapshot.ts'
import { READERS } from '../../warehouse/readers/readers.ts'
import { getPerson } from './person.ts'
import { PERSONAL_TABLES, secretsOf } from './personal-columns.ts'
import { type Parameters, readParameters } from './visitor.ts'

/**
 * Every user may export their own data, and finding it reads all presence. So two exports run at a time, and organizations take
 * turns. The slots of readers limit how many wait here.
 */
const inTurn = createFairQueue({
  ...{ slots: 2, maxWaiting: { perOwner: READERS.perOrg, all: READERS.all } },
  refusal: () => new AppError('unavailable', { refusedBy: 'readers' }),
})

/** Tables with rows about people. */
const TABLES = Object.entries(PERSONAL_TABLES).filter(([, { rows }]) => rows !== undefined)

export interface PersonalDocument {
  readonly pieces: AsyncGenerator<Buffer>
  /** Aborts the read at any point. */
  readonly close: () => void
}

/**
 * Streams all data about a person as one JSON document: the rows of each table from one snapshot.
 * @throws AppError entity_not_found, unavailable
 */
export const openPersonalData = async (pool: pg.Pool, orgId: string, userId: string): Promise<PersonalDocument> =>
  inTurn(orgId, async () => {
    const snapshot = await openSnapshot(pool)
    try {
      const parameters = await readParameters(snapshot.db, orgId, await getPerson(snapshot.db, orgId, userId))
      return { pieces: writeTables(snapshot, userId, parameters), close: snapshot.close }
    } catch (error) {
      snapshot.close()
      throw error
    }
  })

const writeTables = async function* (snapshot: Snapshot, userId: string, parameters: Parameters): AsyncGenerator<Buffer> {
  yield Buffer.from(`{"userId":"${userId}","writtenAt":"${new Date().toISOString()}","tables":{`)
  let separator = ''
  for (const [name, table] of TABLES) {
    const row = `to_jsonb(t) - '{${[...secretsOf(table), 'org_id'].join(',')}}'::text[]`
    const statement = `select ',' || (${row})::text from ${name} t where t.org_id = $org and ${table.rows}`
    let isStarted = false
    for await (const lines of copyLines(snapshot.client, bindLiterals(statement, parameters))) {
      if (lines.length === 0) continue
      yield isStarted ? lines : Buffer.concat([Buffer.from(`${separator}\n"${name}":[\n`), lines.subarray(1)])
      isStarted = true
      separator = ','
    }
    if (isStarted) yield Buffer.from(']')
  }
  yield Buffer.from('}}\n')
  await snapshot.commit()
}

import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Listener } from '../../platform/db/listener.ts'
import type { ChunkCache } from './chunk-cache.ts'

const CHANNEL = 'rollcall_rows.forget'

/**
 * Has all nodes let go of the rows that they remember, once the transaction is committed. Nobody is sent rows that were published
 * again; but those of an erased person should not lie in memory either until others push them out.
 */
export const forgetRows = async (trx: Db, orgId: string): Promise<void> => {
  await sql`select pg_notify(${CHANNEL}, ${orgId})`.execute(trx)
}

/** As `forgetRows`, where this transaction publishes something again because somebody was erased. */
export const forgetErasedRows = async (trx: Db, orgId: string): Promise<void> => {
  await sql`
    select pg_notify(${CHANNEL}, ${orgId})
    where exists (select from segments where org_id = ${orgId} and position < 0 and reason = 'erased')
  `.execute(trx)
}

export const forgetWhenTold = (listener: Listener, ...remembered: readonly Pick<ChunkCache, 'clear'>[]): Promise<void> =>
  listener.on(CHANNEL, () => {
    for (const each of remembered) each.clear()
  })

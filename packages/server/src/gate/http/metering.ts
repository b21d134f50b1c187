import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { writableHere } from '../../platform/db/served-here.ts'
import { startBatcher } from '../../platform/jobs/batcher.ts'
import { commitOnce } from '../../platform/transactions/commit-in-doubt.ts'

/** The usage of one request. */
export interface Usage {
  requests: number
  /** Events submitted or rows read. */
  rows: number
  /** Body bytes received and sent, before compression. */
  bytes: number
}

export interface Metering extends AsyncDisposable {
  add(orgId: string, keyId: string, usage: Usage): void
  flush(): Promise<void>
}

type KeyDay = Usage & { org_id: string; key_id: string; day: string }

const FLUSH_MS = 1_000

/**
 * Sums the usage of each key and writes it once a second in one statement, so metering costs a request nothing. A crash loses at
 * most the counts of the last second, and no data.
 */
export const startMetering = (db: Db, onError: (error: unknown) => void): Metering => {
  const {
    add,
    flush,
    [Symbol.asyncDispose]: dispose,
  } = startBatcher<KeyDay>({
    everyMs: FLUSH_MS,
    keyOf: ({ key_id, day }) => `${key_id} ${day}`,
    merge: (a, b) => ({ ...a, requests: a.requests + b.requests, rows: a.rows + b.rows, bytes: a.bytes + b.bytes }),
    write: (batch, keep) =>
      commitOnce(db, async (trx) => addUsage(trx, await writableHere(trx, batch, ({ org_id }) => org_id, keep))),
    onError,
  })
  return {
    // The usage counts for the day of the request, even if it is written later.
    add: (orgId, keyId, usage) => add({ org_id: orgId, key_id: keyId, day: new Date().toISOString().slice(0, 10), ...usage }),
    flush,
    [Symbol.asyncDispose]: dispose,
  }
}

const addUsage = async (db: Db, batch: readonly KeyDay[]): Promise<void> => {
  await sql`
    insert into key_usage as u (org_id, key_id, day, requests, rows, bytes)
    select org_id, key_id, day, requests, rows, bytes
    from json_to_recordset(${JSON.stringify(batch)}::json)
      as b (org_id uuid, key_id uuid, day date, requests bigint, rows bigint, bytes bigint)
    -- A key of a sample company may be gone with it.
    where exists (select from api_keys k where k.id = b.key_id)
    order by key_id, day
    on conflict (org_id, key_id, day) do update
    set requests = u.requests + excluded.requests, rows = u.rows + excluded.rows, bytes = u.bytes + excluded.bytes
  `.execute(db)
}

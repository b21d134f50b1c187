import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** What one request used. */
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

const FLUSH_MS = 1_000

/**
 * Adds up what each key does and writes it once a second in one statement, so metering costs a request nothing. A crash
 * loses at most the last second of counts, never of data.
 */
export const startMetering = (db: Db, onError: (error: unknown) => void): Metering => {
  let pending = new Map<string, { org_id: string; key_id: string; day: string } & Usage>()

  const add = (orgId: string, keyId: string, usage: Usage): void => {
    const day = new Date().toISOString().slice(0, 10)
    const id = `${keyId} ${day}`
    const sum = pending.get(id) ?? { org_id: orgId, key_id: keyId, day, requests: 0, rows: 0, bytes: 0 }
    sum.requests += usage.requests
    sum.rows += usage.rows
    sum.bytes += usage.bytes
    pending.set(id, sum)
  }

  const flush = async (): Promise<void> => {
    if (pending.size === 0) return
    const batch = [...pending.values()]
    pending = new Map()
    try {
      await addUsage(db, batch)
    } catch (error) {
      for (const { org_id, key_id, ...usage } of batch) add(org_id, key_id, usage)
      onError(error)
    }
  }

  const timer = setInterval(flush, FLUSH_MS)
  return {
    add,
    flush,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await flush()
    },
  }
}

const addUsage = async (db: Db, batch: object[]): Promise<void> => {
  await sql`
    insert into key_usage as u (org_id, key_id, day, requests, rows, bytes)
    select org_id, key_id, day, requests, rows, bytes
    from json_to_recordset(${JSON.stringify(batch)}::json)
      as b (org_id uuid, key_id uuid, day date, requests bigint, rows bigint, bytes bigint)
    order by key_id, day
    on conflict (org_id, key_id, day) do update
    set requests = u.requests + excluded.requests, rows = u.rows + excluded.rows, bytes = u.bytes + excluded.bytes
  `.execute(db)
}

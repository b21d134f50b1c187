import { sql } from 'kysely'
import type { Database, Db } from '../../platform/db/database.ts'
import { namedParameters } from '../../platform/sql/named-parameters.ts'
import { lockDirectory } from '../../platform/transactions/directory-lock.ts'
import { runRefresh } from '../../warehouse/refresh/refresh-service.ts'
import { unpublishLocations } from '../../warehouse/refresh/republish-day.ts'
import { REFERENCES, SAMPLE_ROWS, type SampleIds } from './sample-rows.ts'
import { findSample, forgetSample, readSampleIds } from './sample-store.ts'

/**
 * Removes the sample company and everything computed from it, in one transaction, which also publishes its days as empty: eight weeks
 * of 60 people take seconds. Then it publishes again what stays.
 */
export const removeSample = async ({ pool, db }: Database, orgId: string, signal: AbortSignal): Promise<void> => {
  const ids = await idsOf(db, orgId)
  if (!ids) return
  if (ids.locations.length === 0) return void (await forgetSample(db, orgId))
  await unpublishLocations(pool, orgId, ids.locations, async (trx) => {
    await lockDirectory(trx, orgId)
    // Read again under the lock: levels and desks may have been added meanwhile.
    const sample = await idsOf(trx, orgId)
    if (!sample) return
    await markDays(trx, orgId)
    const run = (text: string) => trx.executeQuery(namedParameters(text, { ...sample, org: orgId }))
    for (const { table, set, where } of REFERENCES) await run(`update ${table} set ${set} where org_id = $org and ${where}`)
    for (const [table, where] of Object.entries(SAMPLE_ROWS)) await run(`delete from ${table} where org_id = $org and (${where})`)
    await forgetSample(trx, orgId)
  })
  if (await hasPublishedRows(db, orgId)) await runRefresh({ pool }, orgId, { trigger: 'request', signal })
}

const hasPublishedRows = async (db: Db, orgId: string): Promise<boolean> => {
  const { rows } = await sql`select from segments where org_id = ${orgId} and row_count > 0 limit 1`.execute(db)
  return rows.length > 0
}

const idsOf = async (db: Db, orgId: string): Promise<SampleIds | undefined> => {
  const sample = await findSample(db, orgId)
  return sample && readSampleIds(db, orgId, sample.startedAt)
}

/** Published days of other buildings may name people of the company, so the next refresh computes them again. */
const markDays = async (trx: Db, orgId: string): Promise<void> => {
  await sql`
    insert into day_change_ticks (org_id, topic, day, reason)
    select ${orgId}, topic, day, 'corrected'
    from (select distinct day from segments where org_id = ${orgId}) d
    cross join unnest(array['plans', 'presence', 'directory', 'visits', 'policies', 'analytics']) topic`.execute(trx)
}

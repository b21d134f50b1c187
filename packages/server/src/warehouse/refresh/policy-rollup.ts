import { sql } from 'kysely'
import { anonymousThrough } from '../../intake/day-changes/anonymous-days.ts'
import type { Db } from '../../platform/db/database.ts'
import { bindLiterals } from '../../platform/sql/copy-out.ts'
import { daysAfter } from '../../platform/time/day.ts'
import { DAILY } from '../daily/daily-datasets.ts'

interface Refresh {
  readonly reader: Db
  readonly writer: Db
  readonly orgId: string
  readonly moment: Date
  readonly plan: { readonly publishedThrough: ReadonlyMap<string, string> }
}

const { rows: WEEKS, daysBack = 0 } = DAILY['policy-weeks']
const COUNTS = ['met', 'partly', 'missed', 'exempt'] as const

/**
 * Counts the rows that are published of a week by group and building. Counts of weeks of which retention has removed days stay, because
 * they name no one.
 */
export const savePolicyRollup = async ({ reader, writer, orgId, moment, plan }: Refresh, sunday: string): Promise<void> => {
  if (daysAfter(sunday, -daysBack) <= (await anonymousThrough(reader, orgId, 'presence'))) return
  const statement = `
    select r.location_id, r.primary_group_id as group_id, sum(r.required) as required, sum(r.attended) as attended,
      ${COUNTS.map((result) => `count(*) filter (where r.result = '${result}') as ${result}`).join(', ')}
    from ${WEEKS} r
    group by r.location_id, r.primary_group_id`
  const days = { firstDay: sunday, lastDay: sunday, moment: moment.toISOString() }
  const { rows } = await sql.raw<{ location_id: string }>(bindLiterals(statement, { org: orgId, ...days })).execute(reader)
  const published = rows.filter(({ location_id }) => (plan.publishedThrough.get(location_id) ?? '') >= sunday)
  await sql`delete from policy_rollups where org_id = ${orgId} and day = ${sunday}`.execute(writer)
  await sql`
    insert into policy_rollups (org_id, day, location_id, group_id, required, attended, met, partly, missed, exempt)
    select ${orgId}, ${sunday}, r.location_id, r.group_id, r.required, r.attended, r.met, r.partly, r.missed, r.exempt
    from jsonb_populate_recordset(null::policy_rollups, ${JSON.stringify(published)}::jsonb) r`.execute(writer)
}

import type { PolicyWeekRow } from '@rollcall/contract'
import { sql } from 'kysely'
import { anonymousThrough } from '../../intake/day-changes/anonymous-days.ts'
import type { Db } from '../../platform/db/database.ts'
import { daysAfter } from '../../platform/time/day.ts'
import { DAILY } from '../daily/daily-datasets.ts'
import type { SegmentRow } from '../segments/build-segments.ts'

interface Refresh {
  readonly reader: Db
  readonly writer: Db
  readonly orgId: string
  readonly plan: { readonly publishedThrough: ReadonlyMap<string, string> }
}

const { daysBack = 0 } = DAILY['policy-weeks']

/** Counts the rows of a week by group and building, as they pass on their way to the segments. */
export const createPolicyRollup = ({ reader, writer, orgId, plan }: Refresh, sunday: string) => {
  const counts = new Map<string, { location_id: string; group_id: string; [count: string]: string | number }>()

  const count = ({ locationId, row }: SegmentRow): void => {
    if ((plan.publishedThrough.get(locationId) ?? '') < sunday) return
    const { primaryGroupId, required, attended, result } = JSON.parse(row.toString('utf8', 1)) as PolicyWeekRow
    const key = locationId + primaryGroupId
    const of = counts.get(key) ?? {
      ...{ location_id: locationId, group_id: primaryGroupId, required: 0, attended: 0 },
      ...{ met: 0, partly: 0, missed: 0, exempt: 0 },
    }
    counts.set(key, of)
    for (const [name, more] of [
      ['required', required],
      ['attended', attended],
      [result, 1],
    ] as const) {
      of[name] = Number(of[name]) + more
    }
  }

  return {
    async *watch(batches: AsyncIterable<SegmentRow[]>): AsyncGenerator<SegmentRow[]> {
      for await (const rows of batches) {
        rows.forEach(count)
        yield rows
      }
    },

    /** Counts of weeks of which retention has removed days stay, because they name no one. */
    async save(): Promise<void> {
      if (daysAfter(sunday, -daysBack) <= (await anonymousThrough(reader, orgId, 'presence'))) return
      await sql`delete from policy_rollups where org_id = ${orgId} and day = ${sunday}`.execute(writer)
      await sql`
        insert into policy_rollups (org_id, day, location_id, group_id, required, attended, met, partly, missed, exempt)
        select ${orgId}, ${sunday}, r.location_id, r.group_id, r.required, r.attended, r.met, r.partly, r.missed, r.exempt
        from jsonb_populate_recordset(null::policy_rollups, ${JSON.stringify([...counts.values()])}::jsonb) r`.execute(writer)
    },
  }
}

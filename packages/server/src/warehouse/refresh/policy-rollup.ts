import type { PolicyResult, PolicyWeekRow } from '@rollcall/contract'
import { sql } from 'kysely'
import { anonymousThrough } from '../../intake/day-changes/anonymous-days.ts'
import type { Db } from '../../platform/db/database.ts'
import { firstDayOfWeek } from '../daily/daily-datasets.ts'
import type { SegmentRow } from '../rows/segment-rows.ts'
import type { RefreshPlan } from './refresh-plan.ts'

interface Refresh {
  readonly reader: Db
  readonly writer: Db
  readonly orgId: string
  readonly plan: Pick<RefreshPlan, 'publishedThrough' | 'hasMonths'>
}

/** What was required of a person in the weeks and months that end within a week, in the group and building of the latest of them. */
interface Judged extends Pick<PolicyWeekRow, 'firstDay' | 'primaryGroupId' | 'required' | 'attended' | 'result'> {
  readonly locationId: string
}

/** Counts the people of a week by group and building, as their rows pass on their way to the segments. */
export const createPolicyRollup = ({ reader, writer, orgId, plan }: Refresh, sunday: string) => {
  const people = new Map<string, Judged>()

  const read = ({ locationId, row }: SegmentRow): void => {
    if ((plan.publishedThrough.get(locationId) ?? '') < sunday) return
    const { userId, firstDay, primaryGroupId, required, attended, result } = JSON.parse(row.toString('utf8', 1)) as PolicyWeekRow
    const judged = { locationId, firstDay, primaryGroupId, required, attended, result }
    const other = people.get(userId)
    people.set(userId, other ? bothOf(other, judged) : judged)
  }

  return {
    async *watch(batches: AsyncIterable<SegmentRow[]>): AsyncGenerator<SegmentRow[]> {
      for await (const rows of batches) {
        rows.forEach(read)
        yield rows
      }
    },

    /** Counts of weeks of which retention has removed days stay, because they name no one. */
    async save(): Promise<void> {
      if (firstDayOfWeek(sunday, plan.hasMonths) <= (await anonymousThrough(reader, orgId, 'presence'))) return
      const counts = JSON.stringify(countByGroup(people.values()))
      await sql`delete from policy_rollups where org_id = ${orgId} and day = ${sunday}`.execute(writer)
      await sql`
        insert into policy_rollups (org_id, day, location_id, group_id, required, attended, met, partly, missed, exempt)
        select ${orgId}, ${sunday}, r.location_id, r.group_id, r.required, r.attended, r.met, r.partly, r.missed, r.exempt
        from jsonb_populate_recordset(null::policy_rollups, ${counts}::jsonb) r`.execute(writer)
    },
  }
}

/** A person whose policy changes from a month to weeks has a row of each in the last week of the month, and counts once. */
const bothOf = (one: Judged, other: Judged): Judged => ({
  ...(one.firstDay < other.firstDay ? other : one),
  required: one.required + other.required,
  attended: one.attended + other.attended,
  result: bothResults(one.result, other.result),
})

const bothResults = (one: PolicyResult, other: PolicyResult): PolicyResult => {
  if (one === 'exempt') return other
  return other === 'exempt' || one === other ? one : 'partly'
}

const countByGroup = (people: Iterable<Judged>) => {
  const counts = new Map<string, { location_id: string; group_id: string; [count: string]: string | number }>()
  for (const { locationId, primaryGroupId, required, attended, result } of people) {
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
  return [...counts.values()]
}

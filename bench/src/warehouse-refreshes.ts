import { dayFromNow, grouped } from './measure.ts'
import type { Figure } from './report.ts'
import { addPresence, HISTORY } from './seed-history.ts'
import type { Subject } from './subject.ts'
import { attendanceQuery, timedQuery } from './warehouse-sql.ts'

/** The response of the service to a refresh. */
export interface Run {
  startedAt: string
  endedAt: string
  days: number
  rows: number
  segments: number
}

const secondsOf = ({ startedAt, endedAt }: Run): number => (Date.parse(endedAt) - Date.parse(startedAt)) / 1000

/** The first refresh, of a year at once. */
export const measureYear = async (subject: Subject, refresh: () => Promise<Run>): Promise<Figure> => {
  const run = await refresh()
  const seconds = secondsOf(run)
  const month = await timedQuery(
    subject,
    `select count(row_to_json::text) from (${attendanceQuery(subject, dayFromNow(-30), dayFromNow(-1))}) r`,
  )
  const reference = (month / 30) * HISTORY.days
  return {
    name: 'first refresh of a year',
    value: `${seconds.toFixed(1)} s, ${run.rows} rows, ${run.segments} segments`,
    reference: `${reference.toFixed(1)} s: computing the attendance alone, 30 days of it × ${(HISTORY.days / 30).toFixed(1)}`,
    ratio: seconds / reference,
    notes:
      'computing, splitting by building, compressing twice, storing, publishing; all in one transaction; the rows include presence, which is only counted until it is read, and is not part of the reference',
  }
}

/** A day with 500,000 presence events, and with twice and four times as many. */
export const measureDay = async (subject: Subject, refresh: () => Promise<Run>): Promise<Figure[]> => {
  const day = dayFromNow(-2)
  const figures: Figure[] = []
  let once: number | undefined
  for (const [added, events] of [
    [430_000, 500_000],
    [500_000, 1_000_000],
    [1_000_000, 2_000_000],
  ] as const) {
    await addPresence(subject, day, added)
    const run = await refresh()
    const seconds = secondsOf(run)
    const scan = await timedQuery(
      subject,
      `select count(*) from (
         select user_id, location_id, min(occurred_at), max(occurred_at) from presence_events
         where org_id = $1 and utc_day = $2 group by user_id, location_id) e`,
      [subject.orgId, day],
    )
    figures.push({
      name: `refresh of one day of 10,000 users and ${grouped(events)} presence events`,
      value: `${seconds.toFixed(2)} s`,
      reference:
        once === undefined ? `${scan.toFixed(2)} s: grouping the events by user alone` : `${once.toFixed(2)} s with 500,000`,
      ratio: seconds / (once ?? scan),
      notes: `${run.rows} rows in ${run.segments} segments; grouping alone ${scan.toFixed(2)} s`,
    })
    once ??= seconds
  }
  const idle = secondsOf(await refresh())
  figures.push({
    name: 'refresh with nothing to do',
    value: `${(idle * 1000).toFixed(0)} ms`,
    reference: `${once?.toFixed(2)} s: refresh of one day`,
    ratio: idle / (once as number),
    notes: `${HISTORY.days} published days`,
  })
  return figures
}

/** The same after the presence of the day was read, so that its rows are computed again. */
export const measureReadDay = async (subject: Subject, refresh: () => Promise<Run>): Promise<Figure> => {
  const day = dayFromNow(-3)
  await addPresence(subject, day, HISTORY.users)
  const run = await refresh()
  const rows = `${day}' and local_day = '${day}' and org_id = '${subject.orgId}`
  const scan = await timedQuery(subject, `select count(row_to_json(e)::text) from presence_events e where utc_day = '${rows}'`)
  return {
    name: 'refresh of one day whose presence was read before',
    value: `${secondsOf(run).toFixed(2)} s, ${run.rows} rows`,
    reference: `${scan.toFixed(2)} s: the events of the day as JSON, without names and order`,
    ratio: secondsOf(run) / scan,
    notes: 'late events of everybody; presence is computed again and compared',
  }
}

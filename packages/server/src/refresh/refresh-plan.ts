import { sql } from 'kysely'
import { type ChangeReason, type ChangeTopic, type DirtyDay, listDirtyDays } from '../day-changes/day-changes.ts'
import { arrayLiteral } from '../db/array-literal.ts'
import type { Db } from '../db/database.ts'
import { NO_LOCATION_ID } from '../segments/segment-dataset.ts'
import { daysAfter } from '../time/day.ts'
import { findFirstDay, findFirstDayOfAll, type LocationDays, listLocationDays } from './refresh-locations.ts'

/** What attendance and presence are made of. */
export const ATTENDANCE_TOPICS: readonly ChangeTopic[] = ['plans', 'presence', 'directory']
export const PRESENCE_TOPICS: readonly ChangeTopic[] = ['presence', 'directory']

/** What of an organisation is to be refreshed. */
export interface RefreshScope {
  /** Those whose closed days are published; all when absent. Days that are published are restated wherever they changed. */
  readonly locationIds?: readonly string[]
  /** Computes these days alone, whether they changed or not. */
  readonly days?: { readonly firstDay: string; readonly lastDay: string }
  /** Computes every published day, whether it changed or not. */
  readonly all?: boolean
}

/** What one refresh has to do. */
export interface RefreshPlan {
  /** In their order. */
  readonly days: readonly string[]
  /** Up to which day each location is published afterwards. */
  readonly publishedThrough: ReadonlyMap<string, string>
  /** The locations that this refresh publishes, with the day up to which. */
  readonly closing: ReadonlyMap<string, string>
  /** What changed since it was published, by day. */
  readonly dirtyDays: ReadonlyMap<string, readonly DirtyDay[]>
}

/** Decides, in the snapshot of `db`, which days are computed: those that are new for a location, and those that changed. */
export const planRefresh = async (db: Db, orgId: string, moment: Date, scope: RefreshScope): Promise<RefreshPlan> => {
  const locations = await listLocationDays(db, orgId, moment)
  const publishedThrough = new Map<string, string>(
    locations.flatMap(({ locationId, publishedThrough: day }) => (day === null ? [] : [[locationId, day]])),
  )
  const closing = new Map<string, string>()
  let firstNew: string | undefined
  for (const location of locations) {
    if (scope.locationIds && !scope.locationIds.includes(location.locationId)) continue
    const span = await newDays(db, orgId, location, scope)
    if (!span) continue
    closing.set(location.locationId, span.lastDay)
    publishedThrough.set(location.locationId, span.lastDay)
    if (span.firstDay !== undefined && (firstNew === undefined || span.firstDay < firstNew)) firstNew = span.firstDay
  }
  const lastDay = [...publishedThrough.values()].sort().at(-1)
  if (lastDay === undefined) return { days: [], publishedThrough, closing, dirtyDays: new Map() }

  const inScope = (day: string) => !scope.days || (day >= scope.days.firstDay && day <= scope.days.lastDay)
  const dirtyDays = await listDirtyDays(db, orgId, ATTENDANCE_TOPICS, lastDay)
  const firstDay = scope.days?.firstDay ?? (scope.all ? await findFirstDayOfAll(db, orgId) : firstNew)
  const known = firstDay === undefined ? [] : await listDaysWithAnything(db, orgId, firstDay, lastDay)
  const days = new Set([...dirtyDays.map(({ day }) => day), ...known].filter(inScope))
  return { days: [...days].sort(), publishedThrough, closing, dirtyDays: Map.groupBy(dirtyDays, ({ day }) => day) }
}

interface NewDays {
  /** Undefined where nothing has to be computed. */
  readonly firstDay: string | undefined
  readonly lastDay: string
}

/**
 * The days that are over in a location and not published. Undefined where days were asked for and others come before them: a
 * location is published up to a day, without gaps.
 */
const newDays = async (db: Db, orgId: string, location: LocationDays, { days }: RefreshScope): Promise<NewDays | undefined> => {
  const { locationId, yesterday, publishedThrough } = location
  const last = days && days.lastDay < yesterday ? days.lastDay : yesterday
  if (publishedThrough !== null) {
    const next = daysAfter(publishedThrough, 1)
    if (next > last) return { firstDay: undefined, lastDay: publishedThrough }
    return days && next < days.firstDay ? undefined : { firstDay: next, lastDay: last }
  }
  const first = locationId === NO_LOCATION_ID ? await findFirstDayOfAll(db, orgId) : await findFirstDay(db, orgId, locationId)
  const firstDay = first !== undefined && first <= last ? first : undefined
  return days && first !== undefined && first < days.firstDay ? undefined : { firstDay, lastDay: last }
}

/**
 * Of the days from first to last those with a plan, a booking, presence or segments: a company may have a handful of events of
 * long ago. A few look-ups per day; where only the days around it have events, all of those are looked at.
 */
const listDaysWithAnything = async (db: Db, orgId: string, firstDay: string, lastDay: string): Promise<string[]> => {
  const { rows } = await sql<{ day: string }>`
    select d.day
    from (
      select ${firstDay}::date + n as day
      from generate_series(0, ${lastDay}::date - ${firstDay}::date) n
    ) d
    where exists (select from day_plans where org_id = ${orgId} and day = d.day offset 0)
      or exists (select from bookings where org_id = ${orgId} and day = d.day and status = 'booked' offset 0)
      or exists (
        select
        from presence_events
        where org_id = ${orgId} and utc_day between d.day - 1 and d.day + 1 and local_day = d.day
        offset 0
      )
      or exists (select from segments where org_id = ${orgId} and dataset = any (${arrayLiteral(DATASETS)}) and day = d.day offset 0)
    order by d.day
  `.execute(db)
  return rows.map(({ day }) => day)
}

const DATASETS = ['user-booking-attendance', 'presence']

/** Which of several causes a restatement names. */
const PRECEDENCE: readonly ChangeReason[] = ['erased', 'corrected', 'lateEvents']

/** Why a published day is published again; `refreshed` where none of these topics changed since, as at the end of a day elsewhere. */
export const reasonOf = (
  { dirtyDays }: Pick<RefreshPlan, 'dirtyDays'>,
  day: string,
  topics: readonly ChangeTopic[],
): ChangeReason | 'refreshed' => {
  const causes = dirtyDays.get(day)?.filter(({ topic }) => topics.includes(topic)) ?? []
  return PRECEDENCE.find((reason) => causes.some((cause) => cause.reason === reason)) ?? 'refreshed'
}

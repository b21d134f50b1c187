import { sql } from 'kysely'
import { anonymousThrough } from '../../intake/day-changes/anonymous-days.ts'
import { type ChangeReason, type ChangeTopic, type DirtyDay, listDirtyDays } from '../../intake/day-changes/day-changes.ts'
import type { Db } from '../../platform/db/database.ts'
import { daysAfter, daysFrom, isSunday, lastOfMonth, sundayOf } from '../../platform/time/day.ts'
import { ROLLUP_TOPIC } from '../analytics/rollup.ts'
import {
  findFirstDay,
  findFirstDayOfAll,
  type LocationDays,
  listDaysWithAnything,
  listLocationDays,
} from '../coverage/refresh-locations.ts'
import { NO_LOCATION_ID, SEGMENT_TOPICS, segmentInputs } from '../segments/segment-dataset.ts'

/** The inputs of attendance and presence. */
export const ATTENDANCE_TOPICS = segmentInputs('user-booking-attendance').topics
export const PRESENCE_TOPICS = segmentInputs('presence').topics

/** The parts of an organization to refresh. */
export interface RefreshScope {
  /**
   * The locations whose closed days are published; all by default. Published days are restated at every location where they
   * changed.
   */
  readonly locationIds?: readonly string[]
  /** Computes only these days, even if they did not change. */
  readonly days?: { readonly firstDay: string; readonly lastDay: string }
  /** Computes every published day, even if it did not change. */
  readonly all?: boolean
}

/** The work of one refresh. */
export interface RefreshPlan {
  /** The days to compute, sorted. */
  readonly days: readonly string[]
  /** The last published day of each location after this refresh. */
  readonly publishedThrough: ReadonlyMap<string, string>
  /** The locations that this refresh publishes, each with its new last day. */
  readonly newlyPublished: ReadonlyMap<string, string>
  /** Days that changed but are not computed, because they are anonymous and stay as they were published. */
  readonly anonymousDays: readonly string[]
  /** The topics that changed since the day was published, by day. */
  readonly dirtyDays: ReadonlyMap<string, readonly DirtyDay[]>
  /** The Sundays of the weeks to compute, sorted: those with any of the days, and those that are new. */
  readonly weekEnds: readonly string[]
  /** Whether any policy counts by month, which may end in a week. */
  readonly hasMonths: boolean
  /** The last day that is over in any of the locations. */
  readonly lastDayOver: string
}

/** Decides in the snapshot of `db` which days are computed: those that are new for a location, and those that changed. */
export const planRefresh = async (db: Db, orgId: string, moment: Date, scope: RefreshScope): Promise<RefreshPlan> => {
  const locations = await listLocationDays(db, orgId, moment)
  const publishedThrough = new Map<string, string>(
    locations.flatMap(({ locationId, publishedThrough: day }) => (day === null ? [] : [[locationId, day]])),
  )
  const lastDayOver = lastOf(locations.map(({ yesterday }) => yesterday)) as string
  const newlyPublished = new Map<string, string>()
  let firstNew: string | undefined
  for (const location of locations) {
    if (scope.locationIds && !scope.locationIds.includes(location.locationId)) continue
    const span = await newDays(db, orgId, location, scope)
    if (!span) continue
    newlyPublished.set(location.locationId, span.lastDay)
    publishedThrough.set(location.locationId, span.lastDay)
    if (span.firstDay !== undefined && (firstNew === undefined || span.firstDay < firstNew)) firstNew = span.firstDay
  }
  const lastDay = lastOf([...publishedThrough.values()])
  const policies = await readPolicyUse(db, orgId)
  const known = { hasMonths: policies.byMonth, publishedThrough, newlyPublished, lastDayOver }
  if (lastDay === undefined) return { days: [], weekEnds: [], anonymousDays: [], dirtyDays: new Map(), ...known }

  const settled = await anonymousThrough(db, orgId, 'presence')
  const inScope = (day: string) => day > settled && (!scope.days || (day >= scope.days.firstDay && day <= scope.days.lastDay))
  const dirtyDays = await listDirtyDays(db, orgId, [...SEGMENT_TOPICS, ROLLUP_TOPIC], lastDay)
  const knownDays = await listKnownDays(db, orgId, scope, firstNew, lastDay)
  // A changed policy changes nothing of a Sunday but the week that ends with it.
  const changedDays = dirtyDays.flatMap(({ day, topic }) => (topic === 'policies' ? [] : [day]))
  const days = [...new Set([...changedDays, ...knownDays])].filter(inScope).sort()
  const anonymousDays = [...new Set(changedDays.filter((day) => day <= settled))]
  const changedWeeks = dirtyDays.flatMap(({ day, topic }) => (topic === 'policies' && isSunday(day) ? [day] : []))
  const newWeeks = firstNew === undefined ? [] : [...daysFrom(firstNew, lastDay)].filter(isSunday)
  const weeksOf = (day: string) => [sundayOf(day), ...(policies.byMonth ? [sundayOf(lastOfMonth(day))] : [])]
  const weekEnds = [...changedWeeks, ...(policies.any ? [...days.flatMap(weeksOf), ...newWeeks] : [])]
  return {
    days,
    weekEnds: [...new Set(weekEnds)].filter((day) => day <= lastDay).sort(),
    anonymousDays,
    dirtyDays: Map.groupBy(dirtyDays, ({ day }) => day),
    ...known,
  }
}

/** Whether any group has an attendance policy, and one that counts by month: without them, weeks cost nothing. */
const readPolicyUse = async (db: Db, orgId: string): Promise<{ any: boolean; byMonth: boolean }> => {
  const { rows } = await sql<{ any: boolean; byMonth: boolean }>`
    select count(*) > 0 as any, coalesce(bool_or(kind = 'daysPerMonth'), false) as "byMonth"
    from attendance_policies
    where org_id = ${orgId}`.execute(db)
  return rows[0] as { any: boolean; byMonth: boolean }
}

const lastOf = (days: readonly string[]): string | undefined => days.toSorted().at(-1)

/**
 * Returns the days to compute even if they did not change. Days before the first data are never included, however many were
 * requested.
 */
const listKnownDays = async (
  db: Db,
  orgId: string,
  { days, all }: RefreshScope,
  firstNew: string | undefined,
  lastPublished: string,
): Promise<string[]> => {
  const firstDay = days || all ? await findFirstDayOfAll(db, orgId) : firstNew
  if (firstDay === undefined) return []
  const from = days && days.firstDay > firstDay ? days.firstDay : firstDay
  const to = days && days.lastDay < lastPublished ? days.lastDay : lastPublished
  return from > to ? [] : listDaysWithAnything(db, orgId, from, to)
}

interface NewDays {
  /** Undefined if nothing has to be computed. */
  readonly firstDay: string | undefined
  readonly lastDay: string
}

/**
 * Returns the days of a location that are over and not published. Returns undefined if specific days were requested and
 * unpublished ones precede them, because a location is published without gaps.
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

/** The precedence of reasons when a restatement has several causes. */
const PRECEDENCE: readonly ChangeReason[] = ['erased', 'corrected', 'lateEvents']

/**
 * Returns the reason for restating a published day; `refreshed` if none of these topics changed, for example when the day ended
 * elsewhere.
 */
export const reasonOf = (
  { dirtyDays }: Pick<RefreshPlan, 'dirtyDays'>,
  days: string | readonly string[],
  topics: readonly ChangeTopic[],
): ChangeReason | 'refreshed' => {
  const causes = [days]
    .flat()
    .flatMap((day) => dirtyDays.get(day) ?? [])
    .filter(({ topic }) => topics.includes(topic))
  return PRECEDENCE.find((reason) => causes.some((cause) => cause.reason === reason)) ?? 'refreshed'
}

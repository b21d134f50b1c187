import { hash } from 'node:crypto'
import { type DayState, readDayStates } from '../../intake/day-changes/day-changes.ts'
import type { Db } from '../../platform/db/database.ts'
import { readTableState, type TableState } from '../../platform/db/table-state.ts'
import { daysAfter, daysFrom, isSunday } from '../../platform/time/day.ts'
import { readSegmentDays, type SegmentDay, type SegmentRange } from '../published/published-segments.ts'
import { NO_LOCATION_ID, segmentInputs } from '../segments/segment-dataset.ts'
import { type LocationState, listLocationStates } from './state-store.ts'

/** A request for rows of a dataset that has segments. */
export interface SegmentQuery extends SegmentRange {
  /** Restricts the rows to these users, which are then read from the tables even for published days. */
  readonly userIds?: readonly string[] | undefined
}

/** The part of a day that is read live. */
export interface LivePart {
  /** Identifies the state of all inputs of the rows. */
  readonly key: string
  /** The locations to leave out, because the day is published for them. */
  readonly leftOut: readonly string[]
}

/** The sources of the rows of a day. */
export interface DayPlan {
  readonly day: string
  /** Undefined if nothing of the day is published, or requested. */
  readonly published: SegmentDay | undefined
  readonly live: LivePart | undefined
}

export interface SegmentPlan {
  readonly days: readonly DayPlan[]
  readonly etag: string
  readonly lastModified: Date
  readonly refreshedAt: Date
}

/**
 * Decides for each day which locations are read from segments and which live, and computes an identifier of the state of both
 * that covers the shape of the rows. This takes a few look-ups and reads no row. If `db` is not a snapshot, the identifier may
 * describe a state that never existed, of which no reader has a copy. Live rows are as of `now`.
 *
 * A day without any segment is read live even if it counts as published, because its history was just loaded.
 */
export const readSegmentPlan = async (db: Db, shape: string, question: SegmentQuery, now = new Date()): Promise<SegmentPlan> => {
  const { orgId, dataset, firstDay, lastDay, locationIds, userIds } = question
  const { topics, tables, changesWhenDayEnds, allowsNoLocation, daysBack } = segmentInputs(dataset)
  const locations = (await listLocationStates(db, orgId)).filter(({ id }) => allowsNoLocation || id !== NO_LOCATION_ID)
  const segmentDays = userIds ? new Map<string, SegmentDay>() : await readSegmentDays(db, question)
  const known = await readDayStates(db, orgId, topics, daysAfter(firstDay, -(daysBack ?? 0)), lastDay)
  const states = daysBack === undefined ? known : statesOfWeeks(known, question, daysBack)
  const directory = await readTableState(db, orgId, tables)
  const asked = locations.filter(({ id }) => !locationIds || locationIds.includes(id))

  const days: DayPlan[] = []
  for (const day of daysFrom(firstDay, lastDay)) {
    if (daysBack !== undefined && !isSunday(day)) continue
    const published = segmentDays.get(day)
    const isPublished = ({ publishedThrough }: LocationState) => publishedThrough !== null && publishedThrough >= day
    const isLoaded = !published && states.has(day)
    const isLive = userIds !== undefined || (isLoaded ? asked.length > 0 : !asked.every(isPublished))
    const leftOut = published ? locations.filter(isPublished).map(({ id }) => id) : []
    const over = changesWhenDayEnds ? locations.map(({ today }) => (today > day ? 2 : today === day ? 1 : 0)).join('') : ''
    const parts = () => [shape, orgId, dataset, day, over, leftOut, published?.state, states.get(day), directory]
    days.push({ day, published, live: isLive ? { key: digest(parts()), leftOut } : undefined })
  }
  return { days, ...describe({ question, shape, now }, days, asked, states, directory) }
}

/** The state of a week that ends on a Sunday is that of all days that change its rows. */
const statesOfWeeks = (
  known: ReadonlyMap<string, DayState>,
  { firstDay, lastDay }: SegmentQuery,
  daysBack: number,
): Map<string, DayState> => {
  const states = new Map<string, DayState>()
  for (const sunday of [...daysFrom(firstDay, lastDay)].filter(isSunday)) {
    const of = [...daysFrom(daysAfter(sunday, -daysBack), sunday)].flatMap((day) => known.get(day) ?? [])
    const changedAt = new Date(Math.max(...of.map((each) => each.changedAt.getTime())))
    if (of.length > 0) states.set(sunday, { state: of.reduce((sum, { state }) => sum + state, 0), changedAt })
  }
  return states
}

const digest = (parts: readonly unknown[]): string => hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22)

const describe = (
  { question, shape, now }: { readonly question: SegmentQuery; readonly shape: string; readonly now: Date },
  days: readonly DayPlan[],
  asked: readonly LocationState[],
  states: ReadonlyMap<string, DayState>,
  directory: TableState,
): Omit<SegmentPlan, 'days'> => {
  const { orgId, dataset, firstDay, lastDay, locationIds, userIds } = question
  const live = days.filter((day) => day.live)
  const published = days.flatMap((day) => day.published ?? [])
  const times = [
    directory.createdAt,
    ...published.map(({ publishedAt }) => publishedAt),
    ...live.map(({ day }) => states.get(day)?.changedAt.getTime() ?? 0),
    ...(live.length > 0 ? [directory.changedAt] : []),
  ]
  const publications = asked.flatMap(({ publishedAt }) => publishedAt?.getTime() ?? [])
  const isAllLive = live.length === days.length && published.length === 0
  const asks = [shape, orgId, dataset, firstDay, lastDay, locationIds, userIds, directory.createdAt]
  const statesOfDays = days.map(({ day, live: part, published: state }) => [
    day,
    part?.key,
    state?.revisions,
    state?.position,
    state?.publishedAt,
  ])
  return {
    etag: digest([...asks, statesOfDays]),
    lastModified: new Date(Math.max(...times)),
    refreshedAt: isAllLive || publications.length === 0 ? now : new Date(Math.max(...publications)),
  }
}

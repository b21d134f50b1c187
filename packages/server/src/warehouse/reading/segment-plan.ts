import { hash } from 'node:crypto'
import { type DayState, readDayStates } from '../../intake/day-changes/day-changes.ts'
import type { Db } from '../../platform/db/database.ts'
import { readTableState, type TableState } from '../../platform/db/table-state.ts'
import { daysFrom } from '../../platform/time/day.ts'
import { readSegmentDays, type SegmentDay, type SegmentRange } from '../published/published-segments.ts'
import { madeOf, NO_LOCATION_ID } from '../segments/segment-dataset.ts'
import { type LocationState, listLocationStates } from './state-store.ts'

/** What is asked of a dataset that has segments. */
export interface SegmentQuestion extends SegmentRange {
  /** Of these users alone: read from the tables, whatever is published. */
  readonly userIds?: readonly string[] | undefined
}

/** Part of a day that is read live. */
export interface LivePart {
  /** Names the state of everything that the rows are made of. */
  readonly key: string
  /** Locations for which the day is published. */
  readonly leftOut: readonly string[]
}

/** Where the rows of a day come from. */
export interface DayPlan {
  readonly day: string
  /** Undefined where nothing of the day is published, or asked for. */
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
 * Decides for each day which locations are published and which are read live, and names the state of both, of which the
 * shape of the rows is a part. A few look-ups, and no row is touched. Where `db` is not a snapshot the name may be of a state that never was: then no reader has a copy of it.
 *
 * A day of which no segment was ever written is read live even where it counts as published: its history was just loaded.
 */
export const readSegmentPlan = async (db: Db, shape: string, question: SegmentQuestion): Promise<SegmentPlan> => {
  const { orgId, dataset, firstDay, lastDay, locationIds, userIds } = question
  const { topics, tables, turnsWithTime, hasNone } = madeOf(dataset)
  const locations = (await listLocationStates(db, orgId)).filter(({ id }) => hasNone || id !== NO_LOCATION_ID)
  const segmentDays = userIds ? new Map<string, SegmentDay>() : await readSegmentDays(db, question)
  const states = await readDayStates(db, orgId, topics, firstDay, lastDay)
  const directory = await readTableState(db, orgId, tables)
  const asked = locations.filter(({ id }) => !locationIds || locationIds.includes(id))

  const days: DayPlan[] = []
  for (const day of daysFrom(firstDay, lastDay)) {
    const published = segmentDays.get(day)
    const isPublished = ({ publishedThrough }: LocationState) => publishedThrough !== null && publishedThrough >= day
    const isLoaded = !published && states.has(day)
    const isLive = userIds !== undefined || (isLoaded ? asked.length > 0 : !asked.every(isPublished))
    const leftOut = published ? locations.filter(isPublished).map(({ id }) => id) : []
    const over = turnsWithTime ? locations.map(({ today }) => (today > day ? 1 : 0)).join('') : ''
    const parts = () => [shape, orgId, dataset, day, over, leftOut, published?.state, states.get(day), directory]
    days.push({ day, published, live: isLive ? { key: digest(parts()), leftOut } : undefined })
  }
  return { days, ...describe(question, shape, days, asked, states, directory) }
}

const digest = (parts: readonly unknown[]): string => hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22)

const describe = (
  question: SegmentQuestion,
  shape: string,
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
    refreshedAt: isAllLive || publications.length === 0 ? new Date() : new Date(Math.max(...publications)),
  }
}

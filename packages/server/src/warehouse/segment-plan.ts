import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { type ChangeTopic, type DayState, readDayStates } from '../day-changes/day-changes.ts'
import { arrayLiteral } from '../db/array-literal.ts'
import type { Db } from '../db/database.ts'
import { readSegmentDays, type SegmentDay, type SegmentRange } from '../segments/published-segments.ts'
import { NO_LOCATION_ID, type SegmentDataset } from '../segments/segment-dataset.ts'
import { daysAfter } from '../time/day.ts'

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

interface MadeOf {
  readonly topics: readonly ChangeTopic[]
  readonly tables: readonly string[]
  /** Whether rows change when a day is over. */
  readonly turnsWithTime: boolean
  /** Whether there are rows without a location. */
  readonly hasNone: boolean
}

/** What the rows of a live day are made of, besides the changes of the day itself: see `DayState`. */
const MADE_OF: Record<SegmentDataset, MadeOf> = {
  'user-booking-attendance': {
    topics: ['plans', 'presence', 'directory'],
    tables: ['users', 'groups', 'locations', 'levels', 'zones', 'places'],
    turnsWithTime: true,
    hasNone: true,
  },
  presence: {
    topics: ['presence', 'directory'],
    tables: ['users', 'locations', 'levels', 'zones', 'places', 'spaces'],
    turnsWithTime: false,
    hasNone: false,
  },
}

/** Part of every ETag: raise it when the shape of rows changes. */
const FORM = 1

/**
 * Decides for each day which locations are published and which are read live, and names the state of both. A few look-ups, and
 * no row is touched. Where `db` is not a snapshot the name may be of a state that never was: then nobody has a copy of it.
 *
 * A day of which no segment was ever written is read live even where it counts as published: its history was just loaded.
 */
export const readSegmentPlan = async (db: Db, question: SegmentQuestion): Promise<SegmentPlan> => {
  const { orgId, dataset, firstDay, lastDay, locationIds, userIds } = question
  const { topics, tables, turnsWithTime, hasNone } = MADE_OF[dataset]
  const locations = (await listLocations(db, orgId)).filter(({ id }) => hasNone || id !== NO_LOCATION_ID)
  const segmentDays = userIds ? new Map<string, SegmentDay>() : await readSegmentDays(db, question)
  const states = await readDayStates(db, orgId, topics, firstDay, lastDay)
  const directory = await readDirectoryState(db, orgId, tables)
  const asked = locations.filter(({ id }) => !locationIds || locationIds.includes(id))

  const days: DayPlan[] = []
  for (let day = firstDay; day <= lastDay; day = daysAfter(day, 1)) {
    const published = segmentDays.get(day)
    const isPublished = ({ publishedThrough }: LocationState) => publishedThrough !== null && publishedThrough >= day
    const isLoaded = !published && states.has(day)
    const isLive = userIds !== undefined || (isLoaded ? asked.length > 0 : !asked.every(isPublished))
    const leftOut = published ? locations.filter(isPublished).map(({ id }) => id) : []
    const over = turnsWithTime ? locations.map(({ today }) => (today > day ? 1 : 0)).join('') : ''
    const parts = () => [FORM, orgId, dataset, day, over, leftOut, published?.state, states.get(day), directory]
    days.push({ day, published, live: isLive ? { key: digest(parts()), leftOut } : undefined })
  }
  return { days, ...describe(question, days, locations, states, directory) }
}

const digest = (parts: readonly unknown[]): string => hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22)

const describe = (
  question: SegmentQuestion,
  days: readonly DayPlan[],
  locations: readonly LocationState[],
  states: ReadonlyMap<string, DayState>,
  directory: DirectoryState,
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
  const publications = locations.flatMap(({ publishedAt }) => publishedAt?.getTime() ?? [])
  const isAllLive = live.length === days.length && published.length === 0
  return {
    etag: digest([
      ...[FORM, orgId, dataset, firstDay, lastDay, locationIds, userIds, directory.createdAt],
      days.map(({ day, live: part, published: state }) => [
        day,
        part?.key,
        state?.revisions,
        state?.position,
        state?.publishedAt,
      ]),
    ]),
    lastModified: new Date(Math.max(...times)),
    refreshedAt: isAllLive || publications.length === 0 ? new Date() : new Date(Math.max(...publications)),
  }
}

interface LocationState {
  readonly id: string
  /** Its local day. */
  readonly today: string
  readonly publishedThrough: string | null
  readonly publishedAt: Date | null
}

/** All locations of the organisation, and the one that stands for none, in the organisation's time zone. */
const listLocations = async (db: Db, orgId: string): Promise<LocationState[]> => {
  const { rows } = await sql<LocationState>`
    select l.id, (now() at time zone l.time_zone)::date as today, p.published_through as "publishedThrough",
      p.published_at as "publishedAt"
    from (
      select id, time_zone from locations where org_id = ${orgId}
      union all
      select ${NO_LOCATION_ID}::uuid, time_zone from organizations where id = ${orgId}
    ) l
    left join published_locations p on p.org_id = ${orgId} and p.location_id = l.id
    order by l.id
  `.execute(db)
  return rows
}

interface DirectoryState {
  readonly revision: number
  readonly changedAt: number
  /** When the organisation was created, which tells apart what was restored from a backup. */
  readonly createdAt: number
}

const readDirectoryState = async (db: Db, orgId: string, tables: readonly string[]): Promise<DirectoryState> => {
  const { rows } = await sql<DirectoryState>`
    select coalesce(sum(r.revision), 0)::int8 as revision,
      (extract(epoch from coalesce(max(r.changed_at), o.created_at)) * 1000)::int8 as "changedAt",
      (extract(epoch from o.created_at) * 1000)::int8 as "createdAt"
    from organizations o
    left join table_revisions r on r.org_id = o.id and r.table_name = any (${arrayLiteral(tables)})
    where o.id = ${orgId}
    group by o.created_at
  `.execute(db)
  return rows[0] as DirectoryState
}

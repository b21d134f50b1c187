import { MAX_ANALYTICS_DAYS, NO_LOCATION } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { readDay } from '../http/date-range.ts'
import { listedIds } from '../http/filters.ts'
import { daysAfter, daysBetween, daysFrom } from '../time/day.ts'
import { type GroupTree, readGroupTree } from './group-tree.ts'
import { type Privacy, readPrivacy } from './privacy.ts'
import { NONE } from './rollup-tally.ts'

/** Both days inclusive. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** A location, or what belongs to none, with the days that are published of it. */
export interface LocationState {
  readonly locationId: string
  readonly locationName: string | null
  /** Last published day; null: none yet. */
  readonly publishedThrough: string | null
  /** The first published day with a row; null: none yet. */
  readonly firstDay: string | null
}

/** What figures are asked for, and what is published of it. */
export interface Scope {
  readonly orgId: string
  readonly period: Period
  /** Of the same length, right before. */
  readonly previous: Period
  /** In the order of names; rows without a location last. */
  readonly locations: readonly LocationState[]
  /** Null where all of them are asked for. */
  readonly locationIds: ReadonlySet<string> | null
  /** With all below them; null where not asked for. */
  readonly groupIds: ReadonlySet<string> | null
  readonly tree: GroupTree
  readonly privacy: Privacy
  readonly refreshedAt: string | null
}

interface Query {
  readonly from: string
  readonly to: string
  readonly locationIds?: string
  readonly groupIds?: string
}

/** @throws AppError invalid_parameter, range_too_large */
export const readPeriod = ({ from, to }: Pick<Query, 'from' | 'to'>): Period => {
  const period = { from: readDay('from', from), to: readDay('to', to) }
  if (period.to < period.from) {
    const fault = { pointer: '/to', message: `must not be before from, which is ${period.from}`, code: 'range' }
    throw new AppError('invalid_parameter', { errors: [fault] })
  }
  if (daysBetween(period.from, period.to) < MAX_ANALYTICS_DAYS) return period
  const detail = `A period has at most ${MAX_ANALYTICS_DAYS} days: to may be ${daysAfter(period.from, MAX_ANALYTICS_DAYS - 1)} at most.`
  throw new AppError('range_too_large', { detail })
}

/** @throws AppError invalid_parameter */
export const readLocationIds = (given: string | undefined): ReadonlySet<string> | null => {
  if (given === undefined) return null
  const withNone = given.split(',').map((id) => (id.trim() === NO_LOCATION ? NONE : id))
  return new Set(listedIds('locationIds', withNone.join(',')))
}

/** @throws AppError invalid_parameter */
export const readGroupIds = (tree: GroupTree, given: string | undefined): ReadonlySet<string> | null =>
  given === undefined ? null : tree.below(listedIds('groupIds', given))

/** Works on one state of the database, so that all numbers of an answer belong together. */
export const inSnapshot = <T>(db: Db, work: (snapshot: Db) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      // Plans of two weeks and their bookings meet in memory.
      await sql`set local work_mem = '32MB'`.execute(snapshot)
      return work(snapshot)
    })

/** @throws AppError invalid_parameter, range_too_large */
export const readScope = async (db: Db, orgId: string, query: Query): Promise<Scope> => {
  const period = readPeriod(query)
  const locationIds = readLocationIds(query.locationIds)
  const tree = await readGroupTree(db, orgId)
  const groupIds = readGroupIds(tree, query.groupIds)
  const all = await listLocationStates(db, orgId)
  const { minimumGroupSize, refreshedAt } = await readOrganization(db, orgId)
  const length = daysBetween(period.from, period.to) + 1
  return {
    orgId,
    period,
    previous: { from: daysAfter(period.from, -length), to: daysAfter(period.from, -1) },
    locations: all.filter(({ locationId }) => locationIds?.has(locationId) ?? true),
    locationIds,
    groupIds,
    tree,
    privacy: await readPrivacy(db, orgId, tree, minimumGroupSize),
    refreshedAt,
  }
}

/**
 * The days of a period that are published in all locations in scope that have any rows, from the first one on: what averages are
 * made of. `within` is those of which the first day counts.
 */
export const countedDays = ({ locations }: Pick<Scope, 'locations'>, { from, to }: Period, within = locations): string[] => {
  const first = within.flatMap(({ firstDay }) => firstDay ?? []).sort()[0]
  const through = locations.flatMap(({ firstDay, publishedThrough }) => (firstDay && publishedThrough) || []).sort()[0]
  if (first === undefined || through === undefined) return []
  return [...daysFrom(first > from ? first : from, through < to ? through : to)]
}

/** Of `withheld` figures, without the id that stands for none. */
export const shownLocation = ({ locationId, locationName }: Pick<LocationState, 'locationId' | 'locationName'>) => ({
  locationId: locationId === NONE ? null : locationId,
  locationName,
})

export const freshnessOf = ({ locations, refreshedAt }: Scope) => ({
  publishedThrough: locations.map((location) => ({
    ...shownLocation(location),
    publishedThrough: location.publishedThrough,
  })),
  refreshedAt,
})

const listLocationStates = async (db: Db, orgId: string): Promise<LocationState[]> => {
  const { rows } = await sql<LocationState>`
    select l.location_id as "locationId", n.name as "locationName", p.published_through as "publishedThrough",
      f.day as "firstDay"
    from publishing_locations l
    left join locations n on n.org_id = l.org_id and n.id = l.location_id
    left join published_locations p on p.org_id = l.org_id and p.location_id = l.location_id
    left join lateral (
      select r.day
      from location_rollups r
      where r.org_id = ${orgId} and r.location_id = l.location_id and r.day <= p.published_through
        and r.planned + r.remote + r.away + r.walk_in > 0
      order by r.day
      limit 1
    ) f on true
    where l.org_id = ${orgId}
    order by n.name nulls last
  `.execute(db)
  return rows
}

const readOrganization = async (db: Db, orgId: string): Promise<{ minimumGroupSize: number; refreshedAt: string | null }> => {
  const { rows } = await sql<{ minimumGroupSize: number; refreshedAt: string | null }>`
    select o.minimum_group_size as "minimumGroupSize", iso_timestamp(f.refreshed_at) as "refreshedAt"
    from organizations o
    left join change_feeds f on f.org_id = o.id
    where o.id = ${orgId}
  `.execute(db)
  return rows[0] as { minimumGroupSize: number; refreshedAt: string | null }
}

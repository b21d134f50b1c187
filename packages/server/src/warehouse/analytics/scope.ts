import { MAX_ANALYTICS_DAYS, NO_LOCATION } from '@rollcall/contract'
import { sql } from 'kysely'
import type pg from 'pg'
import { readDay } from '../../gate/parameters/date-range.ts'
import { listedIds } from '../../gate/parameters/filters.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { daysAfter, daysBetween } from '../../platform/time/day.ts'
import { type Compared, countedDays, type Period } from './covered-days.ts'
import { type GroupTree, readGroupTree } from './group-tree.ts'
import { isMeasured, type LocationState, listLocationStates } from './location-states.ts'
import { listMembers, type Members, readTakingPart } from './members.ts'
import { READ_SETTINGS, withSecondReader } from './parallel-reads.ts'
import { createPrivacy, type Privacy } from './privacy.ts'
import { NONE } from './rollup-tally.ts'

/** The figures that the caller asks for, and what is published of them. */
export interface Scope extends Compared {
  readonly orgId: string
  readonly allLocations: readonly LocationState[]
  /** The locations asked for; null for all. */
  readonly locationIds: ReadonlySet<string> | null
  /** The groups asked for with all their descendants; null for all. */
  readonly groupIds: ReadonlySet<string> | null
  readonly tree: GroupTree
  readonly members: readonly Members[]
  readonly minimum: number
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
export const readPeriod = ({ from, to }: Pick<Query, 'from' | 'to'>, maxDays = MAX_ANALYTICS_DAYS): Period => {
  const period = { from: readDay('from', from), to: readDay('to', to) }
  if (period.to < period.from) {
    const fieldError = { pointer: '/to', message: `must not be before from, which is ${period.from}`, code: 'range' as const }
    throw new AppError('invalid_parameter', { errors: [fieldError] })
  }
  if (daysBetween(period.from, period.to) < maxDays) return period
  const detail = `A period has at most ${maxDays} days: to may be ${daysAfter(period.from, maxDays - 1)} at most.`
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

/**
 * Uses one state of the database, so that all numbers of a response belong together. With a pool, `both` may read it by a second
 * connection.
 */
export const inSnapshot = <T>(db: Db, work: (snapshot: Db) => Promise<T>, pool?: pg.Pool): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      await sql.raw(READ_SETTINGS).execute(snapshot)
      return pool ? withSecondReader(snapshot, pool, work) : work(snapshot)
    })

/** @throws AppError invalid_parameter, range_too_large */
export const readScope = async (db: Db, orgId: string, query: Query): Promise<Scope> => {
  const period = readPeriod(query)
  const locationIds = readLocationIds(query.locationIds)
  const tree = await readGroupTree(db, orgId)
  const groupIds = readGroupIds(tree, query.groupIds)
  const all = await listLocationStates(db, orgId)
  const { minimumGroupSize, refreshedAt } = await readOrganization(db, orgId)
  const daysBack = 7 * Math.ceil((daysBetween(period.from, period.to) + 1) / 7)
  const members = await listMembers(db, orgId)
  const judged = { orgId, tree, members, minimum: minimumGroupSize }
  return {
    ...judged,
    period,
    previous: { from: daysAfter(period.from, -daysBack), to: daysAfter(period.to, -daysBack) },
    daysBack,
    locations: all.filter(({ locationId }) => locationIds?.has(locationId) ?? true),
    allLocations: all,
    locationIds,
    groupIds,
    privacy: await readPrivacy(db, judged, period),
    refreshedAt,
  }
}

/** Decides which figures of a period may be shown. */
export const readPrivacy = async (
  db: Db,
  { orgId, tree, members, minimum }: Pick<Scope, 'orgId' | 'tree' | 'members' | 'minimum'>,
  period: Period,
): Promise<Privacy> => createPrivacy(tree, members, await readTakingPart(db, orgId, { tree, members, period }), minimum)

/** Removes the id that stands for none. */
export const shownLocation = ({ locationId, locationName }: Pick<LocationState, 'locationId' | 'locationName'>) => ({
  locationId: locationId === NONE ? null : locationId,
  locationName,
})

export const freshnessOf = (scope: Scope) => ({
  publishedThrough: scope.locations.map((location) => {
    const days = countedDays(scope, scope.period, [location])
    const measuredDays = days.filter((day) => isMeasured(location, day)).length
    const { publishedThrough } = location
    return { ...shownLocation(location), publishedThrough, publishedDays: days.length, measuredDays }
  }),
  refreshedAt: scope.refreshedAt,
})

const readOrganization = async (db: Db, orgId: string): Promise<{ minimumGroupSize: number; refreshedAt: string | null }> => {
  const { rows } = await sql<{ minimumGroupSize: number; refreshedAt: string | null }>`
    select o.minimum_group_size as "minimumGroupSize", iso_timestamp(f.refreshed_at) as "refreshedAt"
    from organizations o
    left join change_feeds f on f.org_id = o.id
    where o.id = ${orgId}
  `.execute(db)
  return rows[0] as { minimumGroupSize: number; refreshedAt: string | null }
}

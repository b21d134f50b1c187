import type { AttendanceRow, GroupRow, LocationRow, Place, PresenceRow, UserRow, Zone } from '@rollcall/contract'
import { expect } from 'vitest'
import type { RollcallClient } from '../../../client/src/index.ts'
import type { DayRange } from '../../../simulator/src/index.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { inTurn, windowsOf } from '../use-cases/support.ts'

/** Everything of an organization that its figures can be made of, as the APIs give it. */
export interface Books {
  readonly attendance: readonly AttendanceRow[]
  readonly presence: readonly PresenceRow[]
  readonly occupancy: readonly OccupancyRow[]
  /** Planned buildings by user and day, as no dataset has those of plans without a booking. */
  readonly planned: ReadonlyMap<string, string>
  /** First and last day of presence reports, by building. */
  readonly reporting: ReadonlyMap<string, { readonly from: string; readonly until: string | null }>
  readonly users: readonly UserRow[]
  readonly groups: readonly GroupRow[]
  readonly locations: readonly LocationRow[]
  readonly zones: readonly Zone[]
  readonly places: readonly Place[]
  /** Zones by group. */
  readonly allocations: ReadonlyMap<string, readonly string[]>
}

/** No dataset has occupancy, so it is read where it is stored. */
export interface OccupancyRow {
  readonly at: string
  readonly day: string
  readonly locationId: string
  readonly spaceId: string
  readonly occupied: boolean
}

export const readBooks = async (
  { database }: TestService,
  orgId: string,
  client: RollcallClient,
  range: DayRange,
): Promise<Books> => {
  const groups = await Array.fromAsync(client.readGroups())
  const { rows: occupancy } = await database.pool.query<OccupancyRow>(
    `select iso_timestamp(occurred_at) as at, local_day as day, location_id as "locationId", node_id as "spaceId", occupied
     from occupancy_events
     where org_id = $1 and node_type = 'space'
     order by occurred_at, source_no, event_id`,
    [orgId],
  )
  const { rows: planned } = await database.pool.query<{ key: string; locationId: string }>(
    `select user_id || ' ' || day as key, planned_location_id as "locationId"
     from attendance($1, $2, $3)
     where planned_location_id is not null`,
    [orgId, range.fromDay, range.toDay],
  )
  const { rows: reporting } = await database.pool.query<{ locationId: string; from: string; until: string | null }>(
    `select location_id as "locationId", reports_from as from, reports_until as until
     from presence_reporting
     where org_id = $1 and reports_from is not null`,
    [orgId],
  )
  const zonesOf = async ({ groupId }: GroupRow) =>
    [groupId, (await client.getGroupZones({ groupId })).items.map(({ zoneId }) => zoneId)] as const
  return {
    attendance: await inTurn(windowsOf(range), (days) => client.readAttendance(days)),
    presence: await inTurn(windowsOf(range), (days) => client.readPresence(days)),
    occupancy,
    planned: new Map(planned.map(({ key, locationId }) => [key, locationId])),
    reporting: new Map(reporting.map(({ locationId, ...days }) => [locationId, days])),
    groups,
    users: await Array.fromAsync(client.readUsers()),
    locations: await Array.fromAsync(client.readLocations()),
    zones: await allItems((page) => client.listZones(page)),
    places: await allItems((page) => client.listPlaces(page)),
    allocations: new Map(await Promise.all(groups.map(zonesOf))),
  }
}

interface ListPage<T> {
  readonly items: T[]
  readonly nextCursor: string | null
}

/** All pages of a list. */
export const allItems = async <T>(read: (page: { limit: number; cursor?: string }) => Promise<ListPage<T>>): Promise<T[]> => {
  const all: T[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: ListPage<T> = await read({ limit: 30, ...(cursor === undefined ? {} : { cursor }) })
    all.push(...page.items)
    cursor = page.nextCursor
  }
  return all
}

/** The same, where a number may differ by what floating point makes of another order of adding. */
export const expectFigures = (actual: unknown, expected: unknown): void => expect(rounded(actual)).toEqual(rounded(expected))

const rounded = (value: unknown): unknown => {
  if (typeof value === 'number') return Math.round(value * 1e9) / 1e9
  if (Array.isArray(value)) return value.map(rounded)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rounded(each)]))
}

/** All that is stored in the rollups of an organization. */
export const storedRollups = async ({ database }: Pick<TestService, 'database'>, orgId: string) => {
  const read = async (table: string, kept: string) =>
    (
      await database.pool.query(`select to_jsonb(t) - 'org_id' as row from ${table} t where org_id = $1 and ${kept} order by 1`, [
        orgId,
      ])
    ).rows
  return {
    locations: await read('location_rollups', 'true'),
    groups: await read('group_rollups', 'true'),
    zones: await read('zone_rollups', 'true'),
    months: await read('group_months', 'true'),
    desks: await read('desk_months', 'true'),
    // A user without any days left keeps a row without bits.
    people: await read('person_months', 'involved <> 0'),
  }
}

export const ROLLUPS = ['location_rollups', 'group_rollups', 'group_months', 'zone_rollups', 'desk_months', 'person_months']

/** Forgets all rollups, and marks their days as changed. */
export const forgetRollups = async ({ database: { pool } }: Pick<TestService, 'database'>, orgId: string): Promise<void> => {
  for (const table of ROLLUPS) await pool.query(`delete from ${table} where org_id = $1`, [orgId])
  await pool.query(`delete from day_changes where org_id = $1 and topic = 'analytics'`, [orgId])
  await pool.query(
    `insert into day_changes (org_id, topic, day, reason, changes, changed_at)
     select org_id, 'analytics', day, 'corrected', 1, now()
     from (
       select org_id, day from segments where org_id = $1
       union
       select org_id, local_day from occupancy_events where org_id = $1
     ) known`,
    [orgId],
  )
}

import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { isInScope } from './day-store.ts'
import type { Scope } from './scope.ts'

/** One building on one day, as the dataset headcount has it. */
export interface HeadcountDay {
  readonly day: string
  readonly locationId: string
  /** By hour of local time; null if no one was seen. */
  readonly people: readonly number[] | null
  /** Null for groups, and if there were none. */
  readonly visitors: readonly number[] | null
  readonly planned: number
  readonly booked: number
  readonly capacity: number | null
}

/** Returns the days of buildings in scope; those of groups are added up. Hours pass as JSON: the driver reads arrays far slower. */
export const listHeadcountDays = async (db: Db, scope: Scope): Promise<HeadcountDay[]> => {
  const { rows } = scope.groupIds
    ? await sql<HeadcountDay>`
        select r.day, r.location_id as "locationId", array_to_json(${GROUP_HOURS}) as people, null as visitors,
          sum(r.planned)::integer as planned, sum(r.booked)::integer as booked, null as capacity
        from group_rollups r
        where ${isInScope(scope, scope.period)}
        group by r.day, r.location_id`.execute(db)
    : await sql<HeadcountDay>`
        select r.day, r.location_id as "locationId", array_to_json(r.people_by_hour) as people,
          array_to_json(r.visitors_by_hour) as visitors, r.planned, r.booked, r.capacity
        from location_rollups r
        where ${isInScope(scope, scope.period)}`.execute(db)
  return rows
}

const GROUP_HOURS = sql.raw(
  `array[${Array.from({ length: 24 }, (_, hour) => `coalesce(sum(r.people_by_hour[${hour + 1}]), 0)`)}]::integer[]`,
)

import type { WeekdayPlan } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { WeekdayPlan as StoredPlan } from './plan-service.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]

/** Returns all seven weekdays, with the names of their buildings. */
export const describeWeek = async (db: Db, orgId: string, stored: readonly StoredPlan[]): Promise<WeekdayPlan[]> => {
  const ids = stored.flatMap(({ locationId }) => locationId ?? [])
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name
    from locations
    where org_id = ${orgId} and id = any (${ids}::uuid[])`.execute(db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return WEEKDAYS.map((weekday) => {
    const { plan = null, locationId = null } = stored.find((day) => day.weekday === weekday) ?? {}
    return { weekday, plan, locationId, locationName: names.get(locationId ?? '') ?? null }
  })
}

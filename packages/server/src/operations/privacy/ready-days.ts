import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import { ROLLUP_TOPIC } from '../../warehouse/analytics/rollup.ts'
import { segmentInputs } from '../../warehouse/segments/segment-dataset.ts'

/**
 * Whether the day is published everywhere in its current state. Only then are its counts final; otherwise the next refresh
 * publishes it.
 */
export const isSettled = async (db: Db, orgId: string, day: string): Promise<boolean> => {
  const topics = arrayLiteral([...segmentInputs('user-booking-attendance').topics, ROLLUP_TOPIC])
  const { rows } = await sql<{ isSettled: boolean }>`
    select
      not exists (
        select
        from publishing_locations l
        left join published_locations p on p.org_id = l.org_id and p.location_id = l.location_id
        where l.org_id = ${orgId} and (p.published_through is null or p.published_through < ${day})
      )
      and not exists (
        select from day_changes where org_id = ${orgId} and day = ${day} and topic = any (${topics}) and changes > published
      )
      and not exists (select from day_change_ticks where org_id = ${orgId} and day = ${day} and topic = any (${topics}))
      as "isSettled"
  `.execute(db)
  return rows[0]?.isSettled === true
}

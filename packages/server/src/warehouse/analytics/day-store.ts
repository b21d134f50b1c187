import { sql } from 'kysely'
import { NO_ID } from '../../gate/parameters/filters.ts'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import type { Period } from './covered-days.ts'
import type { DayCounts } from './kpis.ts'
import type { Scope } from './scope.ts'

const COUNT_COLUMNS = [
  'planned',
  'remote',
  'away',
  'confirmed',
  'no_show',
  'unconfirmed',
  'walk_in',
  'booked',
  'elsewhere',
  'released',
]
const FIELDS = ['planned', 'remote', 'away', 'confirmed', 'noShow', 'unconfirmed', 'walkIn', 'booked', 'elsewhere', 'released']
const COUNTS = sql.raw(COUNT_COLUMNS.map((column, index) => `r.${column} as "${FIELDS[index]}"`).join(', '))
const SUMS = sql.raw(COUNT_COLUMNS.map((column, index) => `sum(r.${column})::integer as "${FIELDS[index]}"`).join(', '))

/** Selects rows `r` of the groups in scope. */
export const isOfGroups = ({ groupIds }: Scope) =>
  groupIds ? sql`and r.group_id = any (${arrayLiteral(groupIds.size > 0 ? [...groupIds] : [NO_ID])}::uuid[])` : sql``

/** Selects rows of rollups `r` in scope; all have one of all locations. The caller selects the published days. */
export const isInScope = (scope: Scope, { from, to }: Period) => {
  const { orgId, locations, locationIds } = scope
  return sql`
    r.org_id = ${orgId} and r.day between ${from} and ${to}
    ${locationIds ? sql`and r.location_id = any (${arrayLiteral(locations.map(({ locationId }) => locationId))}::uuid[])` : sql``}
    ${isOfGroups(scope)}`
}

export interface LocationDay extends DayCounts {
  readonly day: string
  readonly locationId: string
}

/** Counts by day and location, of the groups in scope or of everyone. */
export const listLocationDays = async (db: Db, scope: Scope, period: Period): Promise<LocationDay[]> => {
  const { rows } = scope.groupIds
    ? await sql<LocationDay>`
        select r.day, r.location_id as "locationId", ${SUMS}
        from group_rollups r
        where ${isInScope(scope, period)}
        group by r.day, r.location_id`.execute(db)
    : await sql<LocationDay>`
        select r.day, r.location_id as "locationId", ${COUNTS}
        from location_rollups r
        where ${isInScope(scope, period)}`.execute(db)
  return rows
}

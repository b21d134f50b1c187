import type { Visit } from '@rollcall/contract'
import { type RawBuilder, sql } from 'kysely'
import type { PageRequest } from '../../gate/parameters/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { daysAfter, daysBetween } from '../../platform/time/day.ts'

type Stored = Omit<Visit, 'visitType' | 'status'> & { readonly isExpected: boolean; readonly isCancelled: boolean }

const statusOf = ({ isCancelled, arrivedAt, departedAt }: Stored): Visit['status'] => {
  if (isCancelled) return 'cancelled'
  if (departedAt !== null) return 'departed'
  return arrivedAt === null ? 'expected' : 'arrived'
}

const toVisit = (row: Stored): Visit => {
  const { isExpected, isCancelled: _, ...shown } = row
  return { ...shown, visitType: isExpected ? 'expected' : 'walkIn', status: statusOf(row) }
}

interface Days {
  readonly firstDay: string
  readonly lastDay: string
  readonly locationId: string | undefined
}

/** Selects visits. Names are looked up, and times formatted, only for the rows of the page. */
const visits = (
  orgId: string,
  { firstDay, lastDay, locationId }: Days,
  condition: RawBuilder<unknown>,
  limit: number,
) => sql<Stored>`
  select v.visit_id as "visitId", v.is_expected as "isExpected", v.is_cancelled as "isCancelled",
    v.visitor_name as "visitorName", v.visitor_email as "visitorEmail", v.visitor_type as "visitorType",
    v.badge_number as "badgeNumber", v.location_id as "locationId", l.name as "locationName", v.day,
    iso_timestamp(v.expected_at) as "expectedAt", v.host_user_id as "hostUserId", h.user_name as "hostUserName",
    iso_timestamp(v.arrived_at) as "arrivedAt", iso_timestamp(v.departed_at) as "departedAt",
    iso_timestamp(v.created_at) as "createdAt", iso_timestamp(v.updated_at) as "updatedAt"
  from (
    select v.*
    from visit_log(${orgId}, ${firstDay}, ${lastDay}, ${locationId ?? null}) v
    where ${condition}
    order by v.day, v.visit_id
    limit ${limit}
  ) v
  join locations l on l.org_id = ${orgId} and l.id = v.location_id
  left join users h on h.org_id = ${orgId} and h.id = v.host_user_id
  order by v.day, v.visit_id`

interface VisitFilters extends Days {
  /** The host must be all of them, so two different ids match nothing. */
  readonly hostUserIds: readonly string[]
}

/**
 * Selects visits by day and id. It reads one, two, four, … days at a time until the page is full: with many visitors one day is
 * enough, and with few visitors more days are fast. With 1,000 visitors a day, one day takes 60 ms, and a month a second.
 */
export const selectVisits = async (
  db: Db,
  orgId: string,
  { hostUserIds, locationId, firstDay, lastDay }: VisitFilters,
  { limit, after }: PageRequest,
): Promise<Visit[]> => {
  const [day = firstDay, id] = after ?? []
  const condition = sql`
    (${hostUserIds.length} = 0 or v.host_user_id = all (${[...hostUserIds]}::uuid[]))
    and (${id ?? null}::uuid is null or (v.day, v.visit_id) > (${day}::date, ${id ?? null}::uuid))`
  const found: Visit[] = []
  let from = day > firstDay ? day : firstDay
  for (let days = 1, left = daysBetween(from, lastDay) + 1; left > 0 && found.length <= limit; days *= 2) {
    const taken = Math.min(days, left)
    const window = { firstDay: from, lastDay: daysAfter(from, taken - 1), locationId }
    const { rows } = await visits(orgId, window, condition, limit + 1 - found.length).execute(db)
    found.push(...rows.map(toVisit))
    from = daysAfter(from, taken)
    left -= taken
  }
  return found
}

export interface VisitRow {
  readonly status: 'expected' | 'cancelled'
  readonly visitor_name: string
  readonly visitor_email: string | null
  readonly visitor_type: string | null
  readonly location_id: string
  readonly day: string
  readonly expected_at: string | null
  readonly host_user_id: string
}

export const findVisit = async (db: Db, orgId: string, visitId: string): Promise<Visit | undefined> => {
  const row = await db
    .selectFrom('visits')
    .select(['day', 'location_id'])
    .where('org_id', '=', orgId)
    .where('id', '=', visitId)
    .executeTakeFirst()
  if (!row) return undefined
  const days = { firstDay: row.day, lastDay: row.day, locationId: row.location_id }
  const { rows } = await visits(orgId, days, sql`v.visit_id = ${visitId}`, 1).execute(db)
  return rows[0] && toVisit(rows[0])
}

/** Returns the stored visit and locks it until the transaction ends. */
export const lockVisit = async (trx: Db, orgId: string, visitId: string): Promise<VisitRow | undefined> => {
  const { rows } = await sql<VisitRow>`
    select status, visitor_name, visitor_email, visitor_type, location_id, day, iso_timestamp(expected_at) as expected_at,
      host_user_id
    from visits
    where org_id = ${orgId} and id = ${visitId}
    for no key update`.execute(trx)
  return rows[0]
}

/** Inserts a visit, unless its id is known. */
export const insertVisit = async (trx: Db, orgId: string, visitId: string, row: VisitRow): Promise<void> => {
  await trx
    .insertInto('visits')
    .values({ org_id: orgId, id: visitId, ...row })
    .onConflict((conflict) => conflict.columns(['org_id', 'id']).doNothing())
    .execute()
}

export const updateVisitRow = async (trx: Db, orgId: string, visitId: string, changes: Partial<VisitRow>): Promise<void> => {
  const { visitor_name: name = sql.ref('visitor_name'), visitor_email: email = sql.ref('visitor_email') } = changes
  // Retention has to process an anonymous visit again if it gets a name again.
  const isAnonymous = sql<boolean>`is_anonymous and (visitor_name, visitor_email) is not distinct from (${name}, ${email}::text)`
  await trx
    .updateTable('visits')
    .set({ ...changes, is_anonymous: isAnonymous, updated_at: sql`clock_timestamp()` })
    .where('org_id', '=', orgId)
    .where('id', '=', visitId)
    .execute()
}

import type { RetentionKind } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { namedParameters } from '../db/named-parameters.ts'
import { beginPseudonyms, pseudonym } from './pseudonyms.ts'
import type { ChangedRows } from './retention-store.ts'

/** Kinds whose rows are changed where they are. */
export type RowKind = Exclude<RetentionKind, 'presence'>

/** Some days without gaps. */
export interface Days {
  readonly firstDay: string
  readonly lastDay: string
}

interface Statement {
  readonly table: string
  readonly text: string
}

const change = (table: string, day: string, set: string, more = 'true'): Statement => ({
  table,
  text: `update ${table} t set ${set} where t.org_id = $org and t.${day} between $firstDay and $lastDay and ${more}`,
})
const remove = (table: string, day: string, more = 'true'): Statement => ({
  table,
  text: `delete from ${table} t where t.org_id = $org and t.${day} between $firstDay and $lastDay and ${more}`,
})

const NOBODY = 'changed_by_user_id = null, reason = null'
const SAYS_WHO = '(t.changed_by_user_id is not null or t.reason is not null)'

/** Visitors stay told apart within their day, so that who was expected, came and left is counted as before. */
const VISITOR = (day: string) => [
  `visitor_name = 'visitor-' || left(${pseudonym(day, 'lower(t.visitor_name)')}::text, 13)`,
  `visitor_email = ${pseudonym(day, 'lower(t.visitor_email)')} || '@erased.invalid'`,
]

const STATEMENTS: Record<RowKind, readonly Statement[]> = {
  occupancy: [remove('occupancy_events', 'local_day', `t.utc_day between $firstDay::date - 1 and $lastDay::date + 1`)],
  log: [
    change(
      'user_actions',
      'recorded_on',
      `user_id = ${pseudonym('t.recorded_on', 't.user_id')}, ${NOBODY}`,
      `t.action <> 'erased'`,
    ),
    ...['day_plans', 'bookings'].map((table) => change(table, 'day', NOBODY, SAYS_WHO)),
    change('parking_bookings', 'day', 'changed_by_user_id = null', 't.changed_by_user_id is not null'),
  ],
  visitors: [
    change(
      'visitor_events',
      'local_day',
      [
        ...VISITOR('t.local_day'),
        `badge_number = ${pseudonym('t.local_day', 't.badge_number')}`,
        `event_id = 'erased-' || gen_random_uuid()`,
      ].join(', '),
    ),
    change('visits', 'day', VISITOR('t.day').join(', ')),
  ],
}

/** Takes the people out of the rows of these days, or the rows, where they say how often and not who. */
export const anonymiseRows = async (trx: Db, orgId: string, kind: RowKind, days: Days): Promise<ChangedRows> => {
  await sql`select set_config('rollcall.anonymising', 'on', true)`.execute(trx)
  await beginPseudonyms(trx)
  const values = { org: orgId, ...days }
  const rows: Record<string, number> = {}
  for (const { table, text } of STATEMENTS[kind]) {
    const { numAffectedRows } = await trx.executeQuery(namedParameters(text, values))
    rows[table] = Number(numAffectedRows ?? 0)
  }
  return rows
}

/** The first day with anything of the kind; undefined where there is nothing. */
export const findFirstRow = async (db: Db, orgId: string, kind: RowKind): Promise<string | undefined> => {
  const { rows } = await sql<{ day: string | null }>`select ${FIRST_ROWS[kind](orgId)} as day`.execute(db)
  return rows[0]?.day ?? undefined
}

const first = (table: string, column: string) => (orgId: string) =>
  sql`(select min(${sql.ref(column)}) from ${sql.table(table)} where org_id = ${orgId})`

const FIRST_ROWS = {
  occupancy: first('occupancy_events', 'local_day'),
  log: (orgId: string) => sql`least(
    ${first('user_actions', 'recorded_on')(orgId)}, ${first('day_plans', 'day')(orgId)}, ${first('bookings', 'day')(orgId)},
    ${first('parking_bookings', 'day')(orgId)}
  )`,
  visitors: (orgId: string) => sql`least(${first('visitor_events', 'local_day')(orgId)}, ${first('visits', 'day')(orgId)})`,
}

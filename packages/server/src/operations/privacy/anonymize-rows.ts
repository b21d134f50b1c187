import type { RetentionKind } from '@rollcall/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { namedParameters } from '../../platform/sql/named-parameters.ts'
import { beginPseudonyms, pseudonym } from './pseudonyms.ts'
import type { ChangedRows } from './retention-store.ts'

/** Kinds of data that are changed in place. */
export type RowKind = Exclude<RetentionKind, 'presence'>

interface Change {
  readonly table: string
  /**
   * Selects the rows from `$firstDay` to `$lastDay` that still identify a person. Without the first day, the planner would expect
   * many rows before it.
   */
  readonly rows: string
  /** The new values; absent if the rows are deleted. */
  readonly set?: string
}

const WITHOUT_EDITOR = 'changed_by_user_id = null, reason = null'
const SAYS_WHO = '(t.changed_by_user_id is not null or t.reason is not null)'

/** An assigned desk would reveal its user (anonymize-day.ts). */
const WITHOUT_DESK = (state: string) =>
  `${state} = case when t.${state} ? 'placeId' then t.${state} || '{"placeId": null}' else t.${state} end`

/**
 * An entry counts by the day that it is about, because a backfill may write about days that are anonymous already. Entries
 * without a day, such as those of a week plan, count by the day of recording.
 */
const DAY_OF_ENTRY = 'coalesce(t.day, t.recorded_on)'
const ENTRY_IS_KNOWN = `not t.is_anonymous and t.action <> 'erased'`

/**
 * Visitors remain distinguishable within their day, so that the numbers of expected, arrived and departed visitors stay the same.
 */
const VISITOR = (day: string) => [
  `visitor_name = 'visitor-' || left(${pseudonym(day, 'lower(t.visitor_name)')}::text, 13)`,
  `visitor_email = ${pseudonym(day, 'lower(t.visitor_email)')} || '@erased.invalid'`,
  'is_anonymous = true',
]

const CHANGES: Record<RowKind, readonly Change[]> = {
  occupancy: [{ table: 'occupancy_events', rows: 't.utc_day <= $lastDay::date + 1 and t.local_day <= $lastDay' }],
  log: [
    {
      table: 'user_actions',
      rows: `${DAY_OF_ENTRY} between $firstDay and $lastDay and ${ENTRY_IS_KNOWN}`,
      set: [
        `user_id = ${pseudonym(DAY_OF_ENTRY, 't.user_id')}`,
        ...[WITHOUT_EDITOR, WITHOUT_DESK('before'), WITHOUT_DESK('after'), 'is_anonymous = true'],
      ].join(', '),
    },
    ...['day_plans', 'bookings'].map((table) => ({
      table,
      rows: `t.day between $firstDay and $lastDay and ${SAYS_WHO}`,
      set: WITHOUT_EDITOR,
    })),
    {
      table: 'parking_bookings',
      rows: 't.day between $firstDay and $lastDay and t.changed_by_user_id is not null',
      set: 'changed_by_user_id = null',
    },
  ],
  visitors: [
    {
      table: 'visitor_events',
      rows: 't.local_day between $firstDay and $lastDay and not t.is_anonymous',
      set: [
        ...VISITOR('t.local_day'),
        `badge_number = ${pseudonym('t.local_day', 't.badge_number')}`,
        `event_id = 'erased-' || gen_random_uuid()`,
      ].join(', '),
    },
    { table: 'visits', rows: 't.day between $firstDay and $lastDay and not t.is_anonymous', set: VISITOR('t.day').join(', ') },
  ],
}

interface Batch {
  /** The first day, as `findFirstRow` has just returned it. */
  readonly firstDay: string
  readonly lastDay: string
}

/**
 * Anonymizes the rows of these days, or deletes them if they contain only counts. This includes rows that arrived after an
 * earlier run had passed their day.
 */
export const anonymizeRows = async (trx: Db, orgId: string, kind: RowKind, days: Batch): Promise<ChangedRows> => {
  await sql`select set_config('rollcall.anonymizing', 'on', true)`.execute(trx)
  await beginPseudonyms(trx)
  const values = { org: orgId, ...days }
  const changed: Record<string, number> = {}
  for (const { table, rows, set } of CHANGES[kind]) {
    const statement = `${set === undefined ? `delete from ${table} t` : `update ${table} t set ${set}`} where t.org_id = $org and ${rows}`
    const { numAffectedRows } = await trx.executeQuery(namedParameters(statement, values))
    changed[table] = Number(numAffectedRows ?? 0)
  }
  if (kind === 'visitors') await tickErasedVisits(trx, orgId, days)
  return changed
}

/** Makes the next refresh publish the visits of these days again. */
const tickErasedVisits = async (trx: Db, orgId: string, { firstDay, lastDay }: Batch): Promise<void> => {
  await sql`
    insert into day_change_ticks (org_id, topic, day, reason)
    select distinct org_id, 'visits', day, 'erased'
    from segments
    where org_id = ${orgId} and dataset = 'visits' and day between ${firstDay} and ${lastDay}
  `.execute(trx)
}

/**
 * Returns the first day with rows of the kind that still identify a person; undefined if there are none. For occupancy, it
 * returns the day by which such an event has passed in every time zone.
 */
export const findFirstRow = async (db: Db, orgId: string, kind: RowKind): Promise<string | undefined> => {
  const statement = `select least(${FIRST_ROWS[kind].join(', ')}) as day`
  const { rows } = await db.executeQuery<{ day: string | null }>(namedParameters(statement, { org: orgId }))
  return rows[0]?.day ?? undefined
}

/** Reads one end of an index. With a condition on the day, the planner might scan the whole table instead. */
const first = (table: string, day: string, isKnown = 'true') =>
  `(select min(t.${day}) from ${table} t where t.org_id = $org and ${isKnown})`

const FIRST_ROWS: Record<RowKind, readonly string[]> = {
  occupancy: [`${first('occupancy_events', 'utc_day')} + 1`],
  log: [
    `(select min(${DAY_OF_ENTRY}) from user_actions t where t.org_id = $org and ${ENTRY_IS_KNOWN})`,
    first('day_plans', 'day', SAYS_WHO),
    first('bookings', 'day', SAYS_WHO),
    first('parking_bookings', 'day', 't.changed_by_user_id is not null'),
  ],
  visitors: [first('visitor_events', 'local_day', 'not t.is_anonymous'), first('visits', 'day', 'not t.is_anonymous')],
}

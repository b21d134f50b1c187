import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import type { Command } from '../commands/command.ts'

interface LoggedWeek {
  readonly userId: string
  /** The entry of the log for each planned weekday. */
  readonly plans: object
}

/**
 * Runs the statements that change the week plans of these users, and logs the changes as one action per user (domain §4). The caller
 * has locked the week plans (`lockWeekPlans`), so no other change can happen in between. It reads one range of the primary key per
 * user before, and one afterwards.
 */
export const withWeekPlanLog = async <T>(
  trx: Db,
  orgId: string,
  command: Command,
  userIds: readonly string[],
  write: () => Promise<T>,
): Promise<T> => {
  const before = await selectWeeks(trx, orgId, userIds)
  const written = await write()
  await logChanges(trx, orgId, command, before)
  return written
}

/** Reads the week plans, and creates the current partition of the log if it is missing. */
const selectWeeks = async (trx: Db, orgId: string, userIds: readonly string[]): Promise<LoggedWeek[]> => {
  const { rows } = await sql<LoggedWeek>`
    select i.user_id as "userId", w.plans
    from ensure_user_action_partition((clock_timestamp() at time zone 'UTC')::date)
    cross join unnest(${arrayLiteral(userIds)}::uuid[]) i (user_id)
    cross join lateral (
      select coalesce(jsonb_object_agg(w.weekday, plan_as_logged(w.plan, w.location_id)), '{}') as plans
      from week_plans w
      where w.org_id = ${orgId} and w.user_id = i.user_id
    ) w`.execute(trx)
  return rows
}

const logChanges = async (
  trx: Db,
  orgId: string,
  { id, actor, reason }: Command,
  before: readonly LoggedWeek[],
): Promise<void> => {
  await sql`
    with clock as materialized (select clock_timestamp() as moment)
    insert into user_actions (
      org_id, user_id, recorded_on, recorded_at, action_id, action, changed_by, changed_by_user_id, reason, before, after
    )
    select ${orgId}::uuid, i."userId", (clock.moment at time zone 'UTC')::date, clock.moment, action_id(${id}::uuid, i."userId", null),
      'weekPlanChanged', ${actor.changedBy}, ${actor.userId}::uuid, ${reason}, changed.before, changed.after
    from clock
    cross join json_to_recordset(${JSON.stringify(before)}::json) as i ("userId" uuid, plans jsonb)
    cross join lateral (
      select jsonb_object_agg(day.weekday, day.before) filter (where day.before is not null) as before,
        jsonb_object_agg(day.weekday, day.after) filter (where day.after is not null) as after
      from (
        select coalesce(b.key, w.weekday::text) as weekday, b.value as before, plan_as_logged(w.plan, w.location_id) as after
        from jsonb_each(i.plans) b
        full join (
          select w.weekday, w.plan, w.location_id from week_plans w where w.org_id = ${orgId} and w.user_id = i."userId" offset 0
        ) w on w.weekday::text = b.key
      ) day
      where day.before is distinct from day.after
    ) changed
    where changed.before is not null or changed.after is not null`.execute(trx)
}

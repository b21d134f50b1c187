import { sql } from 'kysely'
import type { UserDayKey } from '../../planning/commands/command.ts'
import { planDaysOfHorizon } from '../../planning/consequences/days-of-horizon.ts'
import { withWeekPlanLog } from '../../planning/consequences/log-week-plans.ts'
import { followWeekPlans, lockWeekPlans } from '../../planning/plans/week-plans.ts'
import { arrayLiteral } from '../../platform/sql/array-literal.ts'
import type { WeekPlan } from './check-users.ts'
import { count, type ImportRun, inChunks } from './import-run.ts'

interface Counts {
  created: number
  updated: number
  removed: number
  followers: string[] | null
  newcomers: string[] | null
}

interface Touched {
  readonly followers: readonly string[]
  readonly newcomers: readonly string[]
}

/**
 * Replaces week plans and updates the days that follow them. It runs after the day plans: the plan that the file gives for a day
 * takes precedence, and one command changes a day only once.
 * @returns the days that became office days
 */
export const saveWeekPlans = async (run: ImportRun, plans: readonly WeekPlan[]): Promise<UserDayKey[]> => {
  const officeDays: UserDayKey[][] = []
  run.begin(
    'weekPlans',
    plans.reduce((sum, { days }) => sum + days.length, 0),
  )
  const planned: string[] = []
  await inChunks(plans, async (chunk) => {
    const { followers, newcomers } = await saveChunk(run, chunk)
    officeDays.push(await followWeekPlans(run.db, run.orgId, run.command, followers))
    planned.push(...followers, ...newcomers)
  })
  // Days of the horizon that have no plan yet.
  await inChunks(
    [...new Set(planned)],
    async (chunk) => {
      officeDays.push(await withAssignedDesks(run, await planDaysOfHorizon(run.db, run.orgId, run.command, chunk)))
    },
    MATERIALIZED_USERS,
  )
  return officeDays.flat()
}

/** The number of users whose days one statement writes: some thousand rows, which its triggers hold in memory. */
const MATERIALIZED_USERS = 500

/** Keeps the days of users with an assigned desk: the import books for no other user. */
const withAssignedDesks = async ({ db, orgId }: ImportRun, days: readonly UserDayKey[]): Promise<UserDayKey[]> => {
  const userIds = [...new Set(days.map(({ userId }) => userId))]
  const { rows } = await sql<{ userId: string }>`
    select distinct assigned_user_id as "userId"
    from places
    where org_id = ${orgId} and assigned_user_id = any (${arrayLiteral(userIds)}::uuid[])`.execute(db)
  const assignees = new Set(rows.map(({ userId }) => userId))
  return days.filter(({ userId }) => assignees.has(userId))
}

/** @returns the users whose days may change, and those with more weekdays than before */
const saveChunk = async (run: ImportRun, plans: readonly WeekPlan[]): Promise<Touched> => {
  const users = plans.map(({ user_id, days }) => ({ user_id, weekdays: days.map(({ weekday }) => weekday) }))
  const days = plans.flatMap(({ user_id, days: planned }) => planned.map((day) => ({ user_id, ...day })))
  const { orgId, command } = run
  const userIds = users.map(({ user_id }) => user_id)
  await lockWeekPlans(run.db, orgId, userIds)
  const { created, updated, removed, followers, newcomers } = await withWeekPlanLog(run.db, orgId, command, userIds, () =>
    writeChunk(run, users, days),
  )
  count(run.changes.weekPlans, days.length, created, updated, removed)
  run.advance(days.length)
  return { followers: followers ?? [], newcomers: newcomers ?? [] }
}

const writeChunk = async (
  { db, orgId, command }: ImportRun,
  users: readonly object[],
  days: readonly object[],
): Promise<Counts> => {
  const { rows } = await sql<Counts>`
    with removed as (
      delete from week_plans w
      using json_to_recordset(${JSON.stringify(users)}::json) as i(user_id uuid, weekdays smallint[])
      where w.org_id = ${orgId} and w.user_id = i.user_id and w.weekday <> all (i.weekdays)
      returning w.user_id
    ), saved as (
      insert into week_plans as w (org_id, user_id, weekday, plan, location_id, changed_by, reason, command_id)
      select ${orgId}::uuid, i.*, 'directory', ${command.reason}, ${command.id}::uuid
      from json_to_recordset(${JSON.stringify(days)}::json)
        as i(user_id uuid, weekday smallint, plan text, location_id uuid)
      on conflict (org_id, user_id, weekday) do update
      set plan = excluded.plan, location_id = excluded.location_id, updated_at = now(), changed_by = excluded.changed_by,
        changed_by_user_id = null, reason = excluded.reason, command_id = excluded.command_id
      where (w.plan, w.location_id) is distinct from (excluded.plan, excluded.location_id)
      returning w.user_id, xmax = 0 as created
    )
    select
      (select count(*) from saved where created) as created,
      (select count(*) from saved where not created) as updated,
      (select count(*) from removed) as removed,
      (
        select array_agg(user_id)
        from (select user_id from removed union select user_id from saved where not created) as changed
      ) as followers,
      (select array_agg(distinct user_id) from saved where created) as newcomers`.execute(db)
  return rows[0] as Counts
}

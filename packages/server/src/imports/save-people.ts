import { sql } from 'kysely'
import { bookAssignedDesks } from '../plans/assigned-desks.ts'
import { followWeekPlans } from '../plans/week-plans.ts'
import type { Identity, UserRows, WeekPlan } from './check-users.ts'
import { count, type ImportRun, inChunks } from './import-run.ts'

interface Counts {
  created: number
  updated: number
  removed: number
}

const tally = (run: ImportRun, kind: 'memberships' | 'weekPlans' | 'identities', total: number, rows: Counts[]): void => {
  const { created, updated, removed } = rows[0] ?? { created: 0, updated: 0, removed: 0 }
  count(run.changes[kind], total, created, updated, removed)
}

/** Rows that `savePeople` writes. */
export const countPeople = ({ memberships, weekPlans, identities }: UserRows): number =>
  memberships.reduce((sum, { groups }) => sum + groups.length, 0) +
  weekPlans.reduce((sum, { days }) => sum + days.length, 0) +
  identities.length

/** Memberships, week plans and identities, each replaced or added only where they differ. */
export const savePeople = async (run: ImportRun, { memberships, weekPlans, identities }: UserRows): Promise<void> => {
  await inChunks(memberships, (chunk) => saveMemberships(run, chunk))
  await inChunks(weekPlans, (chunk) => saveWeekPlans(run, chunk))
  await inChunks(identities, (chunk) => saveIdentities(run, chunk))
}

const saveMemberships = async (run: ImportRun, users: UserRows['memberships']): Promise<void> => {
  const { rows } = await sql<Counts>`
    with input as (
      select * from json_to_recordset(${JSON.stringify(users)}::json) as i(user_id uuid, groups uuid[])
    ), removed as (
      delete from group_members m
      using input i
      where m.org_id = ${run.orgId} and m.user_id = i.user_id and m.group_id <> all (i.groups)
      returning 1
    ), created as (
      insert into group_members (org_id, group_id, user_id)
      select ${run.orgId}::uuid, g.group_id, i.user_id
      from input i
      cross join unnest(i.groups) as g(group_id)
      on conflict do nothing
      returning 1
    )
    select (select count(*) from created) as created, 0 as updated, (select count(*) from removed) as removed`.execute(run.db)
  const total = users.reduce((sum, { groups }) => sum + groups.length, 0)
  tally(run, 'memberships', total, rows)
  run.advance(total)
}

const saveWeekPlans = async (run: ImportRun, plans: WeekPlan[]): Promise<void> => {
  const users = plans.map(({ user_id, days }) => ({ user_id, weekdays: days.map(({ weekday }) => weekday) }))
  const days = plans.flatMap(({ user_id, days: planned }) => planned.map((day) => ({ user_id, ...day })))
  const { orgId, command } = run
  // What is deleted is logged as the row says, so it is signed first.
  await sql`
    update week_plans w
    set updated_at = now(), changed_by = 'directory', changed_by_user_id = null, reason = ${command.reason},
      command_id = ${command.id}
    from json_to_recordset(${JSON.stringify(users)}::json) as i(user_id uuid, weekdays smallint[])
    where w.org_id = ${orgId} and w.user_id = i.user_id and w.weekday <> all (i.weekdays)`.execute(run.db)
  const { rows } = await sql<Counts & { followers: string[] | null }>`
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
      ) as followers`.execute(run.db)
  const officeDays = await followWeekPlans(run.db, orgId, command, rows[0]?.followers ?? [])
  await bookAssignedDesks(run.db, orgId, command, officeDays)
  tally(run, 'weekPlans', days.length, rows)
  run.advance(days.length)
}

const saveIdentities = async (run: ImportRun, identities: Identity[]): Promise<void> => {
  const { rows } = await sql<Counts>`
    with saved as (
      insert into source_identities as s (org_id, source_id, source_user_id, user_id)
      select ${run.orgId}::uuid, i.*
      from json_to_recordset(${JSON.stringify(identities)}::json)
        as i(source_id text, source_user_id text, user_id uuid)
      on conflict (org_id, source_id, source_user_id) do update
      set user_id = excluded.user_id
      where s.user_id <> excluded.user_id
      returning xmax = 0 as created
    )
    select
      count(*) filter (where created) as created,
      count(*) filter (where not created) as updated,
      0 as removed
    from saved`.execute(run.db)
  tally(run, 'identities', identities.length, rows)
  run.advance(identities.length)
}

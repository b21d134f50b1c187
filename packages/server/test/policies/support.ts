import { randomUUID } from 'node:crypto'
import { bindLiterals } from '../../src/platform/sql/copy-out.ts'
import { type Bench, openOffice } from '../attendance/support.ts'

/** A row of a person, as tests compare it. */
export interface JudgedWeek {
  readonly userId: string
  readonly day: string
  readonly firstDay: string
  readonly required: number
  readonly attended: number
  readonly result: string
}

export type Rule =
  | { readonly kind: 'none' }
  | { readonly kind: 'daysPerWeek' | 'daysPerMonth'; readonly days: number }
  | { readonly kind: 'weekdays'; readonly weekdays: readonly number[] }

/** Long after all days of the tests. */
export const LATER = '2026-11-01T12:00:00Z'

/** An organization in which groups have policies and people come or do not. Something is recorded from a day on. */
export const openGroups = async (bench: Bench, since: string | null = '2026-01-01') => {
  const office = await openOffice(bench)
  const { orgId, pool } = office
  const run = async (statement: string, ...values: unknown[]) => (await pool.query(statement, [orgId, ...values])).rows

  const addGroup = async (parentId: string | null = null, name = randomUUID() as string): Promise<string> => {
    const id = randomUUID() as string
    await run(
      `insert into groups (org_id, id, name, type, parent_id, origin) values ($1, $2, $3, 'team', $4, 'administrator')`,
      ...[id, name, parentId],
    )
    return id
  }
  const setPolicy = (groupId: string, validFrom: string, rule: Rule) =>
    run(
      'insert into attendance_policies (org_id, group_id, valid_from, kind, days, weekdays) values ($1, $2, $3, $4, $5, $6)',
      ...[groupId, validFrom, rule.kind, 'days' in rule ? rule.days : null, 'weekdays' in rule ? rule.weekdays : null],
    )
  /** A building that reports presence from the beginning of the year on. */
  const addBuilding = (reports = true, timeZone = 'UTC') => office.addLocation(timeZone, { from: reports ? '2026-01-01' : null })
  const addPerson = async (groupId: string, locationId: string | null, joined = '2025-01-01') => {
    const userId = await office.addUser(locationId)
    await run(
      'update users set primary_group_id = $3, created_at = $4::date where org_id = $1 and id = $2',
      userId,
      groupId,
      joined,
    )
    await run('delete from user_moves where org_id = $1 and user_id = $2', userId)
    return userId
  }
  const come = async (userId: string, locationId: string, ...days: string[]) => {
    await pool.query('select ensure_event_partitions(day) from unnest($1::date[]) day', [days])
    await run(
      `insert into presence_events (
         org_id, source_no, event_id, utc_day, occurred_at, user_id, node_type, node_id, location_id, local_day
       )
       select $1, 1, gen_random_uuid(), day, day + time '12:00', $2, 'location', $3, $3, day from unnest($4::date[]) day`,
      ...[userId, locationId, days],
    )
  }
  const plan = (userId: string, what: 'o' | 'r' | 'a', days: readonly string[], origin = 'day-plan') =>
    run(
      `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
       select $1, $2, day, $3, $4, 'directory', gen_random_uuid() from unnest($5::date[]) day`,
      ...[userId, what, origin, days],
    )
  const takeOff = (userId: string, ...days: string[]) => plan(userId, 'a', days, 'time-off')

  if (since !== null) await plan(await office.addUser(), 'r', [since])

  /** What was required in the weeks that end in the range, as of a moment; up to a day as it is published. */
  const judge = async (
    firstDay: string,
    lastDay: string,
    userId: string | null = null,
    moment = LATER,
    publishedThrough: string | null = null,
  ): Promise<JudgedWeek[]> => {
    const statement = bindLiterals(
      `select user_id as "userId", day::text, first_day_judged::text as "firstDay", required, attended, result
       from policy_weeks($org, $firstDay::date, $lastDay::date, $moment::timestamptz, $user::uuid, $publishedThrough::date)
       where is_over
       order by user_id, day, first_day_judged`,
      { org: orgId, firstDay, lastDay, moment, user: userId, publishedThrough },
    )
    return (await pool.query<JudgedWeek>(statement)).rows
  }
  /** `required attended result` of each week of a person, by Sunday. */
  const weeksOf = async (userId: string, firstDay: string, lastDay = firstDay, moment = LATER) =>
    (await judge(firstDay, lastDay, userId, moment)).map((week) => `${week.day} ${week.attended}/${week.required} ${week.result}`)

  return { ...office, run, addGroup, setPolicy, addBuilding, addPerson, come, plan, takeOff, judge, weeksOf }
}

export type Groups = Awaited<ReturnType<typeof openGroups>>

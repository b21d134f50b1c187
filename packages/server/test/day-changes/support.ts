import { randomUUID } from 'node:crypto'
import { type ChangeTopic, readDayStates } from '../../src/intake/day-changes/day-changes.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { awaitSteadyDay } from '../../src/testing/steady-day.ts'
import type { TestDatabase } from '../../src/testing/test-database.ts'

const TOPICS: readonly ChangeTopic[] = ['plans', 'presence', 'events', 'directory']

/** The states of all days of a topic. */
export const statesOf = async (db: Db, orgId: string, topic: ChangeTopic): Promise<Map<string, number>> => {
  const states = await readDayStates(db, orgId, [topic], '-infinity', 'infinity')
  return new Map([...states].map(([day, { state }]) => [day, state]))
}

/** Returns the days and topics whose state differs after the work; `[]` when nothing changed. */
export const changedBy = async (db: Db, orgId: string, work: () => Promise<unknown>): Promise<string[]> => {
  const before = new Map(await Promise.all(TOPICS.map(async (topic) => [topic, await statesOf(db, orgId, topic)] as const)))
  await work()
  const changed: string[] = []
  for (const topic of TOPICS) {
    for (const [day, state] of await statesOf(db, orgId, topic)) {
      if (state !== (before.get(topic)?.get(day) ?? 0)) changed.push(`${topic} ${day}`)
    }
  }
  return changed.sort()
}

/** An organization with a building, one node of each kind, a group and two users, put straight into the tables. */
export const openCompany = async ({ db, pool }: TestDatabase) => {
  await awaitSteadyDay()
  const orgId = randomUUID() as string
  const ids = { location: '', level: '', zone: '', place: '', space: '', group: '', user: '', colleague: '' }
  for (const name of Object.keys(ids) as (keyof typeof ids)[]) ids[name] = randomUUID()
  const run = (statement: string, ...values: unknown[]) => pool.query(statement, [orgId, ...values])
  await run('insert into organizations (id, name) values ($1, gen_random_uuid())')
  await run(`insert into locations (org_id, id, name, time_zone) values ($1, $2, 'Building', 'UTC')`, ids.location)
  await run(`insert into levels (org_id, id, location_id, name) values ($1, $2, $3, 'Level')`, ids.level, ids.location)
  await run(`insert into zones (org_id, id, level_id, name, kind) values ($1, $2, $3, 'Zone', 'individual')`, ids.zone, ids.level)
  await run(`insert into places (org_id, id, zone_id, name) values ($1, $2, $3, 'Desk')`, ids.place, ids.zone)
  await run(`insert into spaces (org_id, id, level_id, name, type) values ($1, $2, $3, 'Room', 'booth')`, ids.space, ids.level)
  await run(`insert into groups (org_id, id, name, type, origin) values ($1, $2, 'Team', 'team', 'administrator')`, ids.group)
  await run(
    `insert into users (org_id, id, user_name, primary_location_id, primary_group_id)
     values ($1, $2, 'first', $4, $5), ($1, $3, 'second', $4, $5)`,
    ...[ids.user, ids.colleague, ids.location, ids.group],
  )

  const plan = (userId: string, ...days: string[]) =>
    run(
      `insert into day_plans (org_id, user_id, day, plan, origin, changed_by, command_id)
       select $1, $2, day, 'o', 'day-plan', 'directory', gen_random_uuid() from unnest($3::date[]) day`,
      ...[userId, days],
    )
  const addLocation = async (timeZone = 'UTC') => {
    const id = randomUUID() as string
    await run('insert into locations (org_id, id, name, time_zone) values ($1, $2, gen_random_uuid(), $3)', id, timeZone)
    return id
  }
  /** Stores presence as if it had existed before changes were counted. */
  const seen = async (locationId: string, ...timestamps: string[]) => {
    await pool.query(`select ensure_event_partitions('2026-03-01')`)
    await run(
      `insert into presence_events (
         org_id, utc_day, source_no, event_id, occurred_at, local_day, user_id, location_id, node_type, node_id
       )
       select $1, t at time zone 'UTC', 1, gen_random_uuid(), t, t at time zone l.time_zone, $3, l.id, 'location', l.id
       from locations l, unnest($4::timestamptz[]) t
       where l.org_id = $1 and l.id = $2`,
      ...[locationId, ids.user, timestamps],
    )
  }
  const changes = (work: () => Promise<unknown>) => changedBy(db, orgId, work)
  return { ...ids, orgId, db, pool, run, plan, addLocation, seen, changes }
}

export type Company = Awaited<ReturnType<typeof openCompany>>

/** The local date now. */
export const today = (timeZone = 'UTC'): string => Temporal.Now.plainDateISO(timeZone).toString()

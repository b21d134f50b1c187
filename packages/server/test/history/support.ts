import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { awaitSteadyDay } from '../../src/testing/steady-day.ts'
import type { TestDatabase } from '../../src/testing/test-database.ts'

const HISTORIES = ['group_member_history', 'desk_history', 'zone_history', 'level_history', 'location_history'] as const
export type History = (typeof HISTORIES)[number]

/** Lets this many days pass: what was recorded is older by them. The first step makes room, because keys are unique. */
export const passDays = async (pool: pg.Pool, orgId: string, days: number): Promise<void> => {
  for (const history of HISTORIES) {
    for (const step of [100_000, -100_000 + days]) {
      await pool.query(
        `update ${history} set valid_from = valid_from - $2::integer, valid_to = valid_to - $2::integer where org_id = $1`,
        [orgId, step],
      )
    }
  }
}

/** A building with two zones on one level and one on another, without desks, and what the tests do in it. */
export const openHistory = async ({ pool }: TestDatabase) => {
  await awaitSteadyDay()
  const [orgId, location, ground, first, south, north, attic] = Array.from({ length: 7 }, () => randomUUID())
  const run = async <R = Record<string, unknown>>(text: string, ...values: unknown[]): Promise<R[]> =>
    (await pool.query(text, values)).rows as R[]
  await run('insert into organizations (id, name) values ($1, $2)', orgId, orgId)
  await run(`insert into locations (org_id, id, name, time_zone) values ($1, $2, 'Berlin', 'Europe/Berlin')`, orgId, location)
  await run(
    `insert into levels (org_id, id, location_id, name) values ($1, $2, $4, 'Ground'), ($1, $3, $4, 'First')`,
    ...[orgId, ground, first, location],
  )
  await run(
    `insert into zones (org_id, id, level_id, name, kind)
     values ($1, $2, $5, 'South', 'individual'), ($1, $3, $5, 'North', 'individual'), ($1, $4, $6, 'Attic', 'individual')`,
    ...[orgId, south, north, attic, ground, first],
  )
  const today = async (zone = 'Europe/Berlin') =>
    (await run<{ day: string }>('select (now() at time zone $1)::date as day', zone))[0]?.day as string
  return {
    run,
    orgId: orgId as string,
    location: location as string,
    levels: { ground: ground as string, first: first as string },
    zones: { south: south as string, north: north as string, attic: attic as string },
    today,
    async addDesks(count: number, zone: string | undefined = south): Promise<string[]> {
      const ids = Array.from({ length: count }, () => randomUUID())
      await run(
        'insert into places (org_id, id, zone_id, name) select $1, id, $2, id::text from unnest($3::uuid[]) id',
        orgId,
        zone,
        ids,
      )
      return ids
    },
    async addUsers(count: number): Promise<string[]> {
      const ids = Array.from({ length: count }, () => randomUUID())
      await run('insert into users (org_id, id, user_name) select $1, id, id::text from unnest($2::uuid[]) id', orgId, ids)
      return ids
    },
    async addGroups(count: number): Promise<string[]> {
      const ids = Array.from({ length: count }, () => randomUUID())
      await run(
        `insert into groups (org_id, id, name, type, origin) select $1, id, id::text, 'team', 'administrator' from unnest($2::uuid[]) id`,
        ...[orgId, ids],
      )
      return ids
    },
    pass: (days: number) => passDays(pool, orgId as string, days),
    /** The rows of a history in their order, with days as differences from today. */
    async rows(history: History, columns: string): Promise<unknown[]> {
      const day = await today(history === 'group_member_history' ? 'UTC' : undefined)
      return run(
        `select ${columns}, valid_from - $2::date as "from", valid_to - $2::date as "to"
         from ${history} where org_id = $1 order by valid_from, valid_to`,
        ...[orgId, day],
      )
    },
  }
}

export type HistoryOffice = Awaited<ReturnType<typeof openHistory>>

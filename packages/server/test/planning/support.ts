import { randomUUID } from 'node:crypto'
import type { AdministratorRole, Problem, UserDay } from '@rollcall/contract'
import { awaitSteadyDay } from '../../src/testing/steady-day.ts'
import type { SignedIn, TestService } from '../../src/testing/test-service.ts'
import { type Answer, JSON_TYPE, send } from '../http/support/send.ts'

export interface Office {
  readonly locationId: string
  readonly levelId: string
  readonly deskZoneId: string
  readonly openZoneId: string
  readonly deskIds: readonly string[]
}

interface OfficeOptions {
  readonly timeZone?: string
  readonly desks?: number
  readonly capacity?: number
}

/** A building with a zone of desks and one that is booked by capacity. */
export const addOffice = async (
  { database: { pool } }: TestService,
  orgId: string,
  { timeZone = 'UTC', desks = 3, capacity = 10 }: OfficeOptions = {},
): Promise<Office> => {
  await awaitSteadyDay()
  const [locationId, levelId, deskZoneId, openZoneId] = Array.from({ length: 4 }, () => randomUUID()) as [string, ...string[]] &
    [string, string, string, string]
  const deskIds = Array.from({ length: desks }, () => randomUUID() as string)
  await pool.query('insert into locations (org_id, id, name, time_zone) values ($1, $2, $3, $4)', [
    orgId,
    locationId,
    `Office ${locationId}`,
    timeZone,
  ])
  await pool.query(`insert into levels (org_id, id, location_id, name) values ($1, $2, $3, 'Level 1')`, [
    orgId,
    levelId,
    locationId,
  ])
  await pool.query(
    `insert into zones (org_id, id, level_id, name, kind, capacity)
     values ($1, $2, $3, 'Desks', 'individual', null), ($1, $4, $3, 'Open', 'neighborhood', $5)`,
    [orgId, deskZoneId, levelId, openZoneId, capacity],
  )
  await pool.query(
    `insert into places (org_id, id, zone_id, name)
     select $1, id, $2, 'Desk ' || lpad(n::text, 4, '0') from unnest($3::uuid[]) with ordinality as d (id, n)`,
    [orgId, deskZoneId, deskIds],
  )
  return { locationId, levelId, deskZoneId, openZoneId, deskIds }
}

/** A signed-in user whose primary location is the office. */
export const addColleague = async (
  service: TestService,
  orgId: string,
  { locationId }: Office,
  roles: readonly AdministratorRole[] = [],
): Promise<SignedIn> => {
  const person = await service.signIn(orgId, roles)
  await service.database.pool.query('update users set primary_location_id = $3 where org_id = $1 and id = $2', [
    orgId,
    person.userId,
    locationId,
  ])
  return person
}

/** Today in the time zone, or a day that many days from it. */
export const dayFromToday = (days: number, timeZone = 'UTC'): string =>
  Temporal.Now.plainDateISO(timeZone).add({ days }).toString()

export const call = (
  { baseUrl }: TestService,
  { headers }: Pick<SignedIn, 'headers'>,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> => send(baseUrl, { method, path, body, headers: { ...(body ? JSON_TYPE : {}), ...headers } })

/** The code of a refusal, or the status of a success. */
export const outcome = (answer: Answer): string | number => (answer.status < 400 ? answer.status : answer.json<Problem>().code)

export const dayOf = (answer: Answer): UserDay => {
  if (answer.status >= 400) throw new Error(answer.text)
  return answer.json<UserDay>()
}

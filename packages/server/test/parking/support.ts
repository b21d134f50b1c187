import { randomUUID } from 'node:crypto'
import { awaitSteadyDay } from '../../src/testing/steady-day.ts'
import { basic, type SignedIn, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { type Answer, JSON_TYPE, send } from '../http/support/send.ts'

const DAY_MS = 86_400_000

/** The day so many days after the local today of a time zone. */
export const dayIn = (days: number, timeZone = 'UTC'): string => {
  const today = Temporal.Now.zonedDateTimeISO(timeZone).toPlainDate().toString()
  return new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10)
}

/** A building with parking bays. */
export const addCarPark = async (
  { database: { pool } }: TestService,
  orgId: string,
  { bays = 1, timeZone = 'UTC' }: { bays?: number; timeZone?: string } = {},
): Promise<{ locationId: string; bayIds: string[] }> => {
  await awaitSteadyDay()
  const locationId = randomUUID()
  const bayIds = Array.from({ length: bays }, () => randomUUID())
  await pool.query('insert into locations (org_id, id, name, time_zone) values ($1, $2, $3, $4)', [
    orgId,
    locationId,
    `Building ${locationId}`,
    timeZone,
  ])
  await pool.query(
    `insert into parking_bays (org_id, id, location_id, name)
     select $1, id, $2, 'P-' || lpad(n::text, 3, '0') from unnest($3::uuid[]) with ordinality as b (id, n)`,
    [orgId, locationId, bayIds],
  )
  return { locationId, bayIds }
}

export const addPeople = async ({ database: { pool } }: TestService, orgId: string, count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => randomUUID())
  await pool.query(`insert into users (org_id, id, user_name) select $1, id, id::text from unnest($2::uuid[]) id`, [orgId, ids])
  return ids
}

/** Calls as a signed-in user, or with the key that has all permissions. */
export const callAs = async (
  { baseUrl }: TestService,
  as: SignedIn,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> => send(baseUrl, { method, path, body, headers: { ...(body && JSON_TYPE), ...as.headers } })

export const readAsKey = ({ baseUrl }: TestService, { keys }: TestOrganization, path: string, headers = {}): Promise<Answer> =>
  send(baseUrl, { path, headers: { ...basic(keys['data-warehouse']), ...headers } })

import { randomUUID } from 'node:crypto'
import type { PresenceEvent } from '@rollcall/contract'
import type { IngestContext } from '../../src/intake/ingest/ingest-service.ts'
import { recordPresence } from '../../src/intake/presence/presence-events.ts'
import type { ServiceConfig } from '../../src/service-config.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { startTestService, type TestService } from '../../src/testing/test-service.ts'
import { type AttendanceFilter, listAttendance } from '../../src/warehouse/attendance/attendance-service.ts'
import { openIngest } from '../ingest/support.ts'

/** A service and the way that submitted presence takes, without HTTP. */
export interface Bench extends AsyncDisposable {
  readonly service: TestService
  readonly ingest: IngestContext
}

export const openBench = async (settings: Partial<ServiceConfig> = {}, serverUrl?: string): Promise<Bench> => {
  await using stack = new AsyncDisposableStack()
  const service = stack.use(await startTestService(settings, serverUrl))
  const ingest = stack.use(await openIngest(service))
  const open = stack.move()
  return { service, ingest, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

let ingestOfShared: ReturnType<typeof openIngest> | undefined

/** The bench of the service that all files of a process share (shared-service.ts). */
export const shareBench = async (): Promise<Bench> => {
  const service = await shareTestService()
  ingestOfShared ??= openIngest(service)
  return { service, ingest: await ingestOfShared, async [Symbol.asyncDispose]() {} }
}

/** One organization: puts down what is planned and seen there, and reads attendance. */
export const openOffice = async ({ service, ingest }: Bench, { timeZone = 'UTC' }: { timeZone?: string } = {}) => {
  const { pool, db } = service.database
  const organization = await service.createOrganization()
  const { id: orgId } = organization
  await pool.query('update organizations set time_zone = $2 where id = $1', [orgId, timeZone])

  const addLocation = async (
    zone = 'UTC',
    { id = randomUUID() as string, from = null as string | null, until = null as string | null } = {},
  ) => {
    await pool.query(
      'insert into locations (org_id, id, name, time_zone, presence_from, presence_until) values ($1, $2, $3, $4, $5, $6)',
      [orgId, id, `Building ${id}`, zone, from, until],
    )
    return id
  }

  const addUser = async (primaryLocationId: string | null = null, id: string = randomUUID()) => {
    await pool.query('insert into users (org_id, id, user_name, primary_location_id) values ($1, $2, $3, $4)', [
      ...[orgId, id, `user-${id}`, primaryLocationId],
    ])
    return id
  }

  const plan = (userId: string, day: string, what: 'o' | 'r' | 'a', locationId: string | null = null) =>
    pool.query(
      `insert into day_plans (org_id, user_id, day, plan, location_id, origin, changed_by, command_id)
       values ($1, $2, $3, $4, $5, 'day-plan', 'directory', gen_random_uuid())`,
      [orgId, userId, day, what, locationId],
    )

  const book = async (userId: string, day: string, locationId: string) => {
    const id = randomUUID() as string
    await pool.query(
      `insert into bookings (org_id, id, user_id, day, location_id, changed_by, command_id)
       values ($1, $2, $3, $4, $5, 'directory', gen_random_uuid())`,
      [orgId, id, userId, day, locationId],
    )
    return id
  }

  const record = (events: readonly PresenceEvent[], sourceId = 'badges') =>
    recordPresence(ingest, { orgId, keyId: null, sourceId }, events)

  const see = async (userId: string, locationId: string, ...timestamps: string[]) => {
    const events = timestamps.map((timestamp) => ({
      ...{ eventId: randomUUID() as string, timestamp, userId, locationId, locationType: 'location' as const },
    }))
    for (const { resultCode, message } of await record(events)) if (resultCode !== 0) throw new Error(message)
  }

  const list = (filter: AttendanceFilter) => listAttendance(db, orgId, filter)
  /** The row of one user and day, long after the day unless a moment is given. */
  const rowOf = async (userId: string, day: string, moment = new Date('2030-01-01T00:00:00Z')) =>
    (await list({ firstDay: day, lastDay: day, userId, moment }))[0]
  const typeOf = async (userId: string, day: string, moment?: string) =>
    (await rowOf(userId, day, moment === undefined ? undefined : new Date(moment)))?.attendanceType

  return { orgId, organization, pool, db, addLocation, addUser, plan, book, record, see, list, rowOf, typeOf }
}

export type Office = Awaited<ReturnType<typeof openOffice>>

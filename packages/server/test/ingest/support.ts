import { randomUUID } from 'node:crypto'
import type { LocationType, Problem, SubmissionResult } from '@rollcall/contract'
import { pino } from 'pino'
import { createNodeDirectory } from '../../src/directory/matching/node-directory.ts'
import { createUserDirectory } from '../../src/directory/matching/user-directory.ts'
import type { IngestContext } from '../../src/intake/ingest/ingest-service.ts'
import { startSourceHealth } from '../../src/intake/sources/source-health.ts'
import { createSourceRegistry } from '../../src/intake/sources/source-registry.ts'
import { startListener } from '../../src/platform/notifications/listener.ts'
import { createTelemetry } from '../../src/platform/telemetry/telemetry.ts'
import { TEST_TIMEOUT_MS } from '../../src/testing/test-database.ts'
import { basic, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'

export type Nodes = Record<LocationType, string>

/** A building with one node of each kind. */
export const addBuilding = async ({ database: { pool } }: TestService, orgId: string, timeZone = 'UTC'): Promise<Nodes> => {
  const [location, level, zone, place, space] = Array.from({ length: 5 }, () => randomUUID()) as [string, ...string[]]
  const nodes = { location, level, zone, place, space } as Nodes
  const put = (table: string, columns: string, ...values: unknown[]) =>
    pool.query(`insert into ${table} (org_id, id, ${columns}) values ($1, ${values.map((_, i) => `$${i + 2}`).join(', ')})`, [
      orgId,
      ...values,
    ])
  await put('locations', 'name, time_zone', nodes.location, `Building ${nodes.location}`, timeZone)
  await put('levels', 'location_id, name', nodes.level, nodes.location, 'Level')
  await put('zones', 'level_id, name, kind', nodes.zone, nodes.level, 'Zone', 'individual')
  await put('places', 'zone_id, name', nodes.place, nodes.zone, 'Place')
  await put('spaces', 'level_id, name, type', nodes.space, nodes.level, 'Space', 'meeting-room')
  return nodes
}

export const addUser = async (
  { database: { pool } }: TestService,
  orgId: string,
  { id = randomUUID() as string, userName = `user-${randomUUID()}`, email = null as string | null } = {},
): Promise<string> => {
  await pool.query('insert into users (org_id, id, user_name, email) values ($1, $2, $3, $4)', [orgId, id, userName, email])
  return id
}

export const addIdentity = async (
  { database: { pool } }: TestService,
  orgId: string,
  [sourceId, sourceUserId, userId]: [sourceId: string, sourceUserId: string, userId: string],
): Promise<void> => {
  await pool.query('insert into source_identities values ($1, $2, $3, $4)', [orgId, sourceId, sourceUserId, userId])
}

export interface Answer {
  status: number
  headers: Headers
  body: SubmissionResult & Problem
  /** `code message` of each result. */
  said: string[]
  codes: number[]
}

type Kind = 'presence' | 'occupancy'

/** Submits one call as the submitting key of the organization. */
export const submit = async (
  service: { baseUrl: string },
  { keys }: Pick<TestOrganization, 'keys'>,
  kind: Kind,
  events: readonly object[],
  sourceId = 'badges',
): Promise<Answer> => {
  const response = await fetch(`${service.baseUrl}/v1/${kind}/basic`, {
    method: 'POST',
    headers: { ...basic(keys['submitting-events']), 'content-type': 'application/json' },
    body: JSON.stringify({ sourceId, [`${kind}Events`]: events }),
  })
  const body = (await response.json()) as Answer['body']
  const results = body.results ?? []
  return {
    status: response.status,
    headers: response.headers,
    body,
    said: results.map(({ resultCode, message }) => `${resultCode} ${message}`),
    codes: results.map(({ resultCode }) => resultCode),
  }
}

/** Lists the stored rows as PostgreSQL writes them, ordered by identity. */
export const storedEvents = async (
  { database: { pool } }: TestService,
  orgId: string,
  kind: Kind = 'presence',
): Promise<Record<string, unknown>[]> => {
  const { rows } = await pool.query(
    `select s.source_id, to_jsonb(e) - 'org_id' - 'source_no' - 'received_at' as event from ${kind}_events e
     join sources s using (org_id, source_no) where org_id = $1 order by utc_day, source_id, event_id`,
    [orgId],
  )
  return rows.map(({ source_id, event }) => ({ source_id, ...event }))
}

/** The context of a replay, as the operator commands make it. */
export const openIngest = async (service: TestService): Promise<IngestContext & AsyncDisposable> => {
  const { pool, db, url } = service.database
  await using stack = new AsyncDisposableStack()
  const listener = stack.use(await startListener(url))
  const context: IngestContext = {
    pool,
    telemetry: createTelemetry(pino({ level: 'silent' })),
    directories: { nodes: await createNodeDirectory(pool, listener), users: await createUserDirectory(pool, listener) },
    sources: await createSourceRegistry(pool, listener),
    health: stack.use(startSourceHealth(db, () => {})),
  }
  const open = stack.move()
  return { ...context, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

/** Tries until it succeeds, for what happens within seconds. */
export const eventually = async <T>(attempt: () => Promise<T>, withinMs = TEST_TIMEOUT_MS): Promise<T> => {
  const deadline = Date.now() + withinMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

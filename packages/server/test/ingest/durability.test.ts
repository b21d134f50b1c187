import { setTimeout as delay } from 'node:timers/promises'
import { findRunningPostgres } from '@rollcall/embedded-postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  call,
  type FirstRunFile,
  freePort,
  postmasterPid,
  readFirstRun,
  run,
  type Serving,
  serve,
  temporaryFolder,
} from '../../../cli/test/support.ts'
import { query } from '../../../embedded-postgres/test/support/harness.ts'

const EVENTS = 60_000
const PER_CALL = 100
const SENDERS = 8

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let env: Record<string, string>
let service: Serving
let first: FirstRunFile

const DIRECTORY = {
  locations: [{ name: 'HQ', timeZone: 'Europe/Berlin', id: '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21' }],
  users: [{ userName: 'ada@example.com' }],
}

beforeAll(async () => {
  folder = await temporaryFolder()
  env = { ROLLCALL_DATA_DIR: folder.path, PORT: String(await freePort()), ROLLCALL_LOG_LEVEL: 'fatal' }
  service = await serve(env)
  first = await readFirstRun(folder.path)
  const imported = await run(['import', '-'], env, JSON.stringify(DIRECTORY))
  expect(imported.stderr + imported.code).toMatch(/Imported\n0$/)
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await folder?.[Symbol.asyncDispose]()
})

const eventAt = (index: number) => ({
  timestamp: new Date(Date.UTC(2026, 0, 30) + index * 3_000).toISOString(),
  locationId: DIRECTORY.locations[0]?.id,
  locationType: 'location',
  eventId: `event-${index}`,
  userEmail: 'ada@example.com',
})

const statuses = new Map<number | string, number>()
const count = (what: number | string) => statuses.set(what, (statuses.get(what) ?? 0) + 1)

/** Sends one call until it is answered; every answer but 200 must invite to try again. */
const sendUntilAnswered = async (from: number): Promise<string[]> => {
  const presenceEvents = Array.from({ length: PER_CALL }, (_, index) => eventAt(from + index))
  for (const deadline = Date.now() + 120_000; ; ) {
    const response = await call(service, first.key, '/v1/presence/basic', { sourceId: 'badges', presenceEvents }).catch(
      () => undefined,
    )
    count(response?.status ?? 'no answer')
    if (response?.status === 200) {
      const { results } = (await response.json().catch(() => ({}))) as { results?: { eventId: string; resultCode: number }[] }
      if (results) return results.filter(({ resultCode }) => resultCode === 0).map(({ eventId }) => eventId)
    } else if (response) {
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
      await response.body?.cancel()
    }
    if (Date.now() > deadline) throw new Error(`no answer for events from ${from} on`)
    await delay(100)
  }
}

describe('a service that is killed in the middle', () => {
  test('has stored every acknowledged event exactly once, and in the end every event sent', async () => {
    const acknowledged = new Set<string>()
    let next = 0
    const sender = async () => {
      while (next < EVENTS) {
        const from = next
        next += PER_CALL
        for (const eventId of await sendUntilAnswered(from)) acknowledged.add(eventId)
      }
    }
    const reached = async (share: number) => {
      while (acknowledged.size < EVENTS * share) await delay(5)
    }
    const disturb = async () => {
      await reached(0.25)
      await service.end('SIGKILL')
      const atTheKill = new Set(acknowledged)
      service = await serve(env)
      await expectStored(atTheKill)
      await reached(0.6)
      process.kill(await postmasterPid(folder.path), 'SIGKILL')
    }
    await Promise.all([disturb(), ...Array.from({ length: SENDERS }, sender)])

    expect(acknowledged.size).toBe(EVENTS)
    expect(await expectStored(acknowledged)).toBe(EVENTS)
    expect([...statuses.keys()].toSorted()).toEqual([200, 503, 'no answer'])
    expect(service.child.exitCode).toBe(null)
  })

  test('counts and keeps serving after its database was killed', async () => {
    const again = await call(service, first.key, '/v1/presence/basic', { sourceId: 'badges', presenceEvents: [eventAt(0)] })
    expect(await again.json()).toMatchObject({ results: [{ resultCode: 0, message: 'Already recorded' }] })
    expect((await fetch(`${service.baseUrl}/readyz`)).status).toBe(200)
    expect(await service.end('SIGTERM')).toBe(0)
  })
})

/** Compares by identity; returns how many events are stored. */
const expectStored = async (acknowledged: ReadonlySet<string>): Promise<number> => {
  const url = (await findRunningPostgres(folder.path, 'rollcall')) as string
  const rows = await query(url, 'select event_id, count(*)::int as times from presence_events group by event_id')
  const doubled = rows.filter(({ times }) => times !== 1)
  const stored = new Set(rows.map(({ event_id }) => event_id as string))
  expect([[...acknowledged].filter((eventId) => !stored.has(eventId)), doubled]).toEqual([[], []])
  return rows.length
}

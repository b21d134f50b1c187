import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, shareBench } from '../../../server/test/attendance/support.ts'
import { backfill } from '../../src/index.ts'
import { ATTENDANCE, clientOf, countersOf, expectExact, FROM, openHistory, startProxy } from './support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await shareBench()
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const AWAY = { firstWaitMs: 20, longestMs: 60_000 }
const AWAY_FOR_MS = 1_500
/** How often the client itself tries. */
const ATTEMPTS = 2

/**
 * A service that becomes unavailable for some time when a certain path is requested, and until more was refused than the client
 * tries, however long it takes.
 */
const startLeaving = async (path: string, way: string, forMs = AWAY_FOR_MS) => {
  let leftAt: number | undefined
  let refused = 0
  const proxy = await startProxy(bench.service.baseUrl, (incoming, response, { pathname, searchParams }) => {
    if (pathname.includes(path) && searchParams.size > 0) leftAt ??= Date.now()
    if (leftAt === undefined || (Date.now() - leftAt > forMs && refused > ATTEMPTS)) return false
    refused += 1
    if (way === 'reset') incoming.socket.destroy()
    else response.writeHead(Number(way)).end()
    return true
  })
  return { ...proxy, refused: () => refused }
}

test.each([
  ['a dataset', ATTENDANCE, 'reset'],
  ['a dataset', ATTENDANCE, '503'],
  ['the change feed', '/changes', 'reset'],
  ['the change feed', '/changes', '502'],
  ['the list of users for the change log', 'change-log', '504'],
])('a service that is away when it is asked for %s is waited for: %s, %s', async (_, path, way) => {
  const { office, copy } = await openHistory(bench)
  const service = await startLeaving(path, way)
  const client = clientOf(bench, office, service.baseUrl)
  const said = new Set<string>()
  const onProgress = ({ text }: { text: string }) => void said.add(text)
  const loading = copy.using((destination) => backfill({ client, destination, from: FROM, away: AWAY, onProgress }))
  expect(countersOf(await loading, ATTENDANCE).segmentsRead).toBe(18)
  await expectExact(bench, copy, office)
  expect(service.refused()).toBeGreaterThan(ATTEMPTS)
  expect([...said].filter((text) => /does not respond .*: waiting for it/.test(text))).toHaveLength(1)
})

test('a service that has never responded fails as soon as the client gives up', async () => {
  const { office, copy } = await openHistory(bench)
  let asked = 0
  const service = await startProxy(bench.service.baseUrl, (_, response) => {
    asked += 1
    response.writeHead(503).end()
    return true
  })
  const client = clientOf(bench, office, service.baseUrl)
  await expect(copy.using((destination) => backfill({ client, destination, from: FROM }))).rejects.toMatchObject({ status: 503 })
  expect(asked).toBe(ATTEMPTS)
})

test('a service that stays unavailable ends the load, and the next load resumes', async () => {
  const { office, copy, client: direct } = await openHistory(bench)
  const service = await startLeaving(ATTENDANCE, 'reset', 600_000)
  const client = clientOf(bench, office, service.baseUrl)
  const away = { firstWaitMs: 20, longestMs: 300 }
  const loading = copy.using((destination) => backfill({ client, destination, from: FROM, away }))
  await expect(loading).rejects.toMatchObject({ code: 'network_error' })
  await copy.using((destination) => backfill({ client: direct, destination, from: FROM }))
  await expectExact(bench, copy, office)
})

test('a load that waits for a service stops immediately on abort', async () => {
  const { office, copy } = await openHistory(bench)
  const service = await startLeaving(ATTENDANCE, '503', 600_000)
  const client = clientOf(bench, office, service.baseUrl)
  const stop = new AbortController()
  const onProgress = ({ text }: { text: string }) => {
    if (text.includes('waiting for it')) stop.abort(new Error('stopped here'))
  }
  const options = { client, from: FROM, away: { firstWaitMs: 200_000 }, signal: stop.signal, onProgress }
  await expect(copy.using((destination) => backfill({ ...options, destination }))).rejects.toThrow('stopped here')
})

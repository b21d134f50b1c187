import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../../src/testing/runs.ts'
import { NO_MAIL_SERVER, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { ALL_VARIANTS } from '../http/support/good-calls.ts'
import { signing } from '../http/support/sso-calls.ts'
import { type FuzzReport, fuzz } from './support/fuzz.ts'
import { watchLog } from './support/log-watch.ts'
import { usedMemory } from './support/used-memory.ts'
import { watchConnections } from './support/watch-connections.ts'

/** For each operation alike, however many there are. */
const REQUESTS = runs(13 * ALL_VARIANTS.length)
const SEED = 'hostile'
const log = watchLog()
const connections = watchConnections()

let service: TestService
let report: FuzzReport
const memory = new Map<number, number>()

beforeAll(async () => {
  service = await startTestService({ logLevel: 'info', logTo: log.destination, trustProxy: 1 })
  connections.start()
  report = await fuzz(service, {
    seed: SEED,
    requests: REQUESTS,
    onWorld: ({ secrets }) => log.hide(secrets),
    onProgress: ({ done }) => void memory.set(done, usedMemory()),
  })
}, 600_000)
afterAll(async () => {
  connections.stop()
  await service?.[Symbol.asyncDispose]()
})

test('every request, whatever is in it, gets an answer of the contract', () => {
  expect(report.faults, `seed ${SEED}`).toEqual([])
})

test('enough of them pass the checks and reach the code behind them', () => {
  const { 200: ok = 0, 201: created = 0, 400: refused = 0, 503: overloaded = 0 } = report.statuses
  expect(ok + created).toBeGreaterThan(REQUESTS / 4)
  expect(refused).toBeGreaterThan(REQUESTS / 4)
  expect(overloaded).toBe(0)
  expect(report.neverSucceeded.length).toBeLessThan(ALL_VARIANTS.length / 10)
})

test('none of them makes the log contain an error, a secret, or a line break', () => {
  expect(log.faults).toEqual([])
  expect(log.counts.lines).toBeGreaterThan(REQUESTS / 2)
})

test('afterwards all rules of the database hold, the refresh runs through, and every dataset can be read', () => {
  expect(report.stored).toEqual([])
})

test('the service asks no hosts but those that it was given', async () => {
  const { issuer } = await signing()
  const own = [service.baseUrl, service.database.url, NO_MAIL_SERVER.smtpUrl, issuer].map((url) => new URL(url).host)
  expect(connections.asked()).toContain(own[0])
  expect(connections.asked().filter((host) => !own.includes(host))).toEqual([])
})

test('the second half of them leaves no more memory in use than the first', () => {
  // Memory is only measured after each company, so the last measurement before the middle counts.
  const [, half = 0] = [...memory].findLast(([done]) => done <= REQUESTS / 2) ?? []
  expect(half).toBeGreaterThan(0)
  expect((memory.get(REQUESTS) as number) - half).toBeLessThan(40)
})

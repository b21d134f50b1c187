import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PUBLISHED } from '../../packages/loader/src/datasets/datasets.ts'
import { runTap, select } from './support.ts'

/** Bodies that 404 has: the service's own, and that of whatever else may be at an address. */
const OWN = JSON.stringify({ type: 'about:blank', title: 'The path does not exist', status: 404, code: 'not_found' })
const FOREIGN = '<h1>404 Not Found</h1>'

let server: Server
let asked: string[]
let answer: (path: string) => string | undefined

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url as string
    asked.push(path)
    const body = answer(path)
    response.writeHead(body === undefined ? 200 : 404, { 'content-type': 'application/json' }).end(body ?? '[]')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
})
beforeEach(() => {
  asked = []
})
afterAll(() => void server?.close())

const sync = (...streams: string[]) => {
  const { port } = server.address() as { port: number }
  const config = { base_url: `http://127.0.0.1:${port}`, key_id: 'id', key_secret: 'secret', start_date: '2026-03-01' }
  return runTap({ config, ...(streams.length > 0 ? { catalog: select(...streams) } : {}) })
}

test('an address where there is no such service ends the tap, in one line', async () => {
  answer = () => FOREIGN
  const { code, stderr } = await sync()
  expect(stderr).toMatch(/^CRITICAL locations: 404 .*is base_url the address of the service\?\n$/)
  expect(code).toBe(1)
})

test('a service that has none of the selected datasets ends the tap, in one line', async () => {
  answer = () => OWN
  const { code, stderr } = await sync()
  expect(stderr).toMatch(/^CRITICAL The service has none of the selected datasets: .*\n$/)
  expect(code).toBe(1)
})

test('a 404 that is not the service’s own is no word on one dataset, even while others answer', async () => {
  answer = (path) => (path.startsWith('/v1/analytics/users') ? FOREIGN : undefined)
  const { code, stderr } = await sync('locations', 'users')
  expect(stderr).toMatch(/^CRITICAL users: 404 .*\n$/)
  expect(code).toBe(1)
})

test('nor is it taken for a service without change feed, as the place in the feed would be lost', async () => {
  answer = (path) => (path.startsWith('/v1/analytics/changes') ? FOREIGN : undefined)
  const { code, stdout } = await sync('user_booking_attendance')
  expect(code).toBe(1)
  expect(asked).toHaveLength(1)
  expect(stdout).not.toContain('"STATE"')
})

test('a cursor from before a restore of the service ends the tap with what to do, and keeps the state', async () => {
  answer = (path) =>
    path.startsWith('/v1/analytics/changes') ? JSON.stringify({ status: 400, code: 'cursor_of_another_timeline' }) : undefined
  const { code, stdout, stderr } = await sync('user_booking_attendance')
  expect(stderr).toMatch(
    /^CRITICAL .*An older backup of the service was restored since the last sync\. Empty the tables of .*\n$/,
  )
  // A bookmark that is left would be refused at each sync.
  for (const { table } of PUBLISHED) expect(stderr).toContain(table)
  expect(code).toBe(1)
  expect(stdout).not.toContain('"STATE"')
})

test('a service that has one of them is read', async () => {
  answer = (path) => (path.startsWith('/v1/analytics/users') ? undefined : OWN)
  const { code, stderr } = await sync('locations', 'users')
  expect(stderr).toMatch(/^WARNING The service does not have locations: 404 .*\n$/)
  expect(code).toBe(0)
})

import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, type Office, openBench, openOffice } from '../../packages/server/test/attendance/support.ts'
import { publish } from '../../packages/server/test/warehouse/support.ts'
import { parseMessages, recordsOf, runTap, select } from './support.ts'

const ATTENDANCE = 'user_booking_attendance'

/** What a service of the same interface may not have. */
const MISSING = ['/v1/analytics/changes', '/v1/analytics/events']

let bench: Bench
let office: Office
let server: Server
let asked: string[]

beforeAll(async () => {
  bench = await openBench()
  office = await openOffice(bench)
  const berlin = await office.addLocation()
  const ada = await office.addUser(berlin)
  await office.plan(ada, '2026-03-02', 'o', berlin)
  await office.plan(ada, '2026-03-03', 'r')
  await publish(office)
  server = createServer(async (request, response) => {
    const path = request.url as string
    if (MISSING.some((each) => path.startsWith(each)))
      return void response.writeHead(404).end('{"status":404,"code":"not_found"}')
    asked.push(path)
    const { authorization = '' } = request.headers
    const answer = await fetch(bench.service.baseUrl + path, { headers: { authorization } })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
})
afterAll(async () => {
  server?.close()
  await bench?.[Symbol.asyncDispose]()
})

const sync = async (files: Record<string, unknown>) => {
  asked = []
  const { id, secret } = office.organization.keys['data-warehouse']
  const { port } = server.address() as { port: number }
  const baseUrl = `http://127.0.0.1:${port}/`
  const config = { base_url: baseUrl, key_id: id, key_secret: secret, start_date: '2026-03-01', look_back_days: 3 }
  const finished = await runTap({ config, ...files })
  expect(finished.code).toBe(0)
  return { messages: parseMessages(finished.stdout), stderr: finished.stderr }
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

test('a service without the change feed is read by days, from the first in windows as long as it takes', async () => {
  const { messages } = await sync({ catalog: select(ATTENDANCE) })
  expect(recordsOf(messages, ATTENDANCE)).toMatchObject([
    { plan: 'o', segment: null, segmentRevision: null },
    { plan: 'r', segment: null, segmentRevision: null },
  ])
  // The users tell whether a person was erased, after which all days are read again.
  expect(asked[0]).toBe('/v1/analytics/users/basic')
  expect(asked[1]).toContain('startDate=2026-03-01&endDate=2026-03-31')
  expect(asked[2]).toContain('startDate=2026-04-01&endDate=2026-05-01')
  const states = messages.flatMap((each) => (each.type === 'STATE' ? [each.value.bookmarks[ATTENDANCE]?.day] : []))
  expect(states.slice(0, 2)).toEqual(['2026-03-31', '2026-05-01'])
})

test('with a state only the look-back and what came after it is read again', async () => {
  const yesterday = daysAgo(1)
  await sync({ catalog: select(ATTENDANCE), state: { bookmarks: { [ATTENDANCE]: { day: yesterday } } } })
  expect(asked).toEqual([
    '/v1/analytics/users/basic',
    `/v1/analytics/user-booking-attendance/basic?startDate=${daysAgo(3)}&endDate=${yesterday}`,
  ])
})

test('a dataset that the service lacks is reported, and the others are read', async () => {
  const { messages, stderr } = await sync({ catalog: select('events', 'users', 'parking_bookings') })
  expect(stderr).toMatch(/^WARNING The service does not have events: 404 .*\n$/)
  expect(recordsOf(messages, 'users')).toHaveLength(1)
  expect(asked.some((path) => path.startsWith('/v1/parking-bookings'))).toBe(true)
})

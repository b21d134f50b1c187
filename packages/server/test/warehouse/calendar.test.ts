import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basic } from '../../src/testing/test-service.ts'
import { type Bench, type Office, openOffice, shareBench } from '../attendance/support.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { send } from '../http/support/send.ts'
import { publish } from './support.ts'

let bench: Bench
let office: Office
beforeAll(async () => {
  bench = await shareBench()
  office = await openOffice(bench)
  const location = await office.addLocation()
  const ada = await office.addUser(location)
  await office.plan(ada, '2026-03-02', 'o', location)
  await publish(office)
})
afterAll(() => bench?.[Symbol.asyncDispose]())

const ask = (path: string, query: string, method = 'GET', headers: Record<string, string> = {}) =>
  send(bench.service.baseUrl, {
    method,
    path: `${path}/basic?${query}`,
    headers: { ...basic(office.organization.keys['data-warehouse']), ...headers },
  })

const DATASETS = [
  ['/v1/analytics/user-booking-attendance', ''],
  ['/v1/analytics/presence', ''],
  ['/v1/analytics/presence', `&userIds=${randomUUID()}`],
  ['/v1/analytics/change-log/user', `&userIds=${randomUUID()}`],
  ['/v1/analytics/events', ''],
  ['/v1/parking-bookings', ''],
  ['/v1/analytics/audit-log', ''],
] as const

const ENDS = [
  ['9999-12-31', '9999-12-31'],
  ['9999-12-01', '9999-12-31'],
  ['9999-12-02', '9999-12-30'],
  ['0001-01-01', '0001-01-01'],
  ['0001-01-01', '0001-01-31'],
] as const

describe.each(DATASETS)('%s%s', (path, more) => {
  it.each(ENDS)('is read from %s to %s', async (startDate, endDate) => {
    const answer = await ask(path, `startDate=${startDate}&endDate=${endDate}${more}`)
    expect([answer.status, answer.text]).toEqual([200, '[]\n'])
  })

  it('is refused outside of the calendar', async () => {
    for (const day of ['0000-01-01', '0000-12-31', '9999-12-32']) {
      expectProblem(await ask(path, `startDate=${day}&endDate=${day}${more}`), 'invalid_parameter')
    }
  })

  it.each([
    ['0001-01-01', '9999-12-31'],
    ['9990-01-01', '9999-12-31'],
  ])('names days of the calendar where from %s to %s is too long', async (startDate, endDate) => {
    const { detail } = expectProblem(await ask(path, `startDate=${startDate}&endDate=${endDate}${more}`), 'range_too_large')
    expect(detail).toMatch(
      /startDate=\d{4}-\d\d-\d\d&endDate=\d{4}-\d\d-\d\d first, then continue from startDate=\d{4}-\d\d-\d\d\./,
    )
  })

  it.each(['json', 'csv'])('as %s does not tell HEAD that it is empty', async (format) => {
    const query = `startDate=2026-03-02&endDate=2026-03-02${more}&format=${format}`
    const head = await ask(path, query, 'HEAD')
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect(head.headers).not.toHaveProperty('content-length')
    const again = await ask(path, query, 'HEAD', { 'if-none-match': head.headers.etag as string })
    expect([again.status, again.headers['content-length']]).toEqual([304, undefined])
  })
})

it('Events are read for as many days as there may be, to the last of all', async () => {
  const { status, text } = await ask('/v1/analytics/events', 'startDate=9998-06-29&endDate=9999-12-31')
  expect([status, text]).toEqual([200, '[]\n'])
})

describe.each([
  ['/v1/analytics/presence', 'locationIds'],
  ['/v1/analytics/presence', 'userIds'],
  ['/v1/analytics/change-log/user', 'userIds'],
])('%s with %s', (path, name) => {
  it.each(['', ',', '%20', ',%20,'])('%j is refused, as it holds no id', async (list) => {
    const answer = await ask(path, `startDate=2026-03-02&endDate=2026-03-02&${name}=${list}`)
    const { errors } = expectProblem(answer, 'invalid_parameter')
    expect(errors?.map(({ pointer }) => pointer)).toEqual([`/${name}`])
  })
})

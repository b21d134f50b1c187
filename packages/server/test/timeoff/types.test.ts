import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { bearer, type SignedIn, type TestService } from '../../src/testing/test-service.ts'
import { bookAs, dayAt, USER } from '../bookings/support.ts'
import { tokenOf } from '../http/support/credentials.ts'
import { type Answer, JSON_TYPE, send } from '../http/support/send.ts'
import { readAsKey } from '../parking/support.ts'
import { createHr, type Hr } from './support.ts'

let service: TestService
let hr: Hr
let day: string
/** The headers of a key that may do everything. */
let key: SignedIn['headers']

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  hr = await createHr(service)
  day = dayAt(hr.office, 1)
  key = bearer(await tokenOf(service.baseUrl, hr.org.keys['all-permissions']))
  await bookAs(hr.office, USER, { userId: hr.user, day, node: { placeId: hr.office.desks[0] as string } })
  await hr.submit([hr.event(1, 1, { timeOffType: 'sick' })])
})

const ofUser = (name: string) => `/api/users/${hr.user}/${name}`
const read = (headers: SignedIn['headers']) => (path: string) => send(service.baseUrl, { path, headers })
const changeLog = (headers = {}) =>
  readAsKey(service, hr.org, `/v1/analytics/change-log/user/basic?startDate=${day}&endDate=${day}&userIds=${hr.user}`, headers)
/** Collects what the caller may read of the day, over all endpoints that show it. */
const readAll = async (ask: (path: string) => Promise<Answer>): Promise<string[]> => {
  const answers = await Promise.all([`days/${day}/explanation`, 'actions', 'time-off'].map((name) => ask(ofUser(name))))
  const allowed = answers.filter(({ status }) => status !== 403)
  expect(allowed.map(({ status }) => status)).toEqual(allowed.map(() => 200))
  return allowed.map(({ text }) => text)
}

test('the type of time off is shown to the person and to administrators of bookings', async () => {
  for (const who of [
    await service.signIn(hr.org.id, [], hr.user),
    await service.signIn(hr.org.id, ['bookings-administrator']),
    await service.signIn(hr.org.id, ['global-administrator']),
  ]) {
    const texts = await readAll(read(who.headers))
    expect(texts.length).toBeGreaterThan(1)
    for (const text of texts) expect(text).toContain('sick')
  }
})

test('it is withheld from every key and from analysts, unless the organization shows it', async () => {
  const analyst = await service.signIn(hr.org.id, ['analytics-administrator'])
  const logged = await changeLog()
  expect(logged.text).toContain('"reason":"time off"')
  const readers = async () => [(await changeLog()).text, ...(await readAll(read(key))), ...(await readAll(read(analyst.headers)))]
  const withheld = await readers()
  expect(withheld).toHaveLength(6)
  for (const text of withheld) expect(text).not.toContain('sick')

  const change = await send(service.baseUrl, {
    ...{ method: 'PATCH', path: '/api/settings', body: { showTimeOffTypes: true } },
    headers: { ...key, ...JSON_TYPE },
  })
  expect([change.status, change.json()]).toEqual([200, expect.objectContaining({ showTimeOffTypes: true })])
  for (const text of await readers()) expect(text).toContain('sick')
  const again = await changeLog({ 'if-none-match': logged.headers.etag })
  expect(again.status).toBe(200)
})

test('a booking that was lost to it does not show it', async () => {
  await hr.submit([hr.canceled(1, 1)])
  const planned = await send(service.baseUrl, {
    ...{ method: 'PUT', path: ofUser(`days/${day}/plan`), body: { plan: 'o' } },
    headers: { ...key, ...JSON_TYPE },
  })
  expect(planned.status).toBe(200)
  const days = await read(key)(ofUser(`days?startDate=${day}&endDate=${day}`))
  expect(days.json()).toMatchObject({ items: [{ plan: 'o', lostBooking: { changedBy: 'time-off', reason: 'time off' } }] })
  for (const { text } of [planned, days]) expect(text).not.toContain('sick')
})

test('quarantine does not show it either', async () => {
  await hr.submit([hr.event(1, 1, { eventId: 'b', uid: null, email: 'unknown@example.com', timeOffType: 'sick' })])
  const { status, text } = await read(key)('/api/quarantine?kind=timeoff')
  expect(status).toBe(200)
  expect(text).toContain('unknown@example.com')
  expect(text).not.toContain('sick')
})

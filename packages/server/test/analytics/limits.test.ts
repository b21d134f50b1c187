import {
  MAX_ANALYTICS_DAYS,
  MAX_FUTURE_DAYS,
  MAX_LISTED_IDS,
  MAX_PEOPLE_BY_ATTENDANCE_DAYS,
  ROW_OUTCOMES,
} from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { type Caller, createCaller } from '../http/support/good-calls.ts'
import { send } from '../http/support/send.ts'

let service: TestService
let caller: Caller
let other: Caller

beforeAll(async () => {
  service = await shareTestService()
  caller = await createCaller(service, 'a')
  other = await createCaller(service, 'b')
})
afterAll(() => service?.[Symbol.asyncDispose]())

const get = (path: string, query: Record<string, string>, headers = caller.person.headers) =>
  send(service.baseUrl, { method: 'GET', path: `/api/analytics/${path}?${new URLSearchParams(query)}`, headers })
const PERIOD = { from: '2026-01-05', to: '2026-01-30' }
const OF_PERIODS = ['attendance', 'desks', 'hours', 'groups', 'people'] as const
const after = (days: number) => new Date(Date.parse(PERIOD.from) + days * 86_400_000).toISOString().slice(0, 10)

describe.each([...OF_PERIODS, 'places'])('GET /api/analytics/%s', (path) => {
  const ask = (query: Record<string, string>) =>
    get(path, { ...query, ...(path === 'places' && { locationId: caller.ids.berlin }) })

  it('takes as many days as a period may have, and no more', async () => {
    expect((await ask({ from: PERIOD.from, to: after(MAX_ANALYTICS_DAYS - 1) })).status).toBe(200)
    const { detail } = expectProblem(await ask({ from: PERIOD.from, to: after(MAX_ANALYTICS_DAYS) }), 'range_too_large')
    expect(detail).toContain(after(MAX_ANALYTICS_DAYS - 1))
  })

  it('takes one day, in all forms of a day', async () => {
    for (const day of ['2026-01-05', '20260105', '2026-01-05T10:00:00Z'])
      expect((await ask({ from: day, to: day })).status).toBe(200)
  })

  it('refuses days that are none, or in the wrong order', async () => {
    for (const [from, to] of [
      ['2026-02-30', '2026-03-01'],
      ['2026-01-05', '2026-01-04'],
      ['yesterday', '2026-01-04'],
    ] as const) {
      expectProblem(await ask({ from, to }), 'invalid_parameter')
    }
    expectProblem(await ask({ from: PERIOD.from }), 'invalid_parameter')
  })
})

describe.each(OF_PERIODS)('ids of GET /api/analytics/%s', (path) => {
  it('are as many as a list may have, and at least one', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`).join(',')
    for (const name of ['locationIds', 'groupIds']) {
      expect((await get(path, { ...PERIOD, [name]: ids(MAX_LISTED_IDS) })).status).toBe(200)
      expectProblem(await get(path, { ...PERIOD, [name]: ids(MAX_LISTED_IDS + 1) }), 'invalid_parameter')
      expectProblem(await get(path, { ...PERIOD, [name]: ' , ' }), 'invalid_parameter')
    }
  })

  it('of another organization match nothing', async () => {
    const answer = await get(path, { ...PERIOD, locationIds: other.ids.berlin })
    expect(answer.status).toBe(200)
    expect(answer.text).not.toContain(other.ids.berlin)
    const { refreshedAt: _, ...figures } = answer.json<Record<string, unknown>>()
    const { refreshedAt: __, ...figuresOfUnknown } = (await get(path, { ...PERIOD, locationIds: 'x' })).json<
      Record<string, unknown>
    >()
    expect(figures).toEqual(figuresOfUnknown)
  })
})

it('a building or level of another organization has no desks', async () => {
  const answer = await get('places', { ...PERIOD, locationId: other.ids.berlin })
  expect(answer.json()).toMatchObject({ places: [], publishedThrough: [] })
})

it('the days ahead are at least one and at most so many', async () => {
  for (const days of [1, MAX_FUTURE_DAYS]) {
    const { locations } = (await get('future', { days: String(days) })).json<{ locations: { days: unknown[] }[] }>()
    expect(locations.map((location) => location.days.length)).toEqual(locations.map(() => days))
    expect(locations.length).toBeGreaterThan(0)
  }
  for (const days of ['0', String(MAX_FUTURE_DAYS + 1), '1.5']) expectProblem(await get('future', { days }), 'invalid_parameter')
  expect((await get('future', { locationIds: other.ids.berlin })).json()).toEqual({ locations: [] })
})

it('figures per person are only for callers who may see people', async () => {
  const workplaceAdmin = await service.signIn(caller.orgId, ['workplace-administrator', 'bookings-administrator'])
  expectProblem(await get('people', PERIOD, workplaceAdmin.headers), 'role_not_allowed')
  expect((await get('attendance', PERIOD, workplaceAdmin.headers)).status).toBe(200)
  const analyst = await service.signIn(caller.orgId, ['analytics-administrator'])
  expect((await get('people', PERIOD, analyst.headers)).status).toBe(200)
  const employee = await service.signIn(caller.orgId)
  for (const path of OF_PERIODS) expectProblem(await get(path, PERIOD, employee.headers), 'role_not_allowed')
})

it('people are found by the beginning of a name and by status', async () => {
  const names = async (query: Record<string, string>) => {
    const { items } = (await get('people', { ...PERIOD, ...query })).json<{ items: { userName: string }[] }>()
    return items.map(({ userName }) => userName)
  }
  const all = await names({})
  expect(all).toEqual(all.toSorted())
  expect(await names({ search: 'ADA.a@' })).toEqual(['ada.a@example.com'])
  expect(await names({ search: 'no such name' })).toEqual([])
  expect([...(await names({ status: 'active' })), ...(await names({ status: 'inactive' }))].sort()).toEqual(all)
})

it('people by attendance are of fewer days, and only they have outcomes of single rows', async () => {
  const by = { by: 'attendance' }
  const to = after(MAX_PEOPLE_BY_ATTENDANCE_DAYS - 1)
  expect((await get('people', { from: PERIOD.from, to, ...by })).status).toBe(200)
  const long = { from: PERIOD.from, to: after(MAX_PEOPLE_BY_ATTENDANCE_DAYS) }
  expect(expectProblem(await get('people', { ...long, ...by }), 'range_too_large').detail).toContain(to)
  expect((await get('people', long)).status).toBe(200)
  for (const outcome of ROW_OUTCOMES) {
    expect((await get('people', { ...PERIOD, ...by, outcome })).status).toBe(200)
    expectProblem(await get('people', { ...PERIOD, outcome }), 'invalid_parameter')
  }
})

import type { Operation } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from './support/expect-problem.ts'
import { APPLICATION, type Caller, createCaller, GOOD_BODIES, goodPath, label, sendGood } from './support/good-calls.ts'
import { type Answer, JSON_TYPE, send } from './support/send.ts'

let service: TestService
let caller: Caller

beforeAll(async () => {
  service = await shareTestService()
  caller = await createCaller(service)
})
afterAll(() => service[Symbol.asyncDispose]())

const EARLY = '1999-12-31'
const LATE = '2101-01-01'
const RANGE = 'must be in the years 2000 to 2100'

const parametersOf = ({ query }: { query?: unknown }) =>
  Object.keys((query as { properties?: object } | undefined)?.properties ?? {})
const variants = APPLICATION.map((variant) => ({ variant, name: label(variant), parameters: parametersOf(variant.endpoint) }))

describe.each(variants.filter(({ variant }) => variant.path.includes('{day}')))('the day in the path of $name', ({ variant }) => {
  const on = (day: string) =>
    sendGood(variant, caller, caller.person.headers, goodPath({ ...variant, path: variant.path.replace('{day}', day) }, caller))

  it.each([EARLY, LATE, '0001-01-01', '9999-12-31'])('is none as far away as %s', async (day) => {
    expect(expectProblem(await on(day), 'invalid_parameter').errors).toEqual([{ pointer: '/day', message: RANGE, code: 'range' }])
  })

  it.each(['2000-01-01', '2100-12-31'])('may be %s', async (day) => {
    const answer = await on(day)
    // A policy cannot begin long ago, because all weeks since then would be restated.
    if (variant.endpoint.operation === 'setPolicy' && day < '2020') {
      const { errors } = expectProblem(answer, 'invalid_parameter')
      return expect(errors?.[0]?.message).toMatch(/^must not be before \d{4}-\d\d-\d\d: /)
    }
    if (answer.status >= 400) expect(['invalid_parameter', 'internal']).not.toContain(answer.json().code)
  })
})

const withDays = variants.filter(({ parameters }) => parameters.includes('startDate') || parameters.includes('day'))

describe.each(withDays)('the days in the query of $name', ({ variant, parameters }) => {
  const names = ['startDate', 'endDate', 'day'].filter((name) => parameters.includes(name))
  const on = (day: string) =>
    sendGood(
      variant,
      caller,
      caller.person.headers,
      goodPath(variant, caller, Object.fromEntries(names.map((name) => [name, day]))),
    )

  it('may have any of the forms of a day', async () => {
    const answers: Answer[] = []
    for (const day of ['2026-01-05', '20260105', '2026-01-05T23:30:00-12:00']) answers.push(await on(day))
    expect(answers.map(({ status, text }) => (status === 200 ? 200 : text))).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  it('are days of the calendar', async () => {
    for (const day of ['2026-02-30', '20260230']) {
      const { errors } = expectProblem(await on(day), 'invalid_parameter')
      expect(names.map((name) => `/${name}`)).toContain(errors?.[0]?.pointer)
    }
  })

  if (names.includes('startDate'))
    it('end after they start', async () => {
      const path = goodPath(variant, caller, { startDate: '2026-01-05', endDate: '2026-01-04' })
      const { errors } = expectProblem(await sendGood(variant, caller, caller.person.headers, path), 'invalid_parameter')
      expect(errors?.[0]?.pointer).toBe('/endDate')
    })
})

describe('a range of days', () => {
  const ask = (path: string) => send(service.baseUrl, { path, headers: caller.person.headers })

  it('of plans has at most 93 days', async () => {
    const days = (endDate: string) => ask(`/api/users/${caller.ids.ada}/days?startDate=2026-01-01&endDate=${endDate}`)
    expect((await days('2026-04-03')).json<{ items: unknown[] }>().items).toHaveLength(93)
    const { detail } = expectProblem(await days('2026-04-04'), 'range_too_large')
    expect(detail).toContain('92 days after startDate')
    expect(detail).toContain('startDate=2026-04-04')
  })

  it.each([
    ['?endDate=1999-12-31', '/endDate'],
    ['?endDate=2101-01-01', '/endDate'],
    ['?endDate=9999-12-31', '/endDate'],
    ['?startDate=9999-12-31', '/endDate'],
    ['?startDate=1999-12-31&endDate=2000-01-01', '/startDate'],
  ])('of key usage is none as far away as %s', async (query, pointer) => {
    const key = await service.createKey(caller.orgId, 'data-warehouse')
    const { errors } = expectProblem(await ask(`/api/keys/${key.id}/usage${query}`), 'invalid_parameter')
    expect(errors?.[0]?.pointer).toBe(pointer)
  })
})

const BODIES: [Operation, string, string, string][] = [
  ['createVisit', 'day', EARLY, LATE],
  ['createVisit', 'expectedAt', `${EARLY}T23:59:59Z`, `${LATE}T00:00:00Z`],
  ['updateVisit', 'day', `${EARLY}T12:00:00Z`, LATE],
  ['updateVisit', 'expectedAt', '0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z'],
  ['createEvent', 'startsAt', `${EARLY}T23:59:59Z`, `${LATE}T00:00:00Z`],
  ['createEvent', 'endsAt', `${EARLY}T23:59:59Z`, `${LATE}T00:00:00Z`],
  ['updateEvent', 'startsAt', '2000-01-01T01:00:00+02:00', '2100-12-31T23:00:00-02:00'],
  ['createLocation', 'presenceFrom', EARLY, LATE],
  ['updateLocation', 'presenceUntil', EARLY, LATE],
  ['createKey', 'expiresAt', `${EARLY}T23:59:59Z`, `${LATE}T00:00:00Z`],
  ['updateKey', 'expiresAt', `${EARLY}T23:59:59Z`, `${LATE}T00:00:00Z`],
]

describe.each(BODIES)('in the body of %s', (operation, field, ...far) => {
  it.each(far)(`${field} is none as far away as %s`, async (value) => {
    const variant = APPLICATION.find(({ endpoint }) => endpoint.operation === operation) as (typeof APPLICATION)[number]
    // A good call comes first, for its headers and preparations.
    await sendGood(variant, caller, caller.person.headers)
    const answer = await send(service.baseUrl, {
      method: variant.endpoint.method,
      path: goodPath(variant, caller),
      headers: { ...JSON_TYPE, ...caller.person.headers },
      body: { ...GOOD_BODIES[operation]?.(caller), [field]: value },
    })
    const { errors } = expectProblem(answer, 'invalid_body')
    expect(errors).toEqual([{ pointer: `/${field}`, message: RANGE, code: 'range' }])
  })
})

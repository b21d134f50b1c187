import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { createHeldSlowDown } from '../http/support/held-slow-down.ts'
import { cookieOf, signInAs, WRONG, whoAmI } from './support.ts'

const HTTPS = { 'x-forwarded-proto': 'https' }

/** The waits of the eleventh failure to the sixteenth, in milliseconds. */
const SLOWER = [50, 100, 200, 400, 800, 1_600]

describe('behind a trusted proxy', () => {
  const held = createHeldSlowDown()
  let service: TestService
  let orgId: string
  beforeAll(async () => {
    service = await startTestService({ trustProxy: 1, slowDown: held.slowDown })
    orgId = (await service.createOrganization()).id
  })
  afterAll(() => service[Symbol.asyncDispose]())

  it('a session that was started over HTTPS has a cookie that only this host receives, and only over HTTPS', async () => {
    const { userName } = await service.signIn(orgId)
    const { cookie, attributes } = cookieOf(await signInAs(service, userName, { headers: HTTPS }))
    expect(cookie).toMatch(/^__Host-rollcall_session=[A-Za-z0-9_-]{43}$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure'])
    expect((await whoAmI(service, { ...HTTPS, cookie })).status).toBe(200)
  })

  it('a cookie set over HTTP, where anyone in between could plant it, is not accepted over HTTPS', async () => {
    const { headers } = await service.signIn(orgId)
    expect((await whoAmI(service, headers)).status).toBe(200)
    expectProblem(await whoAmI(service, { ...HTTPS, ...headers }), 'session_missing')
  })

  const guess = async (userName: string, address: string): Promise<void> => {
    const answer = await signInAs(service, userName, { password: WRONG, headers: { 'x-forwarded-for': address } })
    expectProblem(answer, 'sign_in_failed')
  }

  it.each([
    ['an account', async () => (await service.signIn(orgId)).userName],
    ['a name that no user has', async () => randomUUID()],
  ])('guessing the password of %s gets slower from however many addresses', async (_, name) => {
    const userName = await name()
    const waits = held.waits.length
    for (let attempt = 0; attempt < 16; attempt++) await guess(userName, `192.0.2.${attempt}`)
    expect(held.waits.slice(waits)).toEqual(SLOWER)
  })

  it('guessing from one address gets slower whatever the names, and the right password never waits for it', async () => {
    const { userName } = await service.signIn(orgId)
    const waits = held.waits.length
    for (let attempt = 0; attempt < 15; attempt++) {
      const { userName: another } = await service.signIn(orgId)
      await guess(another, '198.51.100.1')
    }
    await guess(randomUUID(), '198.51.100.1')
    expect(held.waits.slice(waits)).toEqual(SLOWER)
    held.hold()
    let isGuessAnswered = false
    const guessing = guess(randomUUID(), '198.51.100.1').then(() => {
      isGuessAnswered = true
    })
    const right = await signInAs(service, userName, { headers: { 'x-forwarded-for': '198.51.100.1' } })
    await expect.poll(() => held.waits.slice(waits + SLOWER.length)).toEqual([2_000])
    expect([right.status, isGuessAnswered]).toEqual([201, false])
    held.release()
    await guessing
  })
})

it('without a trusted proxy no caller can claim HTTPS', async () => {
  await using service = await startTestService()
  const { userName } = await service.signIn((await service.createOrganization()).id)
  const { cookie } = cookieOf(await signInAs(service, userName, { headers: HTTPS }))
  expect(cookie).toMatch(/^rollcall_session=/)
})

const FORWARDED = { 'x-forwarded-for': '192.0.2.1' }

it.each([
  ['no proxy', undefined, 2],
  ['another address than the proxy’s', '192.0.2.99', 2],
  ['nobody', 0, 2],
  ['the proxy’s address', '127.0.0.1', 0],
  ['the proxy’s network among others', '192.0.2.0/24, 127.0.0.0/8', 0],
  ['as many hops as there are', 1, 0],
])('where %s is trusted, what comes through one is counted or not', async (_, trustProxy, counted) => {
  await using service = await startTestService({ trustProxy })
  for (const headers of [FORWARDED, FORWARDED, {}]) await fetch(`${service.baseUrl}/healthz`, { headers })
  const metrics = await fetch(`${service.baseUrl}/metrics`, { headers: bearer(service.metricsToken) })
  expect(await metrics.text()).toContain(`\nrollcall_untrusted_forwarded_requests_total ${counted}\n`)
})

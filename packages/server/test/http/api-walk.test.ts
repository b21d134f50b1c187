import { ADMINISTRATOR_ROLES, type Operation, pathParameters, ROLES, USER_ROLES, type UserRole } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockOrganization } from '../../src/directory/organizations/organization-service.ts'
import { rolesOf } from '../../src/gate/sessions/session-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { type Headers, provingHeaders } from './support/credentials.ts'
import { expectProblem } from './support/expect-problem.ts'
import {
  APPLICATION,
  type Caller,
  createCaller,
  GOOD_BODIES,
  goodPath,
  label,
  PREPARATIONS,
  sendGood,
  successOf,
} from './support/good-calls.ts'
import { JSON_TYPE, send } from './support/send.ts'

/** Operations about the signed-in user, for which a key has no use. */
const PERSONAL: readonly Operation[] = [
  ...(['changePassword', 'replyToEvent', 'endSession', 'endSessions', 'sendTestMail', 'tryIdentityProvider'] as const),
  ...(['startPasskey', 'createPasskey', 'updatePasskey', 'removePasskey', 'addPushDevice', 'removePushDevice'] as const),
  ...(['createView', 'updateView', 'removeView', 'setDefaultView', 'clearDefaultView'] as const),
  ...(['subscribeToView', 'unsubscribeFromView', 'getReport'] as const),
]

/** Path parameters that name nothing of an organization. */
const NOT_IDS = ['attribute', 'day', 'date']

let service: TestService
let caller: Caller & { organization: TestOrganization }
let stranger: Caller
let byRole: Record<UserRole, SignedIn>
let keys: Record<string, Headers>

beforeAll(async () => {
  service = await shareTestService()
  caller = await createCaller(service)
  stranger = await createCaller(service, 'b')
  const people = USER_ROLES.map(async (role) => {
    const given = ADMINISTRATOR_ROLES.filter((other) => other === role)
    return [role, await service.signIn(caller.orgId, given)] as const
  })
  byRole = Object.fromEntries(await Promise.all(people)) as typeof byRole
  const proofs = ROLES.map(async (role) => [role, (await provingHeaders(service.baseUrl, caller.organization.keys[role])).bearer])
  keys = Object.fromEntries(await Promise.all(proofs))
})
afterAll(() => service[Symbol.asyncDispose]())

describe.each(APPLICATION.map((variant) => ({ variant, name: label(variant) })))('$name', ({ variant }) => {
  const { endpoint } = variant
  const operation = endpoint.operation as Operation
  const { people = [] } = endpoint
  const isRead = endpoint.method === 'GET'
  const call = (headers: Headers) => sendGood(variant, caller, headers)

  it('refuses callers without a credential', async () => {
    const answer = await call({})
    expectProblem(answer, 'session_missing')
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer /)
    for (const token of ['', 'x', '%00', 'x'.repeat(4000), 'a; b=c']) {
      const { code } = (await call({ cookie: `rollcall_session=${token}` })).json<{ code: 'session_invalid' }>()
      expect(['session_missing', 'session_invalid']).toContain(code)
    }
    expectProblem(await call({ authorization: 'Basic eDp5' }), 'wrong_scheme')
    expectProblem(await call({ authorization: 'Bearer x' }), 'token_invalid')
  })

  it('answers no session that has ended', async () => {
    const { headers } = await service.signIn(caller.orgId, ['global-administrator'])
    await service.database.pool.query('update sessions set expires_at = now() where token_hash = sha256(convert_to($1, $2))', [
      headers.cookie?.slice('rollcall_session='.length),
      'UTF8',
    ])
    expectProblem(await call({ cookie: headers.cookie as string }), 'session_invalid')
  })

  if (!isRead)
    it('changes nothing without the CSRF token of the session', async () => {
      const { cookie } = caller.person.headers as { cookie: string }
      expectProblem(await call({ cookie }), 'csrf_token_invalid')
      const body = GOOD_BODIES[operation]?.(caller)
      const foreign = { cookie, 'x-csrf-token': stranger.person.headers['x-csrf-token'] as string }
      const sent = { method: endpoint.method, path: goodPath(variant, caller), body, headers: { ...JSON_TYPE, ...foreign } }
      expectProblem(await send(service.baseUrl, sent), 'csrf_token_invalid')
    })

  const mayCall = (role: UserRole) => rolesOf([role]).some((each) => people.includes(each))

  it.each(USER_ROLES.filter((role) => !mayCall(role)))('refuses the role %s and names those that may', async (role) => {
    const { detail } = expectProblem(await call(byRole[role].headers), 'role_not_allowed')
    for (const allowed of people) expect(detail).toContain(allowed.replaceAll('-', ' '))
  })

  it.each(USER_ROLES.filter(mayCall))('lets the role %s through', async (role) => {
    const answer = await call(byRole[role].headers)
    expect([answer.status, answer.status === successOf(variant) ? '' : answer.text]).toEqual([successOf(variant), ''])
  })

  if (endpoint.self)
    it('lets all users call it for themselves, by id or as me', async () => {
      const own = byRole.employee
      for (const userId of ['me', own.userId, own.userId.toUpperCase()]) {
        const path = goodPath({ ...variant, path: endpoint.path.replace('{userId}', userId) }, caller)
        const answer = await sendGood(variant, caller, own.headers, path)
        if (answer.status >= 400) expect(answer.json().code).not.toMatch(/role_not_allowed|internal|unavailable/)
      }
    })

  it.each(ROLES.filter((role) => role !== 'all-permissions'))('refuses a key of the role %s', async (role) => {
    expectProblem(await call(keys[role] as Headers), 'role_not_allowed')
  })

  it('lets a key of all permissions through', async () => {
    const answer = await call(keys['all-permissions'] as Headers)
    if (PERSONAL.includes(operation)) return expectProblem(answer, 'entity_not_found')
    expect([answer.status, answer.status === successOf(variant) ? '' : answer.text]).toEqual([successOf(variant), ''])
  })

  const ids = pathParameters(endpoint.path).filter((name) => !NOT_IDS.includes(name))
  it.each(ids)('does not know the %s of another organization, nor one that is no id', async (name) => {
    await PREPARATIONS[operation]?.(caller)
    const foreign = goodPath({ ...variant, path: `/{${name}}` }, caller)
      .split('?')[0]
      ?.slice(1) as string
    for (const id of [foreign, 'ffffffff-ffff-4fff-8fff-ffffffffffff', 'no-id']) {
      const path = goodPath({ ...variant, path: endpoint.path.replace(`{${name}}`, id) }, stranger)
      expectProblem(await sendGood(variant, stranger, stranger.person.headers, path), 'entity_not_found')
    }
  })

  const foreignIds = () => Object.values(caller.ids)
  const namesIds = () => {
    const body = JSON.stringify(GOOD_BODIES[operation]?.(caller) ?? {})
    return foreignIds().some((id) => body.includes(id))
  }
  it('does not know ids of another organization in the body', async () => {
    if (!namesIds()) return
    await PREPARATIONS[operation]?.(stranger)
    const sent = { method: endpoint.method, path: goodPath(variant, stranger), body: GOOD_BODIES[operation]?.(caller) }
    const answer = await send(service.baseUrl, { ...sent, headers: { ...JSON_TYPE, ...stranger.person.headers } })
    expectProblem(answer, 'entity_not_found')
  })

  if (isRead && ids.length === 0)
    it('shows nothing of another organization', async () => {
      const path = goodPath(variant, caller)
      const { text } = await sendGood(variant, stranger, stranger.person.headers, path)
      for (const id of foreignIds()) expect(text).not.toContain(id)
    })

  it('is refused for a blocked organization, with the reason', async () => {
    const { db } = service.database
    await blockOrganization(db, stranger.orgId, 'The contract has ended.')
    try {
      const { detail } = expectProblem(await sendGood(variant, stranger, stranger.person.headers), 'blocked')
      expect(detail).toContain('The contract has ended.')
    } finally {
      await blockOrganization(db, stranger.orgId, null)
    }
  })
})

import { ADMINISTRATOR_ROLES, ANALYSTS, GLOBAL_ADMINISTRATORS, ROLES, USER_ROLES, type UserRole } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blockOrganization } from '../../src/directory/organizations/organization-service.ts'
import { rolesOf } from '../../src/gate/sessions/session-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { basic, type SignedIn, type TestOrganization, type TestService } from '../../src/testing/test-service.ts'
import { type Headers, provingHeaders } from './support/credentials.ts'
import { expectProblem } from './support/expect-problem.ts'
import { ALL, type Caller, createCaller, goodPath, label, PROTECTED, sendGood } from './support/good-calls.ts'
import { send } from './support/send.ts'

const VIEWABLE = PROTECTED.filter(({ endpoint }) => endpoint.viewers)

let service: TestService
let caller: Caller & { organization: TestOrganization }
let stranger: Caller
let byRole: Record<UserRole, SignedIn>
let keys: Record<string, Headers>
const cookieOf = ({ headers }: SignedIn): Headers => ({ cookie: headers.cookie as string })
const analyst = (): Headers => cookieOf(byRole['analytics-administrator'])

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

describe('an operation for keys and signed-in users', () => {
  it('is the whole warehouse, for analysts, and nothing else; the audit log is for global administrators', () => {
    const viewable = ALL.filter(({ viewers }) => viewers)
    expect(viewable.map(({ operation }) => operation)).toEqual(
      ALL.filter(({ tag }) => tag === 'warehouse').map(({ operation }) => operation),
    )
    for (const { operation, viewers } of viewable)
      expect(viewers).toEqual(operation === 'readAuditLog' ? GLOBAL_ADMINISTRATORS : ANALYSTS)
  })

  it('only reads data', () => {
    for (const { method, viewers } of ALL) if (viewers) expect(method).toBe('GET')
  })
})

describe.each(VIEWABLE.filter(({ scheme }) => scheme === 'bearer').map((variant) => ({ variant, name: label(variant) })))(
  '$name',
  ({ variant }) => {
    const { endpoint } = variant
    const viewers = endpoint.viewers as readonly UserRole[]
    const call = (headers: Headers) => sendGood(variant, caller, headers)
    const mayRead = (role: UserRole) => rolesOf([role]).some((each) => viewers.includes(each))

    it.each(USER_ROLES.filter(mayRead))('shows the role %s what it shows a key, and has no browser keep it', async (role) => {
      const answer = await call(cookieOf(byRole[role]))
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
      expect(answer.headers.vary).toMatch(/\bcookie\b/)
      const asKey = await call(keys['data-warehouse'] as Headers)
      expect([answer.text, answer.headers.etag]).toEqual([asKey.text, asKey.headers.etag])
      expect(asKey.headers['cache-control']).toBe('private, no-cache')
    })

    it.each(USER_ROLES.filter((role) => !mayRead(role)))('refuses the role %s and names those that may', async (role) => {
      const answer = await call(cookieOf(byRole[role]))
      const { detail } = expectProblem(answer, 'role_not_allowed')
      for (const allowed of viewers) expect(detail).toContain(allowed.replaceAll('-', ' '))
      expect(answer.headers['cache-control']).toBe('no-store')
    })

    it('treats callers without a session or with an ended one as before', async () => {
      for (const cookie of ['', 'rollcall_session=', '__Host-rollcall_session=x', 'other=1']) {
        expectProblem(await call({ cookie }), 'credentials_missing')
      }
      for (const token of ['x', 'x'.repeat(4000)])
        expectProblem(await call({ cookie: `rollcall_session=${token}` }), 'session_invalid')
      const ended = cookieOf(await service.signIn(caller.orgId, ['analytics-administrator']))
      await service.database.pool.query('update sessions set expires_at = now() where token_hash = sha256(convert_to($1, $2))', [
        ended.cookie?.slice('rollcall_session='.length),
        'UTF8',
      ])
      expectProblem(await call(ended), 'session_invalid')
    })

    it('prefers an Authorization header to a cookie', async () => {
      expectProblem(await call({ ...analyst(), authorization: 'Bearer x' }), 'token_invalid')
      expectProblem(await call({ ...analyst(), authorization: 'nonsense' }), 'credentials_invalid')
      expectProblem(await call({ ...analyst(), authorization: '' }), 'credentials_missing')
      expectProblem(await call({ ...analyst(), ...basic(caller.key) }), 'wrong_scheme')
      expectProblem(await call({ ...analyst(), ...keys['submitting-events'] }), 'role_not_allowed')
      const asKey = await call({ ...cookieOf(byRole.employee), ...keys['data-warehouse'] })
      expect([asKey.status, asKey.headers['cache-control']]).toEqual([200, 'private, no-cache'])
    })

    it('shows nothing of another organization, asked for or not', async () => {
      const path = goodPath(variant, caller)
      for (const headers of [cookieOf(stranger.person), keys['data-warehouse'] as Headers]) {
        const { status, text } = await sendGood(variant, stranger, headers, path)
        expect(status).toBe(200)
        const foreign = headers.cookie ? Object.values(caller.ids) : Object.values(stranger.ids)
        for (const id of foreign) expect(text).not.toContain(id)
      }
    })

    it('is refused for a blocked organization, with the reason', async () => {
      const { db } = service.database
      await blockOrganization(db, stranger.orgId, 'The contract has ended.')
      try {
        const answer = await sendGood(variant, stranger, cookieOf(stranger.person))
        expect(expectProblem(answer, 'blocked').detail).toContain('The contract has ended.')
      } finally {
        await blockOrganization(db, stranger.orgId, null)
      }
    })

    if (endpoint.streamed)
      it('also serves conditional and HEAD requests in a session', async () => {
        const path = goodPath(variant, caller)
        const viewer = cookieOf(byRole[viewers[0] as UserRole])
        const first = await call(viewer)
        const known = { ...viewer, 'if-none-match': first.headers.etag as string }
        for (const method of ['GET', 'HEAD']) {
          const same = await send(service.baseUrl, { method, path, headers: known })
          expect([same.status, same.text, same.headers['cache-control']]).toEqual([304, '', 'no-store'])
        }
        const head = await send(service.baseUrl, { method: 'HEAD', path, headers: viewer })
        expect([head.status, head.headers.etag]).toEqual([200, first.headers.etag])
        const refused = await send(service.baseUrl, { method: 'HEAD', path, headers: cookieOf(byRole.employee) })
        expect(refused.status).toBe(403)
      })
  },
)

describe.each(VIEWABLE.filter(({ scheme }) => scheme === 'basic').map((variant) => ({ variant, name: label(variant) })))(
  '$name',
  ({ variant }) => {
    it('never takes a cookie', async () => {
      expectProblem(await sendGood(variant, caller, analyst()), 'credentials_missing')
      expectProblem(await sendGood(variant, caller, cookieOf(byRole['global-administrator'])), 'credentials_missing')
      expect((await sendGood(variant, caller, { ...cookieOf(byRole.employee), ...basic(caller.key) })).status).toBe(200)
    })
  },
)

describe('the keys and what else they call', () => {
  it('take no cookie for operations that are not read', async () => {
    for (const variant of PROTECTED.filter(({ endpoint }) => !endpoint.viewers)) {
      expectProblem(await sendGood(variant, caller, cookieOf(byRole['global-administrator'])), 'credentials_missing')
    }
  })
})

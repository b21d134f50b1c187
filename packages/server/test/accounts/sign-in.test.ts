import { randomUUID, scryptSync } from 'node:crypto'
import { type ErrorCode, MAX_PASSWORD, MIN_PASSWORD } from '@rollcall/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hashPassword, PASSWORD_COST, setPasswordCost } from '../../src/directory/accounts/passwords.ts'
import { blockOrganization } from '../../src/directory/organizations/organization-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { CHEAP, cheapHash, type SignedIn, type TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import {
  cookieOf,
  countSessions,
  createUser,
  headersOf,
  setAccount,
  signInAs,
  storePasswordHash,
  WRONG,
  whoAmI,
} from './support.ts'

let service: TestService
let orgId: string
let owner: SignedIn

beforeAll(async () => {
  service = await shareTestService()
  orgId = (await service.createOrganization('Example')).id
  owner = await service.signIn(orgId, ['global-administrator'])
})
afterAll(() => service[Symbol.asyncDispose]())

/** Makes passwords of a test cost what they cost in production. */
const payFullCost = () => {
  setPasswordCost(PASSWORD_COST)
  onTestFinished(() => setPasswordCost(CHEAP))
}

describe('signing in', () => {
  it('starts a session with a cookie that scripts and other sites cannot use', async () => {
    const { userName, userId } = await service.signIn(orgId, ['bookings-administrator'])
    const answer = await signInAs(service, userName)
    expect(answer.status).toBe(201)
    expect(answer.json()).toMatchObject({ userId, userName, organizationId: orgId, organizationName: 'Example' })
    expect(answer.json().roles).toEqual(['employee', 'bookings-administrator'])
    expect(answer.headers['cache-control']).toBe('no-store')
    const { cookie, attributes } = cookieOf(answer)
    expect(cookie).toMatch(/^rollcall_session=[A-Za-z0-9_-]{43}$/)
    expect(attributes.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict'])
    expect((await whoAmI(service, { cookie })).json()).toEqual(answer.json())
  })

  it('never adopts a cookie from the request, whether invented or of another user', async () => {
    const { userName, userId } = await service.signIn(orgId)
    const planted = `rollcall_session=${'A'.repeat(43)}`
    for (const cookie of [planted, owner.headers.cookie as string]) {
      const answer = await signInAs(service, userName, { headers: { cookie } })
      expect(answer.status).toBe(201)
      expect(cookieOf(answer).cookie).not.toBe(cookie)
      expect((await whoAmI(service, headersOf(answer))).json()).toMatchObject({ userId })
    }
    expectProblem(await whoAmI(service, { cookie: planted }), 'session_invalid')
    expect((await whoAmI(service, owner.headers)).json()).toMatchObject({ userId: owner.userId })
  })

  it('gives the same answer to all who may not sign in: wrong password, unknown, without account, inactive', async () => {
    const { userName } = await service.signIn(orgId)
    const leaver = await service.signIn(orgId)
    await service.database.pool.query(`update users set status = 'inactive' where id = $1`, [leaver.userId])
    await createUser(service, orgId, 'without.account@example.com')
    const attempts = [
      signInAs(service, userName, { password: WRONG }),
      signInAs(service, userName, { organization: 'Elsewhere' }),
      signInAs(service, userName.toUpperCase()),
      signInAs(service, 'unknown@example.com'),
      signInAs(service, leaver.userName),
      signInAs(service, 'without.account@example.com'),
    ]
    const problems = (await Promise.all(attempts)).map((answer) => {
      expect(answer.headers['set-cookie']).toBeUndefined()
      return { ...expectProblem(answer, 'sign_in_failed'), instance: '' }
    })
    for (const problem of problems) expect(problem).toEqual(problems[0])
  })

  it('takes about as long for an unknown name as for a wrong password', async () => {
    payFullCost()
    const { userName, userId } = await service.signIn(orgId)
    await storePasswordHash(service, orgId, userId, await hashPassword('what a password really costs'))
    // Time of the processor, of which other programs take nothing.
    const costOf = async (name: string): Promise<number> => {
      const start = process.cpuUsage()
      await signInAs(service, name, { password: WRONG })
      return process.cpuUsage(start).user
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 3; round++) {
      known.push(await costOf(userName))
      unknown.push(await costOf(randomUUID()))
    }
    // Without a hash to compute, an answer costs a few milliseconds.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 3)
  })

  it('is not broken by another organization that makes a user of the same name', async () => {
    const { userName, userId } = await service.signIn(orgId)
    const passwords = ['of the second one', 'of the third one', 'of the fourth one']
    for (const [index, password] of passwords.entries()) {
      const { id } = await service.createOrganization(`Copycat ${index}`)
      const copy = await createUser(service, id, userName)
      await storePasswordHash(service, id, copy, cheapHash(password))
      expect((await signInAs(service, userName)).json()).toMatchObject({ userId, organizationId: orgId })
      expectProblem(await signInAs(service, userName, { password: WRONG }), 'sign_in_failed')
      const own = await signInAs(service, userName, { password, organization: `Copycat ${index}` })
      expect(own.json()).toMatchObject({ userId: copy })
      // Beyond three the newer ones name their organization.
      const isTried = index < 2
      expect((await signInAs(service, userName, { password })).status).toBe(isTried ? 201 : 401)
    }
  })

  it('asks for the organization where several have a user of the name and the password', async () => {
    const others = await service.createOrganization('Other')
    const userName = 'shared@example.com'
    const ids = await Promise.all([orgId, others.id].map((org) => createUser(service, org, userName)))
    const hash = cheapHash('correct horse battery')
    await Promise.all([orgId, others.id].map((org, index) => storePasswordHash(service, org, ids[index] as string, hash)))
    const password = 'correct horse battery'
    const ambiguous = expectProblem(await signInAs(service, userName, { password }), 'sign_in_failed')
    expect(ambiguous.detail).toContain('Name yours in organization')
    const wrong = expectProblem(await signInAs(service, userName, { password: WRONG }), 'sign_in_failed')
    expect(wrong.detail).not.toBe(ambiguous.detail)
    expectProblem(await signInAs(service, userName, { password, organization: 'Nowhere' }), 'sign_in_failed')
    const answers = await Promise.all(
      ['Example', 'Other'].map((organization) => signInAs(service, userName, { password, organization })),
    )
    expect(answers.map((answer) => answer.json().userId)).toEqual(ids)
    expect(answers.map((answer) => answer.json().organizationId)).toEqual([orgId, others.id])
  })

  it('explains the refusal only to users of a blocked organization, and starts no session', async () => {
    const { id } = await service.createOrganization('Blocked')
    const { userName, userId } = await service.signIn(id)
    await blockOrganization(service.database.db, id, 'Not paid')
    const before = await countSessions(service, userId)
    expect(expectProblem(await signInAs(service, userName), 'blocked').detail).toMatch(/^Not paid\. /)
    expectProblem(await signInAs(service, userName, { password: WRONG }), 'sign_in_failed')
    expect(await countSessions(service, userId)).toBe(before)
    await blockOrganization(service.database.db, id, null)
    expect((await signInAs(service, userName)).status).toBe(201)
  })

  it('leaves a person 20 sessions: the oldest end', async () => {
    const { userName, userId, headers } = await service.signIn(orgId)
    for (let session = 0; session < 19; session++) await service.signIn(orgId, [], userId)
    expect((await whoAmI(service, headers)).status).toBe(200)
    expect((await signInAs(service, userName)).status).toBe(201)
    expectProblem(await whoAmI(service, headers), 'session_invalid')
    expect(await countSessions(service, userId)).toBe(20)
  })

  it('leaves no session of a password that was changed at the same moment', async () => {
    const { userName, userId } = await service.signIn(orgId)
    await service.database.pool.query('delete from sessions where user_id = $1', [userId])
    const client = await service.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(`update user_accounts set password_hash = password_hash || '=' where user_id = $1`, [userId])
      const signingIn = signInAs(service, userName)
      await expect.poll(() => waitingForLocks(service)).toBe(1)
      await client.query('commit')
      expectProblem(await signingIn, 'sign_in_failed')
      expect(await countSessions(service, userId)).toBe(0)
    } finally {
      client.release(true)
    }
  })
})

const waitingForLocks = async ({ database }: TestService): Promise<number> => {
  const text = 'select from pg_stat_activity where datname = current_database() and wait_event_type = $1'
  return (await database.pool.query(text, ['Lock'])).rowCount ?? 0
}

describe('a password', () => {
  const lengths: [number, number | ErrorCode][] = [
    [MIN_PASSWORD - 1, 'invalid_body'],
    [MIN_PASSWORD, 200],
    [MAX_PASSWORD, 200],
    [MAX_PASSWORD + 1, 'invalid_body'],
  ]
  it.each(lengths)('of %i characters is answered %s', async (length, expected) => {
    const userId = await createUser(service, orgId, `length.${length}@example.com`)
    const password = 'x'.repeat(length)
    const answer = await setAccount(service, owner, userId, { password })
    const authenticateSession = await signInAs(service, `length.${length}@example.com`, { password })
    if (typeof expected === 'number') return expect([answer.status, authenticateSession.status]).toEqual([expected, 201])
    expectProblem(answer, expected)
    expectProblem(authenticateSession, length > MAX_PASSWORD ? 'invalid_body' : 'sign_in_failed')
  })

  it('is the same whichever way its letters are composed', async () => {
    const userId = await createUser(service, orgId, 'composed@example.com')
    expect((await setAccount(service, owner, userId, { password: 'Käsekuchen bitte'.normalize('NFC') })).status).toBe(200)
    const password = 'Käsekuchen bitte'.normalize('NFD')
    expect((await signInAs(service, 'composed@example.com', { password })).status).toBe(201)
  })

  it('that was hashed at another cost and length verifies still', async () => {
    const salt = Buffer.from('salt of 17 bytes.')
    const hash = scryptSync('correct horse battery', salt, 64, { N: 2 ** 10, r: 4, p: 2 })
    for (const [index, form] of [
      (b: Buffer) => b.toString('base64'),
      (b: Buffer) => b.toString('base64').replaceAll('=', ''),
    ].entries()) {
      const userId = await createUser(service, orgId, `older.${index}@example.com`)
      await storePasswordHash(service, orgId, userId, `$scrypt$ln=10,r=4,p=2$${form(salt)}$${form(hash)}`)
      const attempt = (password: string) => signInAs(service, `older.${index}@example.com`, { password })
      expect([(await attempt('correct horse battery')).status, (await attempt(WRONG)).status]).toEqual([201, 401])
    }
  })

  it('is stored as a hash of its own salt', async () => {
    payFullCost()
    const [first, second] = await Promise.all([hashPassword('correct horse battery'), hashPassword('correct horse battery')])
    expect(first).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(second).not.toBe(first)
  })
})

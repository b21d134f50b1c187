import type { Session } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ensureUser } from '../../src/directory/accounts/account-directory.ts'
import { setUpCode, withSlowDown } from '../../src/directory/accounts/set-up.ts'
import { createSealer } from '../../src/gate/sealing/sealing.ts'
import { AppError } from '../../src/platform/errors.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { PASSWORD, startTestService, type TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { post, send } from '../http/support/send.ts'
import { createUser, headersOf, signInAs, whoAmI } from './support.ts'

let service: TestService
let orgId: string
let code: string

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())
beforeEach(async () => {
  orgId = (await service.createOrganization()).id
  code = setUpCode(service.sealer, orgId)
})

const setUp = (body: object = {}) =>
  post(service.baseUrl, '/api/set-up', { code, userName: 'ada@example.com', password: PASSWORD, ...body })

describe('setting up an organization', () => {
  it('makes its first administrator, names it, and signs them in', async () => {
    const organizationName = `Byron & Co ${orgId}`
    const answer = await setUp({ firstName: 'Ada', lastName: 'Byron', organizationName, timeZone: 'Europe/Paris' })
    expect(answer.status).toBe(201)
    const session = answer.json<Session>()
    expect(session).toMatchObject({ organizationId: orgId, organizationName, userName: 'ada@example.com', firstName: 'Ada' })
    expect(session.roles).toContain('global-administrator')
    expect((await whoAmI(service, headersOf(answer))).json()).toMatchObject({ userId: session.userId })
    expect((await signInAs(service, 'ada@example.com', { organization: organizationName })).status).toBe(201)
    const settings = await send(service.baseUrl, { path: '/api/settings', headers: headersOf(answer) })
    expect(settings.json()).toMatchObject({ organizationName, timeZone: 'Europe/Paris' })
  })

  it('takes the user of this name where there is one', async () => {
    const userId = await createUser(service, orgId, 'ada@example.com')
    expect((await setUp()).json()).toMatchObject({ userId })
  })

  it('makes another user where the one who once had this name has a new one', async () => {
    const { db, pool } = service.database
    await ensureUser(db, orgId, 'ada@example.com')
    const { rows } = await pool.query<{ id: string }>(
      `update users set user_name = 'byron@example.com' where org_id = $1 returning id`,
      [orgId],
    )
    const { userId, userName } = (await setUp()).json<Session>()
    expect(userName).toBe('ada@example.com')
    expect(userId).not.toBe(rows[0]?.id)
  })

  it('is done once, however many try at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) => setUp({ userName: `administrator-${index}@example.com` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expectProblem(await setUp(), 'set_up_done')
  })

  it('is closed once an administrator can sign in', async () => {
    await service.signIn(orgId)
    expectProblem(await setUp(), 'set_up_done')
  })

  it.each([
    ['made up', () => 'q0x7bq5vSg9rD1m0bqzKqg'],
    ['a day old', () => setUpCode(service.sealer, orgId, Date.now() - 24 * 3_600_000)],
    ['of a version that knew no end', () => service.sealer.seal(orgId, 'set-up').toString('base64url')],
    ['changed in one place', () => `${code.slice(0, 20)}${code[20] === 'A' ? 'B' : 'A'}${code.slice(21)}`],
    ['of another service', () => setUpCode(createSealer(Buffer.alloc(32, 7)), orgId)],
    ['of an organization that is not here', () => setUpCode(service.sealer, '6f1c0f0e-6d2b-4d43-9f0c-0d7b6f3a9e21')],
    ['a secret that was sealed for something else', () => service.sealer.seal(orgId, 'key').toString('base64url')],
  ])('is refused with a code that is %s', async (_, wrong) => {
    expectProblem(await setUp({ code: wrong() }), 'set_up_code_invalid')
    expect((await setUp()).status).toBe(201)
  })

  it('works until a day has passed, and says then how to get another one', async () => {
    const old = setUpCode(service.sealer, orgId, Date.now() - 25 * 3_600_000)
    expect(expectProblem(await setUp({ code: old }), 'set_up_code_invalid').detail).toContain('npx rollcall org set-up')
    const almost = setUpCode(service.sealer, orgId, Date.now() - 24 * 3_600_000 + 60_000)
    expect((await setUp({ code: almost })).status).toBe(201)
  })

  it('is slowed down for who guesses, and not for who knows', async () => {
    const attempts: number[] = []
    const slowDown = { failed: async () => void attempts.push(1), attempt: async () => undefined }
    const refusal = new AppError('set_up_code_invalid')
    await expect(withSlowDown(slowDown, '192.0.2.1', () => Promise.reject(refusal))).rejects.toBe(refusal)
    await expect(withSlowDown(slowDown, '192.0.2.1', () => Promise.reject(new AppError('set_up_done')))).rejects.toThrow()
    expect(await withSlowDown(slowDown, '192.0.2.1', async () => 'done')).toBe('done')
    expect(attempts).toHaveLength(1)
  })

  it('changes nothing where a part of it is refused', async () => {
    const { name } = { name: `Taken ${orgId}` }
    await service.createOrganization(name)
    expectProblem(await setUp({ organizationName: name }), 'name_taken')
    expect((await setUp({ timeZone: 'Mars/Olympus' })).status).toBe(400)
    expect((await setUp({ password: 'too short' })).status).toBe(400)
    await createUser(service, orgId, 'gone@example.com', 'inactive')
    expectProblem(await setUp({ userName: 'gone@example.com' }), 'user_inactive')
    const { rows } = await service.database.pool.query('select user_name from users where org_id = $1', [orgId])
    expect(rows).toEqual([{ user_name: 'gone@example.com' }])
    expect((await setUp()).status).toBe(201)
  })

  it('is refused where the organization is blocked', async () => {
    await service.database.pool.query(`update organizations set blocked_at = now(), blocked_reason = 'unpaid' where id = $1`, [
      orgId,
    ])
    expectProblem(await setUp(), 'blocked')
  })
})

it('a service says that it waits for its first administrator until one can sign in', async () => {
  await using fresh = await startTestService()
  const isOpen = async () => (await send(fresh.baseUrl, { path: '/api/set-up' })).json<{ isOpen: boolean }>().isOpen
  const { id } = await fresh.createOrganization()
  expect(await isOpen()).toBe(true)
  await fresh.signIn(id)
  expect(await isOpen()).toBe(false)
})

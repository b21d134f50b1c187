import { randomUUID } from 'node:crypto'
import type { Account } from '@rollcall/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { SignedIn, TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { send } from '../http/support/send.ts'
import { createUser, removeAccount, setAccount, whoAmI } from './support.ts'

let service: TestService
let orgId: string
let owner: SignedIn

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  orgId = (await service.createOrganization()).id
  owner = await service.signIn(orgId, ['global-administrator'])
})

const rolesOfOwner = async () => (await whoAmI(service, owner.headers)).json<{ roles: string[] }>().roles

describe('the last global administrator', () => {
  it('can neither give up the role nor the account', async () => {
    await service.signIn(orgId, ['workplace-administrator'])
    expectProblem(await setAccount(service, owner, owner.userId, { roles: ['workplace-administrator'] }), 'last_administrator')
    expectProblem(await removeAccount(service, owner, owner.userId), 'last_administrator')
    expect(await rolesOfOwner()).toContain('global-administrator')
  })

  it('may change the own password and keep the role', async () => {
    expect((await setAccount(service, owner, owner.userId, { password: 'another good password' })).status).toBe(200)
  })

  it('is no one whose user is inactive', async () => {
    const leaver = await service.signIn(orgId, ['global-administrator'])
    await service.database.pool.query(`update users set status = 'inactive' where id = $1`, [leaver.userId])
    expectProblem(await setAccount(service, owner, owner.userId, { roles: [] }), 'last_administrator')
  })

  it('may go once there is another one', async () => {
    await service.signIn(orgId, ['global-administrator'])
    expect((await setAccount(service, owner, owner.userId, { roles: [] })).status).toBe(200)
    expect(await rolesOfOwner()).toEqual(['employee'])
  })

  it('is counted per organization', async () => {
    const other = await service.createOrganization()
    await service.signIn(other.id, ['global-administrator'])
    expectProblem(await removeAccount(service, owner, owner.userId), 'last_administrator')
  })
})

it('Of two administrators who demote each other at once, one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await service.createOrganization()
    const [first, second] = await Promise.all([1, 2].map(() => service.signIn(id, ['global-administrator'])))
    if (!first || !second) throw new Error('Two are needed')
    const answers = await Promise.all([
      setAccount(service, first, second.userId, { roles: [] }),
      removeAccount(service, second, first.userId),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)])
    const { rows } = await service.database.pool.query(
      `select user_id from user_accounts where org_id = $1 and 'global-administrator' = any (roles)`,
      [id],
    )
    expect(rows).toHaveLength(1)
  }
})

describe('accounts', () => {
  const get = (path: string, who = owner) => send(service.baseUrl, { path, headers: who.headers })

  it('are listed by userName, page by page, and read one by one', async () => {
    const people = await Promise.all([1, 2, 3].map(() => service.signIn(orgId, ['bookings-administrator'])))
    await createUser(service, orgId, 'without an account')
    await service.database.pool.query(`update users set status = 'inactive' where id = $1`, [people[0]?.userId])
    const items: Account[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await get(`/api/accounts?limit=2${cursor && `&cursor=${cursor}`}`)
      const page: { items: Account[]; nextCursor: string | null } = answer.json()
      items.push(...page.items)
      cursor = page.nextCursor
    }
    expect(items.map(({ userName }) => userName)).toEqual([owner, ...people].map(({ userName }) => userName).sort())
    expect(items.find(({ userId }) => userId === people[0]?.userId)).toMatchObject({
      ...{ status: 'inactive', roles: ['employee', 'bookings-administrator'] },
    })
    for (const item of items) {
      expect((await get(`/api/users/${item.userId}/account`)).json()).toEqual(item)
      expect((await get(`/api/accounts?userId=${item.userId.toUpperCase()}`)).json()).toEqual({ items: [item], nextCursor: null })
    }
    for (const userId of [await createUser(service, orgId, 'without one either'), 'no-id']) {
      expect((await get(`/api/accounts?userId=${userId}`)).json().items).toEqual([])
    }
  })

  it('are shown to global administrators only', async () => {
    const workplaceAdmin = await service.signIn(orgId, ['workplace-administrator'])
    for (const path of ['/api/accounts', '/api/users/me/account'])
      expectProblem(await get(path, workplaceAdmin), 'role_not_allowed')
    const other = await service.createOrganization()
    const stranger = await service.signIn(other.id, ['global-administrator'])
    expectProblem(await get(`/api/users/${owner.userId}/account`, stranger), 'entity_not_found')
    expect((await get('/api/accounts', stranger)).json().items).toMatchObject([{ userId: stranger.userId }])
    expect((await get(`/api/accounts?userId=${owner.userId}`, stranger)).json().items).toEqual([])
  })

  it('do not exist for those who cannot sign in', async () => {
    const userId = await createUser(service, orgId, 'unused name')
    expectProblem(await get(`/api/users/${userId}/account`), 'entity_not_found')
  })
})

describe('an account', () => {
  it('is made with a password, for active users of the organization only', async () => {
    const userId = await createUser(service, orgId, 'new@example.com')
    expectProblem(await setAccount(service, owner, userId, { roles: [] }), 'invalid_request')
    const created = await setAccount(service, owner, userId, { password: 'correct horse battery' })
    expect([created.status, created.json().roles]).toEqual([200, ['employee']])
    const leaver = await createUser(service, orgId, 'leaver@example.com', 'inactive')
    expectProblem(await setAccount(service, owner, leaver, { password: 'correct horse battery' }), 'user_inactive')
    expectProblem(await setAccount(service, owner, randomUUID(), { password: 'correct horse battery' }), 'entity_not_found')
  })

  it('keeps its password when only roles are set, and its roles when only the password is', async () => {
    const person = await service.signIn(orgId)
    await setAccount(service, owner, person.userId, { roles: ['analytics-administrator'] })
    expect((await whoAmI(service, person.headers)).status).toBe(200)
    const answer = await setAccount(service, owner, person.userId, { password: 'another good password' })
    expect(answer.json().roles).toEqual(['employee', 'analytics-administrator'])
  })

  it('of a global administrator has every role', async () => {
    expect(await rolesOfOwner()).toEqual([
      'employee',
      'analytics-administrator',
      'bookings-administrator',
      'workplace-administrator',
      'global-administrator',
    ])
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { purgeSessions } from '../../src/gate/sessions/expired-sessions.ts'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { PASSWORD, type SignedIn, type TestService } from '../../src/testing/test-service.ts'
import { expectProblem } from '../http/support/expect-problem.ts'
import { send } from '../http/support/send.ts'
import { changePassword, countSessions, removeAccount, setAccount, signInAs, WRONG, whoAmI } from './support.ts'

let service: TestService
let orgId: string
let owner: SignedIn

beforeAll(async () => {
  service = await shareTestService()
  orgId = (await service.createOrganization()).id
  owner = await service.signIn(orgId, ['global-administrator'])
})
afterAll(() => service[Symbol.asyncDispose]())

/** Moves the times of all sessions of a user into the past. */
const age = ({ userId }: SignedIn, interval: string) =>
  service.database.pool.query(
    `update sessions
     set created_at = created_at - $2::interval, last_used_at = last_used_at - $2::interval, expires_at = expires_at - $2::interval
     where user_id = $1`,
    [userId, interval],
  )

const expiryIn = async ({ headers }: SignedIn): Promise<number> => {
  const { expiresAt } = (await whoAmI(service, headers)).json<{ expiresAt: string }>()
  return (Date.parse(expiresAt) - Date.now()) / 3_600_000
}

describe('a session', () => {
  it('ends with signing out, at the next request', async () => {
    const person = await service.signIn(orgId)
    const elsewhere = await service.signIn(orgId, [], person.userId)
    const answer = await send(service.baseUrl, { method: 'DELETE', path: '/api/session', headers: person.headers })
    expect(answer.status).toBe(200)
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^rollcall_session=;.*Expires=Thu, 01 Jan 1970/)
    expectProblem(await whoAmI(service, person.headers), 'session_invalid')
    expect((await whoAmI(service, elsewhere.headers)).status).toBe(200)
  })

  it('ends after a day without use, and lives on when it is used before', async () => {
    const person = await service.signIn(orgId)
    expect(await expiryIn(person)).toBeCloseTo(24, 1)
    await age(person, '23 hours 59 minutes')
    expect(await expiryIn(person)).toBeCloseTo(24, 1)
    await age(person, '24 hours')
    expectProblem(await whoAmI(service, person.headers), 'session_invalid')
  })

  it('is not written at every use', async () => {
    const person = await service.signIn(orgId)
    await age(person, '4 minutes')
    const lastUsed = async () =>
      (await service.database.pool.query('select last_used_at from sessions where user_id = $1', [person.userId])).rows
    const before = await lastUsed()
    await whoAmI(service, person.headers)
    expect(await lastUsed()).toEqual(before)
    await age(person, '2 minutes')
    await whoAmI(service, person.headers)
    expect(await lastUsed()).not.toEqual(before)
  })

  it('ends after seven days, however much it is used', async () => {
    const person = await service.signIn(orgId)
    for (let day = 0; day < 7; day++) {
      await age(person, '23 hours')
      expect((await whoAmI(service, person.headers)).status).toBe(200)
    }
    // 161 of 168 hours are over.
    expect(await expiryIn(person)).toBeCloseTo(7, 1)
    await age(person, '7 hours')
    expectProblem(await whoAmI(service, person.headers), 'session_invalid')
  })

  it('is deleted from the database once it has ended', async () => {
    const person = await service.signIn(orgId)
    const other = await service.signIn(orgId)
    await age(person, '25 hours')
    await purgeSessions(service.database.db)
    expect([await countSessions(service, person.userId), await countSessions(service, other.userId)]).toEqual([0, 1])
  })

  it('pauses while its user is inactive', async () => {
    const person = await service.signIn(orgId)
    const become = (status: string) =>
      service.database.pool.query('update users set status = $2 where id = $1', [person.userId, status])
    await become('inactive')
    expectProblem(await whoAmI(service, person.headers), 'session_invalid')
    await become('active')
    expect((await whoAmI(service, person.headers)).status).toBe(200)
  })

  it('is not started by a sign-in that is under way when its user becomes inactive', async () => {
    const person = await service.signIn(orgId)
    const client = await service.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(`update users set status = 'inactive' where id = $1`, [person.userId])
      await client.query('delete from sessions where user_id = $1', [person.userId])
      const signingIn = signInAs(service, person.userName)
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await service.database.pool.query(waiting)).rowCount).toBe(1)
      await client.query('commit')
      expectProblem(await signingIn, 'sign_in_failed')
      expect(await countSessions(service, person.userId)).toBe(0)
    } finally {
      client.release()
    }
  })

  it('ends when an import makes its user inactive, also if another one takes that back', async () => {
    const [person, other] = [await service.signIn(orgId), await service.signIn(orgId)]
    for (const status of ['inactive', 'active']) {
      await importDirectory(service.database.db, orgId, { users: [{ userName: person.userName, status }] })
    }
    expectProblem(await whoAmI(service, person.headers), 'session_invalid')
    expect((await whoAmI(service, other.headers)).status).toBe(200)
  })

  it('ends with the account', async () => {
    const person = await service.signIn(orgId)
    expect((await removeAccount(service, owner, person.userId)).status).toBe(200)
    expectProblem(await whoAmI(service, person.headers), 'session_invalid')
    expectProblem(await signInAs(service, person.userName), 'sign_in_failed')
    expectProblem(await removeAccount(service, owner, person.userId), 'entity_not_found')
  })

  it('has the roles that its user has now', async () => {
    const person = await service.signIn(orgId)
    await setAccount(service, owner, person.userId, { roles: ['workplace-administrator'] })
    expect((await whoAmI(service, person.headers)).json().roles).toEqual(['employee', 'workplace-administrator'])
    await setAccount(service, owner, person.userId, { roles: [] })
    expect((await whoAmI(service, person.headers)).json().roles).toEqual(['employee'])
  })
})

describe('changing the own password', () => {
  it('ends all other sessions, and only the new one signs in', async () => {
    const person = await service.signIn(orgId)
    const elsewhere = await service.signIn(orgId, [], person.userId)
    const answer = await changePassword(service, person.headers, PASSWORD, 'another good password')
    expect(answer.status).toBe(200)
    expect((await whoAmI(service, person.headers)).status).toBe(200)
    expectProblem(await whoAmI(service, elsewhere.headers), 'session_invalid')
    expectProblem(await signInAs(service, person.userName), 'sign_in_failed')
    expect((await signInAs(service, person.userName, { password: 'another good password' })).status).toBe(201)
  })

  it('needs the password so far', async () => {
    const person = await service.signIn(orgId)
    expectProblem(await changePassword(service, person.headers, WRONG, 'another good password'), 'sign_in_failed')
    expect((await signInAs(service, person.userName)).status).toBe(201)
  })

  it('does not undo what an administrator set at the same moment', async () => {
    const person = await service.signIn(orgId)
    const client = await service.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(`update user_accounts set password_hash = 'reset' where user_id = $1`, [person.userId])
      const changing = changePassword(service, person.headers, PASSWORD, 'another good password')
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await service.database.pool.query(waiting)).rowCount).toBe(1)
      await client.query('commit')
      expectProblem(await changing, 'sign_in_failed')
      const { rows } = await client.query('select password_hash from user_accounts where user_id = $1', [person.userId])
      expect(rows).toEqual([{ password_hash: 'reset' }])
    } finally {
      client.release()
    }
  })
})

it('A password that an administrator sets ends all sessions of the user', async () => {
  const person = await service.signIn(orgId)
  expect((await setAccount(service, owner, person.userId, { password: 'given by the owner' })).status).toBe(200)
  expectProblem(await whoAmI(service, person.headers), 'session_invalid')
  expect((await signInAs(service, person.userName, { password: 'given by the owner' })).status).toBe(201)
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runRetention } from '../../src/operations/privacy/retention-service.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import { awaitSteadyDay } from '../../src/testing/steady-day.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { readEntries } from '../audit/support.ts'
import { send } from '../http/support/send.ts'
import { ENTERPRISE, setUp } from './support.ts'

let service: TestService
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())

const DAY_MS = 86_400_000
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS)

const ADA = {
  userName: 'ada.byron',
  name: { givenName: 'Ada', familyName: 'Byron' },
  emails: [{ value: 'ada.byron@example.com' }],
  [ENTERPRISE]: { department: 'Engines' },
}

/** An organization of which a provider sent Ada. */
const setUpAda = async () => {
  await awaitSteadyDay()
  const parts = await setUp(service)
  const { id } = await parts.scim.post('/Users', ADA)
  const retain = (days: number) => runRetention(service.database, parts.orgId, { moment: inDays(days) })
  const nameNow = async () => (await parts.storedUser(id))?.user_name
  const administrator = await service.signIn(parts.orgId, ['global-administrator'])
  const setStatus = async (status: 'active' | 'inactive') => {
    const headers = { 'content-type': 'application/json', ...administrator.headers }
    const answer = await send(service.baseUrl, { method: 'PATCH', path: `/api/users/${id}`, body: { status }, headers })
    expect(answer.status, answer.text).toBe(200)
  }
  return { ...parts, id, retain, nameNow, setStatus }
}

describe('the retention of deleted users', () => {
  it('keeps a user for 90 days, and erases the person on the day after', async () => {
    const { id, scim, orgId, retain, nameNow, query } = await setUpAda()
    await scim.remove(`/Users/${id}`)
    expect(await retain(90)).toEqual([])
    expect(await nameNow()).toBe('ada.byron')
    expect(await retain(91)).toMatchObject([{ kind: 'deletedUsers' }])
    expect(await nameNow()).toBe(`erased-${id.slice(0, 8)}`)
    expect(await query('select from provisioned_users where org_id = $1')).toEqual([])
    expect(await query('select user_id, erased_by_user_id from erasures where org_id = $1')).toEqual([
      { user_id: id, erased_by_user_id: null },
    ])
    expect(
      await query('select changed_by from user_actions where org_id = $1 and user_id = $2 and action = $3', id, 'erased'),
    ).toEqual([{ changed_by: 'directory' }])
    const entries = await readEntries(service, orgId)
    expect(entries.at(-1)).toMatchObject({
      ...{ action: 'person.erase', actorType: 'service', actorName: 'retention', entityType: 'user', entityId: id },
    })
    expect(JSON.stringify(entries)).not.toMatch(/byron/i)
    expect(await retain(92)).toEqual([])
  })

  it('counts days in the time zone of the organization', async () => {
    const { id, scim, retain, nameNow, query, orgId } = await setUpAda()
    await scim.remove(`/Users/${id}`)
    await query(`update organizations set time_zone = 'Asia/Tokyo', deleted_user_retention_days = 31 where id = $1`)
    await query(`update provisioned_users set deleted_at = '2026-03-01T14:59:59Z' where org_id = $1`)
    const at = (moment: string) => runRetention(service.database, orgId, { moment: new Date(moment) })
    // It was 1 March in Tokyo, for another second.
    expect(await at('2026-04-01T14:59:59Z')).toEqual([])
    expect(await nameNow()).toBe('ada.byron')
    expect(await at('2026-04-01T15:00:00Z')).toEqual([{ kind: 'deletedUsers', lastDay: '2026-03-01', through: '2026-03-01' }])
    expect(await retain(1)).toEqual([])
  })

  it('does not begin with a user who is only inactive, and never does if it is off', async () => {
    const { id, scim, retain, nameNow, query } = await setUpAda()
    await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })
    expect(await retain(4000)).toEqual([])
    await scim.remove(`/Users/${id}`)
    await query('update organizations set deleted_user_retention_days = null where id = $1')
    expect(await retain(4000)).toEqual([])
    expect(await nameNow()).toBe('ada.byron')
  })

  it('ends when the provider sends the user again; after an erasure the name is another person', async () => {
    const { id, scim, retain, nameNow } = await setUpAda()
    await scim.remove(`/Users/${id}`)
    expect((await scim.post('/Users', ADA)).id).toBe(id)
    expect(await retain(91)).toEqual([])
    expect(await nameNow()).toBe('ada.byron')
    await scim.remove(`/Users/${id}`)
    expect(await retain(91)).toHaveLength(1)
    const again = await scim.post('/Users', ADA)
    expect(again.id).not.toBe(id)
    expect(await scim.find('Users', 'userName eq "ada.byron"')).toMatchObject([{ id: again.id }])
  })

  it('spares a deleted user whom an administrator made active, and counts from the day the user leaves again', async () => {
    const { id, scim, retain, nameNow, setStatus, query } = await setUpAda()
    await scim.remove(`/Users/${id}`)
    await query(`update provisioned_users set deleted_at = now() - interval '80 days' where org_id = $1`)
    await setStatus('active')
    expect(await retain(4000)).toEqual([])
    await setStatus('inactive')
    expect(await retain(90)).toEqual([])
    expect(await nameNow()).toBe('ada.byron')
    expect(await retain(91)).toHaveLength(1)
  })

  it('touches no one of another organization', async () => {
    const [ours, theirs] = [await setUpAda(), await setUpAda()]
    for (const { scim, id } of [ours, theirs]) await scim.remove(`/Users/${id}`)
    await ours.retain(91)
    expect(await theirs.nameNow()).toBe('ada.byron')
  })
})

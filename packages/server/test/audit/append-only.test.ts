import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAct } from '../../src/gate/audit/act.ts'
import { recordChange } from '../../src/gate/audit/audit-log.ts'
import { transact } from '../../src/platform/transactions/transact.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestService } from '../../src/testing/test-service.ts'
import { readEntries } from './support.ts'

const ACT = { action: 'key.create', actor: { type: 'service' }, address: '192.0.2.1' } as const

let service: TestService
let orgId: string
beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  orgId = (await service.createOrganization()).id
  await runAct(ACT, () => recordChange(service.database.db, orgId, { after: { name: 'Badges' } }))
})

const query = (text: string) => service.database.pool.query(text, text.includes('$1') ? [orgId] : [])
const makeOlder = async (days: number): Promise<void> => {
  await query(
    `insert into audit_log (org_id, at, action, actor_type) values ($1, now() - interval '${days} days', 'key.revoke', 'service')`,
  )
}

describe('the audit log', () => {
  it.each([
    'update audit_log set after = null where org_id = $1',
    `update audit_log set action = 'key.revoke' where org_id = $1`,
    'update audit_log set address = null where org_id = $1',
    'delete from audit_log where org_id = $1',
    'truncate audit_log',
    'truncate audit_log cascade',
  ])('refuses: %s', async (statement) => {
    const before = await readEntries(service, orgId)
    await expect(query(statement)).rejects.toThrow('The audit log only grows')
    expect(await readEntries(service, orgId)).toEqual(before)
  })

  it('lets an erasure remove what identifies a person, and nothing else', async () => {
    const erasing = async (change: string): Promise<unknown> => {
      const client = await service.database.pool.connect()
      try {
        await client.query(`begin; set local rollcall.erasing = 'on'`)
        await client.query(`update audit_log set ${change} where org_id = $1`, [orgId])
        return await client.query('commit')
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
    for (const change of [
      `action = 'key.revoke'`,
      'at = now()',
      `address = '192.0.2.9'`,
      `after = '{"name": "Doors"}'`,
      `actor_type = 'key'`,
    ]) {
      await expect(erasing(change)).rejects.toThrow('The audit log only grows')
    }
    await erasing(`address = null, after = '{"erased": true}'`)
    expect(await readEntries(service, orgId)).toMatchObject([{ action: 'key.create', address: null, after: { erased: true } }])
  })

  it('lets go of entries past the retention of their organization, and of no others', async () => {
    await makeOlder(401)
    await query(`delete from audit_log where org_id = $1 and at < now() - interval '400 days'`)
    expect((await readEntries(service, orgId)).map(({ action }) => action)).toEqual(['key.create'])
    await makeOlder(399)
    await expect(query(`delete from audit_log where org_id = $1 and action = 'key.revoke'`)).rejects.toThrow(
      'before its retention',
    )
    await query('update organizations set audit_retention_days = null where id = $1')
    await makeOlder(4000)
    await expect(query(`delete from audit_log where org_id = $1 and action = 'key.revoke'`)).rejects.toThrow(
      'before its retention',
    )
  })

  it('has no entry of a change that was rolled back', async () => {
    const before = await readEntries(service, orgId)
    const change = runAct(ACT, () =>
      transact(service.database.db, async (trx) => {
        await recordChange(trx, orgId, { after: { name: 'Doors' } })
        throw new Error('It failed later.')
      }),
    )
    await expect(change).rejects.toThrow('It failed later.')
    expect(await readEntries(service, orgId)).toEqual(before)
  })

  it('has no entry of work outside of an act, and none of a change that changes nothing', async () => {
    const before = await readEntries(service, orgId)
    await recordChange(service.database.db, orgId, { after: { name: 'Doors' } })
    const same = { name: 'Doors', updatedAt: 1 }
    await runAct(ACT, () => recordChange(service.database.db, orgId, { before: same, after: { ...same, updatedAt: 2 } }))
    expect(await readEntries(service, orgId)).toEqual(before)
  })
})

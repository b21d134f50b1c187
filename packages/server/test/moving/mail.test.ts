import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { confirmMove, moveOrganization } from '../../src/operations/moving/move-organization.ts'
import { isBeingMoved } from '../../src/platform/errors.ts'
import type { TestDatabase } from '../../src/testing/test-database.ts'
import { startTestService } from '../../src/testing/test-service.ts'
import { headerOf, openMailbox } from '../mail/mailbox.ts'
import { createPerson, mailTo, QUICK, write } from '../mail/support.ts'

/** What a node has at a time; only this much may be on its way when the organization leaves. */
const BATCH = 12

it('mail of an organization that moves is sent by its old or its new cell: none is lost, and what is sent twice has one Message-ID', async () => {
  await using mailbox = await openMailbox({ onData: () => delay(5) })
  // On a busy machine sending a batch takes seconds: another node would send it as well once the claim is over.
  const mailTiming = { ...QUICK, claimMs: 10_000 }
  await using service = await startTestService({ mail: mailTo(mailbox.url), mailTiming, nightly: false }, undefined, ['two'])
  const [main, two] = [service.cells.get('main') as TestDatabase, service.cells.get('two') as TestDatabase]
  const { id: orgId } = await service.createOrganization()
  const { userId } = await createPerson(service, orgId)
  const cells = {
    control: main.db,
    names: [...service.cells.keys()],
    open: async (name: string) => service.cells.get(name) as TestDatabase,
  }

  const written = new Set<string>()
  const writeOne = async (database: TestDatabase): Promise<void> => {
    const mail = await write({ database }, orgId, { kind: 'test', userId }).catch((error) => {
      if (!isBeingMoved(error)) throw error
    })
    if (mail) written.add(mail.id)
  }
  for (let index = 0; index < 60; index++) await writeOne(two)
  let isMoving = true
  const writing = (async () => {
    while (isMoving) {
      await writeOne(two)
      await delay(2)
    }
  })()
  expect(await moveOrganization(cells, orgId, 'main')).toMatchObject({ phase: 'switched', from: 'two', to: 'main' })
  isMoving = false
  await writing
  for (let index = 0; index < 20; index++) await writeOne(main)

  const waiting = async () => {
    const { rows } = await main.pool.query('select id from outgoing_mails where org_id = $1 and status <> $2', [orgId, 'sent'])
    return rows.length
  }
  await expect.poll(waiting, { interval: 200 }).toBe(0)
  const { rows } = await main.pool.query<{ id: string }>('select id from outgoing_mails where org_id = $1', [orgId])
  expect(new Set(rows.map(({ id }) => id))).toEqual(written)
  const arrived = mailbox.arrived.map((mail) => headerOf(mail, 'Message-ID')?.slice(1).split('@')[0])
  expect(new Set(arrived)).toEqual(written)
  expect(arrived.length - written.size).toBeLessThanOrEqual(BATCH)

  await confirmMove(cells, orgId)
  expect((await two.pool.query('select from outgoing_mails where org_id = $1', [orgId])).rows).toEqual([])
})

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { replaceHierarchy } from '../../src/directory/hierarchy/hierarchy-service.ts'
import { importDirectory } from '../../src/operations/imports/import-service.ts'
import { lockDirectory } from '../../src/platform/transactions/directory-lock.ts'
import { shareTestService } from '../../src/testing/shared-service.ts'
import type { TestOrganization, TestService } from '../../src/testing/test-service.ts'
import { submit as submitEvents } from '../ingest/support.ts'
import { counted, links, readGroups, row, storedLinks, submit } from './support.ts'

let service: TestService
let organization: TestOrganization

beforeAll(async () => {
  service = await shareTestService()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  organization = await service.createOrganization()
})

const underOne = (parent: string, count = 300) => Array.from({ length: count }, (_, index) => `g${index} < ${parent}`)

it('A reader only ever sees one whole hierarchy or the other', async () => {
  const states = [underOne('A'), [...underOne('B', 200), 'B < Company']]
  const allowed = states.map((rows) => JSON.stringify([...rows].sort()))
  await counted(submit(service, organization, states[0] as string[]))
  let running = true
  const seen = new Map<string, number>()
  const writing = (async () => {
    // Slow readers may need longer to see both.
    for (let turn = 1; turn <= 60 || seen.size < 2; turn++) {
      await counted(submit(service, organization, states[turn % 2] as string[]))
    }
  })().finally(() => {
    running = false
  })
  const reading = Array.from({ length: 3 }, async () => {
    while (running) {
      const state = JSON.stringify(links(await readGroups(service, organization)))
      seen.set(state, (seen.get(state) ?? 0) + 1)
    }
  })
  await Promise.all([writing, ...reading])
  expect([...seen.keys()].filter((state) => !allowed.includes(state))).toEqual([])
  expect(seen.size).toBe(2)
})

it('Concurrent replacements all succeed, and the last one applies as a whole', async () => {
  const payloads = Array.from({ length: 30 }, (_, index) => underOne(`P${index}`, 100 + index))
  const answers = await Promise.all(payloads.map((rows) => submit(service, organization, rows)))
  expect(answers.map(({ status }) => status)).toEqual(payloads.map(() => 200))
  const stored = JSON.stringify(await storedLinks(service, organization))
  expect(payloads.map((rows) => JSON.stringify([...rows].sort()))).toContain(stored)
})

it('Replacements on several nodes wait for each other: what each reports adds up', async () => {
  const { db } = service.database
  const payloads = Array.from({ length: 8 }, (_, index) => underOne(`P${index % 3}`, 40 * (index + 1)).map(row))
  const results = await Promise.all(payloads.map((rows) => replaceHierarchy(db, organization.id, rows)))
  const total = results.reduce((sum, { created, removed }) => sum + created - removed, 0)
  expect(await storedLinks(service, organization)).toHaveLength(total)
})

it('Replacements that wait keep no connection from storing events', async () => {
  const { db } = service.database
  const event = { timestamp: '2026-01-05T09:00:00Z', locationId: 'x', locationType: 'place', eventId: 'e', occupied: true }
  const piled = await db.transaction().execute(async (trx) => {
    await lockDirectory(trx, organization.id)
    const waiting = Array.from({ length: 40 }, (_, index) => submit(service, organization, [`g < P${index}`]))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await submitEvents(service, organization, 'occupancy', [event])).status).toBe(200)
    return waiting
  })
  expect((await Promise.all(piled)).map(({ status }) => status)).toEqual(piled.map(() => 200))
})

it('A directory import at the same time cannot make a cycle with a replacement', async () => {
  const { db } = service.database
  for (let round = 0; round < 8; round++) {
    const { id } = await service.createOrganization()
    const groups = ['a', 'b'].map((name) => ({ name, type: 'team' }))
    await importDirectory(db, id, { groups })
    const upwards = { groups: [{ ...groups[1], parent: { name: 'a', type: 'team' } }] }
    await Promise.allSettled([replaceHierarchy(db, id, [row('a < b')]), importDirectory(db, id, upwards)])
    const { rows } = await service.database.pool.query(
      'select 1 from groups a join groups b on b.id = a.parent_id and a.id = b.parent_id where a.org_id = $1',
      [id],
    )
    expect(rows).toEqual([])
  }
})

it('groups that another call creates at the same moment are found, not refused', async () => {
  const { db, pool } = service.database
  const client = await pool.connect()
  await client.query('begin')
  await client.query(
    `insert into groups (org_id, id, name, type, origin) values ($1, gen_random_uuid(), 'a', 'team', 'attribute')`,
    [organization.id],
  )
  const replaced = replaceHierarchy(db, organization.id, ['a < A', 'b < a'].map(row))
  await new Promise((resolve) => setTimeout(resolve, 200))
  await client.query('commit')
  client.release()
  expect(await replaced).toMatchObject({ groups: 3, created: 2 })
  expect(await storedLinks(service, organization)).toEqual(['a < A', 'b < a'])
})
